/**
 * A select menu as Discord's: options with emoji and description, one or several. Several are sent when the
 * list closes.
 */

import { el, icon } from "./dom.js";
import { emoji } from "./text.js";
import { words } from "./words.js";

let made = 0;

/**
 * @param {object} part a component of kind "select" or a modal's "choice"
 * @param {(values: string[]) => void} choose called with the chosen values
 * @param {string} [label] the accessible name; the placeholder otherwise
 */
export function select(part, choose, label) {
  const id = `select-${++made}`;
  const several = part.most > 1;
  const chosen = new Set(part.options.filter((option) => option.chosen).map((option) => option.value));
  let active = -1;
  let before = "";
  let typed = "";
  let typedAt = 0;

  const shown = el("span", { class: "shown" });
  const trigger = el(
    "button",
    {
      type: "button",
      class: "trigger",
      role: "combobox",
      disabled: part.disabled,
      "aria-label": label ?? (part.placeholder || words("select")),
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-controls": id,
      "data-id": part.id,
      "aria-required": part.required ? "true" : null,
    },
    shown,
    icon("arrow"),
  );
  const list = el("ul", {
    role: "listbox",
    id,
    "aria-label": label ?? (part.placeholder || words("options")),
    "aria-multiselectable": several ? "true" : null,
  });
  const items = part.options.map((option, at) => item(option, `${id}-${at}`));
  list.append(...items);
  const count = el("span", { class: "count" });
  const done = el(
    "button",
    { type: "button", class: "button primary", onclick: () => close() },
    words("done"),
  );
  const popup = el(
    "div",
    { class: "popup", popover: "manual" },
    list,
    several ? el("div", { class: "closing" }, count, done) : null,
  );
  const node = el("div", { class: "select" }, trigger, popup);

  const isOpen = () => popup.matches(":popover-open");
  const key = () => [...chosen].sort().join("\n");
  const away = (event) => {
    if (!node.contains(event.target)) close();
  };

  function show() {
    items.forEach((option, at) => option.setAttribute("aria-selected", chosen.has(part.options[at].value)));
    const picked = part.options.filter((option) => chosen.has(option.value));
    shown.replaceChildren(
      ...(picked.length
        ? picked.map((option) => value(option, several))
        : [part.placeholder || words("select")]),
    );
    shown.classList.toggle("placeholder", !picked.length);
    const enough = chosen.size >= part.least;
    count.textContent = words(enough ? "chosen-most" : "chosen-least", { ...part, count: chosen.size });
    done.disabled = !enough;
  }

  function open() {
    before = key();
    popup.showPopover({ source: trigger });
    trigger.setAttribute("aria-expanded", "true");
    document.addEventListener("pointerdown", away, true);
    move(
      Math.max(
        0,
        part.options.findIndex((option) => chosen.has(option.value)),
      ),
    );
  }

  function close() {
    if (!isOpen()) return;
    popup.hidePopover();
    trigger.setAttribute("aria-expanded", "false");
    trigger.removeAttribute("aria-activedescendant");
    document.removeEventListener("pointerdown", away, true);
    if (key() === before) return;
    if (chosen.size >= part.least) return choose([...chosen]);
    chosen.clear();
    for (const each of before.split("\n").filter(Boolean)) chosen.add(each);
    show();
  }

  function move(at) {
    if (!items.length) return;
    items[active]?.classList.remove("active");
    active = (at + items.length) % items.length;
    items[active].classList.add("active");
    items[active].scrollIntoView({ block: "nearest" });
    trigger.setAttribute("aria-activedescendant", items[active].id);
  }

  function pick(at) {
    const { value } = part.options[at];
    if (chosen.has(value)) {
      if (several || part.least === 0) chosen.delete(value);
    } else if (several) {
      if (chosen.size < part.most) chosen.add(value);
    } else {
      chosen.clear();
      chosen.add(value);
    }
    show();
    if (several) move(at);
    else close();
  }

  function find(letter) {
    typed = Date.now() - typedAt > 800 ? letter : typed + letter;
    typedAt = Date.now();
    const at = part.options.findIndex((option) => option.label.toLowerCase().startsWith(typed.toLowerCase()));
    if (at >= 0) move(at);
  }

  function press(event) {
    if (!isOpen()) {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      open();
    } else if (event.key === "ArrowDown") move(active + 1);
    else if (event.key === "ArrowUp") move(active - 1);
    else if (event.key === "Home") move(0);
    else if (event.key === "End") move(items.length - 1);
    else if (event.key === "Enter" || event.key === " ") pick(active);
    else if (event.key === "Escape") close();
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) find(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  trigger.onclick = () => {
    if (isOpen()) close();
    else if (trigger.getAttribute("aria-disabled") !== "true") open();
  };
  trigger.onkeydown = press;
  trigger.onblur = (event) => {
    if (!popup.contains(event.relatedTarget)) close();
  };
  // The focus stays on the trigger, which gets the keys.
  popup.onmousedown = (event) => event.preventDefault();
  items.forEach((option, at) => {
    option.onclick = () => pick(at);
    option.onpointermove = () => move(at);
  });
  show();
  return node;
}

function item(option, id) {
  return el(
    "li",
    { role: "option", id },
    option.emoji ? emoji(option.emoji) : null,
    el(
      "span",
      { class: "words" },
      el("span", {}, option.label),
      option.description ? el("small", {}, option.description) : null,
    ),
    icon("check"),
  );
}

function value(option, several) {
  return el(
    "span",
    { class: several ? "chosen" : null },
    option.emoji ? emoji(option.emoji) : null,
    option.label,
  );
}
