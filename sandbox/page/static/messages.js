/**
 * The list of messages of the open channel: kept in order, scrolled to the newest, with the commands of this
 * window that wait or failed.
 */

import { byId, el, fill, keepFocus } from "./dom.js";
import { drawMessage } from "./message.js";
import { Older } from "./older.js";
import { heard } from "./text.js";
import { words } from "./words.js";

const GROUP_SECONDS = 7 * 60;
const NEAR_END = 60;
/** The number of characters of a new message that are announced; the rest is there to be read. */
const ANNOUNCED = 400;

export class Messages {
  /**
   * @param {(id: string) => import("./message.js").MessageActs} actsOf the actions of a message
   * @param {() => Promise<boolean|undefined>} older asks for older messages; whether there are more than
   *   those, undefined if it failed
   */
  constructor(actsOf, older) {
    this.actsOf = actsOf;
    this.list = byId("messages");
    this.scroller = byId("scroller");
    this.pill = byId("pill");
    this.announcer = byId("announcer");
    this.older = new Older(this.scroller, older);
    this.notes = 0;
    this.offered = [];
    this.atEnd = true;
    this.top = 0;
    this.clear();
    this.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    this.list.addEventListener("click", ({ target }) => this.pick(target));
    this.pill.onclick = () => this.toEnd();
    const sizes = new ResizeObserver(() => this.atEnd && this.toEnd());
    sizes.observe(this.list);
    sizes.observe(this.scroller);
  }

  /** Empties the list, for another member or channel. */
  clear() {
    /** @type {Map<string, object>} */
    this.all = new Map();
    this.waiting = new Map();
    this.failures = new Map();
    this.older.more = false;
    this.announcer.replaceChildren();
    this.draw();
  }

  /** The commands in the menu of each message that others see too. @param {Array<object>} menus */
  set menus(menus) {
    this.offered = menus;
    this.draw();
  }

  inOrder() {
    return [...this.all.values()].sort(inOrder);
  }

  /** Shows these messages and no others. */
  reset(messages) {
    this.clear();
    for (const message of messages) this.all.set(message.id, message);
    this.draw();
    this.toEnd();
  }

  /** Adds or changes messages and takes away those that are gone. */
  merge(messages = [], gone = []) {
    const oldest = this.inOrder().find(({ note }) => !note);
    const fresh = messages.filter((message) => {
      const known = this.all.get(message.id);
      return !message.loading && (known ? known.loading : !oldest || inOrder(oldest, message) < 0);
    });
    for (const message of messages) this.all.set(message.id, message);
    for (const id of gone) this.all.delete(id);
    this.draw();
    for (const { id } of fresh) this.announce(id);
    if (fresh.length && !this.atEnd) this.label("new-messages");
  }

  /** Whether a message waits for the answer to a press. */
  waits(id) {
    return this.waiting.has(id);
  }

  /** Marks the control that was used, until `settle`. */
  wait(id, control) {
    this.waiting.set(id, control);
    this.failures.delete(id);
    this.draw();
  }

  /** The use of a control was answered, or failed with a text. */
  settle(id, failure = null) {
    this.waiting.delete(id);
    if (failure) this.failures.set(id, failure);
    this.draw();
  }

  /**
   * Shows that a command is under way; returns a function that ends it, with a text if the command failed.
   */
  sending(used) {
    const all = this.all;
    const id = `~${++this.notes}`;
    all.set(id, { id, note: { used, failure: null } });
    this.draw();
    this.toEnd();
    return (failure = null) => {
      if (failure) all.set(id, { id, note: { used, failure } });
      else all.delete(id);
      this.draw();
    };
  }

  draw() {
    const shown = this.inOrder();
    const items = shown.map((message, at) => ({
      ...message,
      follows: follows(message, shown[at - 1]),
      failure: this.failures.get(message.id) ?? null,
      menus: message.private || message.loading ? [] : this.offered,
    }));
    const holder = document.activeElement?.closest("#messages > li");
    const change = () =>
      fill(
        this.list,
        items,
        (item, old) => this.drawItem(item, old),
        (item) => item.id,
      );
    this.older.keepPlace(() => (holder ? keepFocus(holder, change) : change()));
    if (holder && !holder.isConnected) this.scroller.focus({ preventScroll: true });
    byId("empty").hidden = items.length > 0;
    for (const item of this.list.children) this.showWaiting(item);
    if (this.atEnd) this.toEnd();
  }

  drawItem(item, old) {
    return item.note ? this.drawNote(item) : drawMessage(item, old, this.actsOf(item.id));
  }

  drawNote({ id, note }) {
    const dismiss = () => {
      this.all.delete(id);
      this.draw();
    };
    return el(
      "li",
      { class: note.failure ? "message note private" : "message note", tabindex: "-1" },
      el(
        "div",
        { class: "context" },
        el("strong", {}, note.used.name),
        ` ${words("used")} `,
        el("span", { class: "mention" }, note.used.words),
      ),
      note.failure
        ? el("p", { class: "failure", role: "alert" }, note.failure)
        : el("p", { class: "loading" }, words("sending")),
      note.failure
        ? el(
            "p",
            { class: "foot" },
            `${words("only-you")} · `,
            el("button", { type: "button", class: "plain", onclick: dismiss }, words("dismiss")),
          )
        : null,
    );
  }

  /** While one control of a message waits for its answer, none of that message can be used. */
  showWaiting(item) {
    const used = this.waiting.get(item.dataset.message);
    item.classList.toggle("waits", used !== undefined);
    for (const control of item.querySelectorAll("[data-id]")) {
      control.classList.toggle("busy", control.dataset.id === used);
      control.setAttribute("aria-disabled", used !== undefined);
    }
  }

  /** Where there is no pointer that hovers, a press beside its controls shows a message's tools. */
  pick(target) {
    for (const item of this.list.querySelectorAll("[data-picked]")) item.removeAttribute("data-picked");
    if (target.closest("button, a, input")) return;
    target.closest("li.message")?.toggleAttribute("data-picked", true);
  }

  announce(id) {
    const item = this.list.querySelector(`[data-message="${id}"]`);
    const said = [...item.querySelectorAll(".text")].map(heard).join(" ");
    const { author, private: alone } = this.all.get(id);
    const from = alone ? `${author.name} (${words("only-you")})` : author.name;
    this.announcer.append(el("p", {}, `${from}: ${said.slice(0, ANNOUNCED)}`));
    if (this.announcer.childElementCount > 5) this.announcer.firstElementChild.remove();
  }

  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    // Pictures that load make the list longer without anybody scrolling away from its end.
    this.atEnd = scrollHeight - scrollTop - clientHeight < NEAR_END || (this.atEnd && scrollTop >= this.top);
    this.top = scrollTop;
    this.pill.hidden = this.atEnd;
    if (this.atEnd) this.label("jump");
  }

  /** Labels the button to the newest message. */
  label(key) {
    this.pill.dataset.text = key;
    this.pill.textContent = words(key);
  }

  toEnd() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.scrolled();
  }
}

/** By id, which is a number too large for JavaScript's; notes of this window come last. */
const inOrder = (one, other) =>
  one.id.startsWith("~") - other.id.startsWith("~") ||
  one.id.length - other.id.length ||
  (one.id < other.id ? -1 : 1);

/** Whether a message stands under the name of the one before. */
function follows(message, before) {
  if (
    !before ||
    message.note ||
    before.note ||
    message.used ||
    message.reply ||
    message.private ||
    before.private
  )
    return false;
  return (
    message.author.name === before.author.name &&
    message.author.bot === before.author.bot &&
    message.at - before.at < GROUP_SECONDS
  );
}
