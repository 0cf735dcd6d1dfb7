/** The messages before those shown: asked for at the top of the list, which stays where it was read. */

import { byId } from "./dom.js";

const NEAR_TOP = 160;

export class Older {
  /**
   * @param {HTMLElement} scroller
   * @param {() => Promise<boolean|undefined>} load asks for older messages; whether there are more than
   *   those, undefined if it failed
   */
  constructor(scroller, load) {
    this.scroller = scroller;
    this.ask = load;
    this.button = byId("older");
    this.list = byId("messages");
    this.top = 0;
    this.button.onclick = () => this.load();
    scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
  }

  /** Whether there are older messages than those shown. */
  set more(more) {
    this.button.hidden = !more;
  }

  scrolled() {
    const { scrollTop } = this.scroller;
    const upwards = scrollTop < this.top;
    this.top = scrollTop;
    if (upwards && scrollTop < NEAR_TOP && !this.button.hidden) this.load();
  }

  async load() {
    if (this.loading) return;
    this.loading = true;
    this.button.classList.add("busy");
    // Older messages push the button out of sight; reading goes on from here.
    if (document.activeElement === this.button) this.list.firstElementChild?.focus({ preventScroll: true });
    const [first] = this.list.children;
    const more = await this.ask();
    this.loading = false;
    this.button.classList.remove("busy");
    // If the window is elsewhere by now, the answer is about the place that it left.
    if (more !== undefined && first?.isConnected) this.more = more;
  }

  /** Changes the list so that the message being read stays where it is in the window. */
  keepPlace(change) {
    const { top } = this.scroller.getBoundingClientRect();
    const read = [...this.list.children].find((item) => item.getBoundingClientRect().bottom > top);
    const before = read?.getBoundingClientRect().top;
    change();
    if (!read?.isConnected) return;
    const moved = read.getBoundingClientRect().top - before;
    if (moved) this.scroller.scrollTop += moved;
  }
}
