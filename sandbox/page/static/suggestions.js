/** The list above the composer: commands, options or values to take with the arrow keys, a press or a tap. */

import { byId, el } from "./dom.js";

/** @typedef {{label: string, detail?: string, mark?: string, take: () => void}} Suggestion */

export class Suggestions {
  constructor() {
    this.box = byId("suggestions");
    this.input = null;
    this.items = [];
    this.active = -1;
    // The focus stays where one types.
    this.box.onmousedown = (event) => event.preventDefault();
  }

  /**
   * @param {HTMLElement} input the input that gets the keys
   * @param {{title: string, hint?: string, items: Suggestion[], active?: number}} shown
   */
  open(input, { title, hint = "", items, active = items.length ? 0 : -1 }) {
    this.close();
    this.input = input;
    this.items = items;
    this.nodes = items.map((item, at) => this.draw(item, at));
    const list = items.length
      ? el("ul", { role: "listbox", id: "suggested", "aria-label": title }, ...this.nodes)
      : null;
    this.box.replaceChildren(
      el("p", { class: "title" }, el("strong", {}, title), hint ? el("span", {}, hint) : null),
      list ?? "",
    );
    this.box.hidden = false;
    input.setAttribute("aria-controls", "suggested");
    if (input.getAttribute("role") === "combobox") input.setAttribute("aria-expanded", Boolean(list));
    this.active = -1;
    if (active >= 0) this.move(active);
  }

  close() {
    this.box.hidden = true;
    this.box.replaceChildren();
    this.items = [];
    this.active = -1;
    this.input?.removeAttribute("aria-activedescendant");
    this.input?.removeAttribute("aria-controls");
    if (this.input?.getAttribute("role") === "combobox") this.input.setAttribute("aria-expanded", "false");
  }

  draw(item, at) {
    const node = el(
      "li",
      { role: "option", id: `suggested-${at}`, "aria-selected": "false" },
      el("span", { class: "label" }, item.label),
      item.detail ? el("span", { class: "detail" }, item.detail) : null,
      item.mark ? el("span", { class: "mark" }, item.mark) : null,
    );
    node.onclick = () => item.take();
    return node;
  }

  move(at) {
    this.nodes[this.active]?.setAttribute("aria-selected", "false");
    this.active = (at + this.items.length) % this.items.length;
    const node = this.nodes[this.active];
    node.setAttribute("aria-selected", "true");
    node.scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", node.id);
  }

  /** Handles a key; whether it was one for the list. */
  key(event) {
    if (this.box.hidden) return false;
    const { key } = event;
    const taken = (key === "Enter" && !event.shiftKey) || (key === "Tab" && !event.shiftKey);
    if (key === "Escape") this.close();
    else if (key === "ArrowDown" && this.items.length) this.move(this.active + 1);
    else if (key === "ArrowUp" && this.items.length) this.move(this.active < 0 ? -1 : this.active - 1);
    else if (taken && this.active >= 0) this.items[this.active].take();
    else return false;
    event.preventDefault();
    return true;
  }
}
