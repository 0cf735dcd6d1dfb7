/** A message's components as elements: buttons, menus, texts, pictures and their containers. */

import { el, fill, icon, set, told, webAddress } from "./dom.js";
import { file, gallery, picture } from "./media.js";
import { select } from "./selects.js";
import { emoji, spoken, text } from "./text.js";
import { words } from "./words.js";

/**
 * The actions of a component.
 * @typedef {{press: (id: string) => void, select: (id: string, values: string[]) => void}} Acts
 */

/**
 * @param {object} part
 * @param {HTMLElement|null} old the element of this component before a change, to be kept where that helps
 * @param {Acts} acts
 * @returns {HTMLElement}
 */
export function component(part, old, acts) {
  switch (part.kind) {
    case "row":
      return holder("row", part.children, old, acts);
    case "button":
      return button(part, old, acts);
    case "select":
      return select(part, (values) => acts.select(part.id, values));
    case "section":
      return section(part, old, acts);
    case "text":
      return el("div", { class: "text" }, text(part.text));
    case "thumbnail":
      return el("div", { class: "thumbnail" }, picture(part));
    case "gallery":
      return gallery(part.items);
    case "file":
      return file(part);
    case "separator":
      return separator(part);
    case "container":
      return container(part, old, acts);
    default:
      return el("p", { class: "failure" }, words("cannot-draw", { kind: part.kind }));
  }
}

/** Brings the components inside `parent` up to date. */
export function fillComponents(parent, parts, acts) {
  fill(parent, parts, (part, old) => component(part, old, acts), keyOf);
}

/**
 * A changed button takes the place of one with the same label, so that the focus never slips to another card;
 * else of one with the same action, so that a press outlasts the counting in its label.
 */
const keyOf = (part) => [
  [part.kind, part.label ?? "", part.emoji?.name ?? "", part.url ? "link" : ""].join(" "),
  [part.kind, part.id ?? "", part.url ?? ""].join(" "),
];

function holder(name, parts, old, acts) {
  const node = old ?? el("div", { class: name });
  fillComponents(node, parts, acts);
  return node;
}

function container(part, old, acts) {
  const node = old ?? el("div", { class: "container" }, el("div", { class: "inside" }));
  node.style.setProperty(
    "--bar",
    part.color === null ? "var(--line)" : `#${part.color.toString(16).padStart(6, "0")}`,
  );
  fillComponents(node.firstChild, part.children, acts);
  if (part.spoiler && !old) cover(node, node.firstChild);
  return node;
}

function cover(node, inside) {
  inside.inert = true;
  const lid = told("button", "spoiler", { type: "button", class: "cover" });
  lid.onclick = () => {
    inside.inert = false;
    lid.remove();
  };
  node.append(lid);
}

function section(part, old, acts) {
  const node =
    old ?? el("div", { class: "section" }, el("div", { class: "body" }), el("div", { class: "accessory" }));
  fillComponents(node.firstChild, part.children, acts);
  fillComponents(node.lastChild, [part.accessory], acts);
  return node;
}

const separator = ({ line, wide }) =>
  el("div", {
    class: `separator${line ? " ruled" : ""}${wide ? " wide" : ""}`,
    role: line ? "separator" : null,
  });

function button(part, old, acts) {
  if (part.style === "link") {
    const address = part.disabled ? null : webAddress(part.url);
    return el(
      "a",
      {
        class: "button secondary",
        href: address,
        target: "_blank",
        rel: "noreferrer",
        role: address ? null : "link",
        "aria-disabled": address ? null : "true",
      },
      ...face(part),
      icon("link"),
    );
  }
  const node = old ?? el("button", { type: "button" });
  node.replaceChildren(...face(part));
  node.className = `button ${part.style}`;
  node.dataset.id = part.id;
  set(node, "aria-label", part.label || !part.emoji ? null : spoken(part.emoji));
  set(node, "disabled", part.disabled);
  node.onclick = () => {
    if (node.getAttribute("aria-disabled") !== "true") acts.press(part.id);
  };
  return node;
}

const face = (part) =>
  [part.emoji ? emoji(part.emoji) : null, part.label ? el("span", {}, part.label) : null].filter(Boolean);
