/** The channels of the shown member, with unread marks and pings; a drawer where the window is narrow. */

import { byId, el, fill, icon, set } from "./dom.js";
import { Over } from "./over.js";
import { words } from "./words.js";

export class Channels {
  /** @param {(id: string) => void} open */
  constructor(open) {
    this.open = open;
    this.side = byId("side");
    this.menu = byId("menu");
    this.shade = byId("shade");
    this.all = [];
    this.current = null;
    this.menu.onclick = () => this.showDrawer(this.menu.getAttribute("aria-expanded") === "false");
    this.shade.onclick = byId("side-close").onclick = () => this.showDrawer(false);
    this.over = new Over([byId("middle")], () => this.showDrawer(false));
    this.side.onkeydown = (event) => {
      if (event.key === "Escape") this.showDrawer(false);
    };
  }

  /** Draws the list; `current` is the id of the open channel or null. */
  show(all, current) {
    this.all = all;
    this.current = current;
    const items = all.map((channel) => ({ ...channel, open: channel.id === current }));
    fill(
      byId("channels"),
      items,
      (item, old) => this.draw(item, old),
      (item) => item.id,
    );
    const pings = all.reduce((sum, channel) => sum + channel.pings, 0);
    showBadge(byId("menu-badge"), pings);
    const channel = this.channel();
    const name = channel ? mark(channel) + channel.name : words("no-channel");
    set(byId("channel-name"), "title", name);
    byId("channel-name").textContent = name;
  }

  channel() {
    return this.all.find(({ id }) => id === this.current) ?? null;
  }

  draw(item, old) {
    const node = old ?? el("li", {}, el("button", { type: "button" }));
    const button = node.firstChild;
    button.className = `channel${item.thread ? " thread" : ""}${item.unread ? " unread" : ""}`;
    button.replaceChildren(
      item.thread ? icon("thread") : el("span", { class: "hash", "aria-hidden": "true" }, "#"),
      el("span", { class: "label" }, item.name),
    );
    button.title = item.name;
    if (item.pings) button.append(badge(item.pings));
    else if (item.unread) button.append(el("span", { class: "unseen" }, words("unread")));
    if (item.open) button.setAttribute("aria-current", "page");
    else button.removeAttribute("aria-current");
    button.onclick = () => {
      this.showDrawer(false);
      this.open(item.id);
    };
    return node;
  }

  showDrawer(shown) {
    if ((this.menu.getAttribute("aria-expanded") === "true") === shown) return;
    this.menu.setAttribute("aria-expanded", shown);
    this.side.classList.toggle("open", shown);
    this.shade.hidden = !shown;
    this.over.show(shown);
    if (shown) (this.side.querySelector("[aria-current]") ?? byId("side-close")).focus();
    else this.menu.focus();
  }
}

export const mark = (channel) => (channel.thread ? "" : "#");

/** A number of unread pings, in words for a screen reader. */
function badge(count) {
  const node = el("span", { class: "badge" });
  showBadge(node, count);
  return node;
}

export function showBadge(node, count) {
  node.hidden = !count;
  node.replaceChildren(String(count), el("span", { class: "unseen" }, ` ${words("pings", { count })}`));
}

/** The words in an empty composer: where one writes, or why one cannot. */
export function placeholderOf(channel, name) {
  if (!channel) return "";
  if (channel.write) return words("message-in", { name });
  return channel.command ? words("only-commands") : words("write-not-in", { name });
}
