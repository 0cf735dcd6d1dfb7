/**
 * Makes elements and brings lists of them up to date in place. Text is only ever set as text, so nothing
 * that a message holds is read as HTML.
 */

import { localeNow, words } from "./words.js";

/**
 * @param {string} tag
 * @param {Object<string, any>} [props] attributes, and functions as listeners (`onclick`); null and false
 *   leave one out
 * @param {...(Node|string|null)} children
 * @returns {HTMLElement}
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) set(node, name, value);
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** An element with a text of the page that changes with the language. */
export const told = (tag, key, props = {}) => el(tag, { ...props, "data-text": key }, words(key));

/** Sets an attribute or listener; null and false take it away. */
export function set(node, name, value) {
  if (typeof value === "function" || name.startsWith("on")) node[name] = value;
  else if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : value);
}

export const byId = (id) => document.getElementById(id);

/** One of the drawings at the top of index.html. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#icon-${name}`);
  svg.append(use);
  return svg;
}

/** A button that shows only a drawing. */
export function iconButton(name, label, onclick, kind = "tool") {
  return el("button", { type: "button", class: kind, "aria-label": label, onclick }, icon(name));
}

/** The address if a browser may be sent there, else null. */
export const webAddress = (url) => (/^https?:\/\//i.test(url ?? "") ? url : null);

/** @type {WeakMap<Element, {json: string, key: string}>} the item of each element */
const drawn = new WeakMap();

/**
 * Makes the children of `parent` show `items`, in order. An element whose item is unchanged is not touched,
 * so it keeps focus, open lists and loaded pictures; a changed item, and any item once the language has
 * changed, is drawn on the old element with the same key, if there is one.
 * @template T
 * @param {Element} parent
 * @param {T[]} items
 * @param {(item: T, old: HTMLElement|null) => HTMLElement} draw returns `old`, changed, or a new element
 * @param {(item: T) => string|string[]} keyOf its key, or several, of which the first that fits counts
 */
export function fill(parent, items, draw, keyOf = (item) => item.kind) {
  const olds = [...parent.children].filter((child) => drawn.has(child));
  const take = (fits) => {
    const at = olds.findIndex((node) => fits(drawn.get(node)));
    return at < 0 ? null : olds.splice(at, 1)[0];
  };
  const jsonOf = (item) => localeNow() + JSON.stringify(item);
  const made = items.map((item) => ({ json: jsonOf(item), keys: [keyOf(item)].flat() }));
  // The unchanged ones first, so that none of them is spent on a changed item with the same key.
  const nodes = made.map(({ json }) => take((was) => was.json === json));
  const kept = [...nodes];
  for (const place of made[0]?.keys.keys() ?? [])
    made.forEach(({ keys }, at) => (kept[at] ??= take((was) => was.keys[place] === keys[place])));
  items.forEach((item, at) => {
    if (nodes[at]) return;
    const old = kept[at];
    nodes[at] = draw(item, old);
    if (old && old !== nodes[at]) old.remove();
    drawn.set(nodes[at], made[at]);
  });
  for (const old of olds) old.remove();
  let next = parent.firstElementChild;
  for (const node of nodes) {
    if (node === next) next = next.nextElementSibling;
    else parent.insertBefore(node, next);
  }
}

/**
 * Changes something inside `within`; if that removes or disables the focused element, the focus goes to one
 * of the same name, else to `within` itself: never to another button, which the next key would press.
 */
export function keepFocus(within, change) {
  const active = document.activeElement;
  if (active === within || !within.contains(active)) return change();
  const name = nameOf(active);
  change();
  if (active.isConnected && !active.disabled && document.activeElement === active) return;
  const next = controls(within).find((control) => !control.disabled && nameOf(control) === name);
  (next ?? within).focus({ preventScroll: true });
}

const controls = (within) => [...within.querySelectorAll("button, a[href], input, [tabindex='0']")];
const nameOf = (node) => node.getAttribute("aria-label") ?? node.textContent;
