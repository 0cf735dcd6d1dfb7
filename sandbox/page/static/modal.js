/** A form that the bot opened: texts, inputs and choices, checked as the client does before it is sent. */

import { byId, el, iconButton } from "./dom.js";
import { select } from "./selects.js";
import { text } from "./text.js";
import { range } from "./slash.js";
import { words } from "./words.js";

/**
 * @param {object} modal
 * @param {(values: Object<string, string|string[]>) => Promise} submit rejects with a Refusal
 */
export function openModal(modal, submit) {
  const dialog = byId("modal");
  const fields = modal.items.filter((item) => item.kind !== "text").map(fieldOf);
  const left = [...fields];
  const parts = modal.items.map((item) =>
    item.kind === "text" ? el("div", { class: "text" }, text(item.text)) : left.shift().node,
  );
  const failure = el("p", { class: "failure", role: "alert" });
  const send = el("button", { class: "button primary" }, words("submit"));
  const close = () => dialog.close();
  const form = el(
    "form",
    { novalidate: true },
    el(
      "header",
      {},
      el("h2", { id: "modal-title" }, modal.title),
      iconButton("close", words("close"), close),
    ),
    el("div", { class: "items" }, ...parts),
    failure,
    el(
      "footer",
      {},
      el("button", { type: "button", class: "button secondary", onclick: close }, words("cancel")),
      send,
    ),
  );
  form.onsubmit = async (event) => {
    event.preventDefault();
    if (send.classList.contains("busy")) return;
    const wrong = fields.filter((field) => field.check());
    if (wrong.length) return wrong[0].control.focus();
    send.classList.add("busy");
    failure.textContent = "";
    try {
      await submit(Object.fromEntries(fields.map((field) => [field.id, field.value()])));
      dialog.close();
    } catch (refusal) {
      failure.textContent = refusal.kind === "client" ? refusal.message : words("try-again");
    } finally {
      send.classList.remove("busy");
    }
  };
  dialog.replaceChildren(form);
  dialog.onclose = () => dialog.replaceChildren();
  dialog.showModal();
  fields[0]?.control.focus();
}

/**
 * A field with its element, its focusable control, its value, and a check that shows and returns its error.
 */
function fieldOf(item, at) {
  const id = `modal-${at}`;
  const made = item.kind === "input" ? input(item, id) : choice(item, id);
  const wrong = el("p", { class: "wrong", id: `${id}-wrong` });
  const hint = item.description ? el("p", { class: "hint", id: `${id}-hint` }, item.description) : null;
  const label = el(
    item.kind === "input" ? "label" : "p",
    { class: "label", for: item.kind === "input" ? id : null },
    item.label,
    item.required ? el("span", { class: "required", "aria-hidden": "true" }, " *") : null,
  );
  made.control.setAttribute("aria-describedby", `${id}-hint ${id}-wrong`);
  const check = () => {
    wrong.textContent = made.error();
    made.control.setAttribute("aria-invalid", wrong.textContent !== "");
    return wrong.textContent;
  };
  made.node.addEventListener("input", () => wrong.textContent && check());
  return { ...made, id: item.id, check, node: el("div", { class: "entry" }, label, hint, made.node, wrong) };
}

function input(item, id) {
  const control = el(item.long ? "textarea" : "input", {
    id,
    rows: item.long ? 4 : null,
    placeholder: item.placeholder,
    maxlength: item.most,
    "aria-required": item.required ? "true" : null,
  });
  control.value = item.value ?? "";
  const error = () => {
    const { length } = control.value;
    if (!length) return item.required ? words("required-field") : "";
    const short = length < (item.least ?? 0) || length > (item.most ?? Infinity);
    return short ? words("length", { range: range(item.least ?? null, item.most ?? null) }) : "";
  };
  return { node: control, control, value: () => control.value, error };
}

function choice(item, id) {
  let values = item.options.filter(({ chosen }) => chosen).map(({ value }) => value);
  const error = () => {
    if (!values.length) return item.required ? words("required-field") : "";
    return values.length < item.least ? words("choose-least", { count: item.least }) : "";
  };
  if (!["radio", "checks", "check"].includes(item.of)) {
    const node = select(
      { ...item, id },
      (chosen) => {
        values = chosen;
        node.dispatchEvent(new Event("input"));
      },
      item.label,
    );
    return { node, control: node.querySelector("button"), value: () => values, error };
  }
  const type = item.of === "radio" ? "radio" : "checkbox";
  const boxes = item.options.map((option) => {
    const box = el("input", { type, name: id, value: option.value, checked: option.chosen });
    return el(
      "label",
      { class: "check" },
      box,
      el("span", {}, option.label, option.description ? el("small", {}, option.description) : null),
    );
  });
  const node = el(
    "div",
    {
      class: "boxes",
      role: type === "radio" ? "radiogroup" : "group",
      "aria-label": item.label,
      tabindex: "-1",
    },
    ...boxes,
  );
  node.onchange = () => (values = [...node.querySelectorAll(":checked")].map((box) => box.value));
  return { node, control: node, value: () => values, error };
}
