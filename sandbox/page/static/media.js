/** Pictures, galleries and files; a press on a picture shows it large with its description. */

import { byId, el, icon, iconButton } from "./dom.js";

/**
 * @param {{url: string|null, alt: string|null, spoiler: boolean}} media its url is null for one from
 * outside, which is not loaded
 */
export function picture(media) {
  if (!media.url) return el("span", { class: "picture outside" }, media.alt || "A picture from elsewhere");
  const shown = el("img", { src: media.url, alt: media.alt ?? "" });
  const button = el(
    "button",
    {
      type: "button",
      class: "picture",
      "aria-label": `Enlarge: ${media.alt || "picture without description"}`,
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
  return attachment.spoiler ? el("details", { class: "covered" }, el("summary", {}, "Spoiler"), node) : node;
}

function size(bytes) {
  if (!bytes) return "";
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function cover(button, then) {
  const label = button.getAttribute("aria-label");
  button.classList.add("covered");
  button.setAttribute("aria-label", "Spoiler, press to show");
  button.onclick = () => {
    button.classList.remove("covered");
    button.setAttribute("aria-label", label);
    button.onclick = then;
  };
}

function enlarge(media) {
  const dialog = byId("lightbox");
  const close = iconButton("close", "Close", () => dialog.close());
  const shown = el("img", { src: media.url, alt: media.alt ?? "" });
  dialog.replaceChildren(close, el("figure", {}, shown, media.alt ? el("figcaption", {}, media.alt) : null));
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close();
  };
  dialog.onclose = () => dialog.replaceChildren();
  dialog.showModal();
}
