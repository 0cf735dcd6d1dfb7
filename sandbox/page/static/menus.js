/** A button with a drawing that opens a menu of actions: over the page, from below in a narrow window. */

import { el, iconButton, set } from "./dom.js";

/**
 * @param {string} name of the drawing
 * @param {string} label of the button and of the menu
 * @param {Array<{label: string, take: () => void}>} actions
 */
export function menuButton(name, label, actions) {
  const items = actions.map((action) =>
    el("button", { type: "button", role: "menuitem", tabindex: "-1" }, action.label),
  );
  const menu = el("div", { class: "popup menu", popover: "manual", role: "menu", "aria-label": label }, ...items);
  const button = iconButton(name, label, () => (isOpen() ? close() : open()));
  set(button, "aria-haspopup", "menu");
  set(button, "aria-expanded", "false");
  const node = el("div", {}, button, menu);

  const isOpen = () => menu.matches(":popover-open");
  const away = (event) => {
    if (!node.contains(event.target)) close();
  };

  function open() {
    menu.showPopover({ source: button });
    set(button, "aria-expanded", "true");
    document.addEventListener("pointerdown", away, true);
    items[0].focus({ preventScroll: true });
  }

  function close() {
    if (!isOpen()) return;
    if (menu.contains(document.activeElement)) button.focus({ preventScroll: true });
    menu.hidePopover();
    set(button, "aria-expanded", "false");
    document.removeEventListener("pointerdown", away, true);
  }

  menu.onkeydown = (event) => {
    const at = items.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to !== undefined) items.at(to % items.length).focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    if (event.key === "Tab") return;
    event.preventDefault();
    event.stopPropagation();
  };
  button.onkeydown = (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    open();
  };
  items.forEach((item, at) => {
    item.onclick = () => {
      close();
      actions[at].take();
    };
  });
  return node;
}
