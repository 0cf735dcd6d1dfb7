/** A question before something that cannot be undone. */

import { byId, el } from "./dom.js";
import { words } from "./words.js";

/**
 * @param {{title: string, about: string, verb: string}} question
 * @returns {Promise<boolean>} whether the answer was yes
 */
export function confirm({ title, about, verb }) {
  const dialog = byId("confirm");
  const no = el("button", { class: "button secondary", value: "no" }, words("cancel"));
  const yes = el("button", { class: "button danger", value: "yes" }, verb);
  dialog.replaceChildren(
    el(
      "form",
      { method: "dialog" },
      el("h2", { id: "confirm-title" }, title),
      el("p", { id: "confirm-about" }, about),
      el("footer", {}, no, yes),
    ),
  );
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue === "yes");
  });
}
