/** Pictures, galleries and files; a press on a picture shows it large with its description. */

import { byId, el, icon, iconButton } from "./dom.js";
import { words, written } from "./words.js";

/**
 * @param {{url: string|null, alt: string|null, spoiler: boolean}} media its url is null for one from
 * outside, which is not loaded
 */
export function picture(media) {
  if (!media.url) return el("span", { class: "picture outside" }, media.alt || words("picture-elsewhere"));
  const shown = el("img", { src: media.url, alt: media.alt ?? "" });
  const button = el(
    "button",
    {
      type: "button",
      class: "picture",
      "aria-label": words("enlarge", { alt: media.alt || words("picture-unnamed") }),
    },
    shown,
  );
  button.onclick = () => enlarge(media);
  if (media.spoiler) cover(button, () => enlarge(media));
  return button;
}

export function gallery(items) {
  const node = el("div", { class: "gallery", "data-count": Math.min(items.length, 4) });
  node.append(...items.map(picture));
  return node;
}

/** @param {{name: string, url: string, size: number|null, spoiler: boolean}} attachment */
export function file(attachment) {
  const link = el(
    "a",
    { href: attachment.url, download: attachment.name, target: "_blank" },
    attachment.name,
  );
  const node = el(
    "div",
    { class: "file" },
    icon("file"),
    el("span", {}, link, el("small", {}, size(attachment.size))),
  );
  if (!attachment.spoiler) return node;
  return el("details", { class: "covered" }, el("summary", {}, words("spoiler-file")), node);
}

/** A number of bytes in words. */
export function size(bytes) {
  if (!bytes) return "";
  if (bytes < 1000) return words("bytes", { count: bytes });
  if (bytes < 1e6) return `${written(bytes / 1000, 1)} kB`;
  return `${written(bytes / 1e6, 1)} MB`;
}

function cover(button, then) {
  const label = button.getAttribute("aria-label");
  button.classList.add("covered");
  button.setAttribute("aria-label", words("spoiler"));
  button.onclick = () => {
    button.classList.remove("covered");
    button.setAttribute("aria-label", label);
    button.onclick = then;
  };
}

function enlarge(media) {
  const dialog = byId("lightbox");
  const close = iconButton("close", words("close"), () => dialog.close());
  const shown = el("img", { src: media.url, alt: media.alt ?? "" });
  dialog.replaceChildren(close, el("figure", {}, shown, media.alt ? el("figcaption", {}, media.alt) : null));
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close();
  };
  dialog.onclose = () => dialog.replaceChildren();
  dialog.showModal();
}
