/** Discord's formatted text: the tree that the server read from the markdown, as elements. */

import { el, webAddress } from "./dom.js";
import { time } from "./time.js";
import { words } from "./words.js";

const BLOCKS = "p, li, h2, blockquote, pre";

const TAGS = {
  bold: "strong",
  italic: "em",
  underline: "u",
  strike: "s",
  quote: "blockquote",
  small: "small",
  p: "p",
  item: "li",
};

/** @param {Array<string|object>} nodes */
export function text(nodes) {
  const all = document.createDocumentFragment();
  for (const node of nodes) all.append(typeof node === "string" ? node : element(node));
  return all;
}

function element(node) {
  if (TAGS[node.k]) return el(TAGS[node.k], {}, text(node.c));
  switch (node.k) {
    case "br":
      return el("br");
    case "code":
      return el("code", {}, node.t);
    case "codeblock":
      return el("pre", { tabindex: "0" }, el("code", {}, node.t));
    // Discord's levels are sizes; all are headings right below the channel's name.
    case "heading":
      return el("h2", { "data-level": node.level }, text(node.c));
    case "list":
      return el(node.ordered ? "ol" : "ul", { start: node.ordered ? node.start : null }, text(node.c));
    case "link":
      return el(
        "a",
        { href: webAddress(node.url), target: "_blank", rel: "noreferrer", title: node.url },
        text(node.c),
      );
    case "spoiler":
      return spoiler(node);
    case "time":
      return time(node.at, node.style);
    case "mention":
      return mention(node);
    case "emoji":
      return emoji(node);
    default:
      return el("span", {}, text(node.c ?? []));
  }
}

function spoiler(node) {
  const inner = el("span", { "aria-hidden": "true" }, text(node.c));
  const cover = el(
    "span",
    { class: "spoiler", role: "button", tabindex: "0", "aria-label": words("spoiler") },
    inner,
  );
  const open = () => cover.replaceWith(el("span", { class: "spoiler open" }, text(node.c)));
  cover.onclick = open;
  cover.onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    open();
  };
  return cover;
}

function mention(node) {
  const mark = { user: "@", role: "@", everyone: "@", channel: "#", command: "/" }[node.of];
  const called = node.name ?? words(node.lack);
  const name = called.startsWith(mark) ? called : mark + called;
  if (node.of === "channel")
    return el("button", { type: "button", class: "mention", "data-channel": node.id }, name);
  return el("span", { class: node.me ? "mention mine" : "mention" }, name);
}

/** An emoji as it is heard: `spades_7` as two words. */
export const spoken = ({ name }) => name.replaceAll("_", " ");

/** A text as it is heard, its emoji among the words. */
export function heard(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.matches("img")) return node.alt;
  if (node.matches("br")) return "\n";
  const inner = [...node.childNodes].map(heard).join("");
  return node.matches(BLOCKS) ? `${inner}\n` : inner;
}

/** @param {{name: string, url: string|null}} sign */
export function emoji(sign) {
  if (!sign.url) return el("span", { class: "emoji" }, sign.name);
  return el("img", { class: "emoji", src: sign.url, alt: spoken(sign), title: `:${sign.name}:` });
}
