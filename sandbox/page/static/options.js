/** The field of one option of a command: its input and its suggestions. */

import { el, iconButton } from "./dom.js";
import { entryOf, hintOf, listOf, valueOf } from "./slash.js";
import { words } from "./words.js";

const PAUSE = 250;

/**
 * The composer as a field in it needs it; `complete` rejects with a Refusal.
 * @typedef {object} Around
 * @property {import("./suggestions.js").Suggestions} suggestions
 * @property {(field: OptionField, typed: string) => Promise<Array<{name: string, value: any}>>} complete
 * @property {(event: KeyboardEvent, field: OptionField) => void} pressed
 * @property {(field: OptionField) => void} dropped
 * @property {(field: OptionField, text: string) => boolean} split
 * @property {() => void} changed
 * @property {() => void} filled
 */

/** The values of fields by option name; those that cannot be sent with why. */
export function valuesOf(fields) {
  const options = {};
  const wrong = [];
  for (const field of fields.filter(({ option, isEmpty }) => option.required || !isEmpty)) {
    const { value, error } = field.value();
    if (error) wrong.push({ field, error });
    else options[field.option.name] = value;
  }
  return { options, wrong };
}

/** Leaves out an option. For the pointer; with the keyboard, Backspace in an empty field does the same. */
export function dropButton(field) {
  const label = words("drop", { option: field.option.label });
  const drop = iconButton("close", label, () => field.around.dropped(field), "quit");
  drop.tabIndex = -1;
  return drop;
}

export class OptionField {
  /**
   * @param {import("./slash.js").Option} option
   * @param {Around} around
   */
  constructor(option, around) {
    this.option = option;
    this.around = around;
    /** The value of a suggestion that was taken, until something else is typed. */
    this.picked = undefined;
    const id = `option-${option.name}`;
    this.input = el("input", {
      id,
      role: "combobox",
      "aria-expanded": "false",
      "aria-autocomplete": "list",
      "aria-required": option.required ? "true" : null,
      inputmode: option.type === "integer" ? "numeric" : null,
      autocapitalize: "none",
    });
    this.node = el("span", { class: "field" }, el("label", { for: id }, option.label), this.input);
    if (!option.required) this.node.append(dropButton(this));
    this.input.oninput = () => {
      if (around.split(this, this.input.value)) return;
      this.fill(this.input.value);
      this.suggest();
    };
    this.input.onfocus = () => this.suggest();
    this.input.onkeydown = (event) => around.pressed(event, this);
  }

  get isEmpty() {
    return !this.input.value;
  }

  /** The text in the field, for `fill`. */
  get text() {
    return this.input.value;
  }

  /** The value to send, or its error. @returns {{value: any}|{error: string}} */
  value() {
    return valueOf({ option: this.option, text: this.input.value, picked: this.picked });
  }

  fill(text, picked = undefined) {
    this.picked = picked;
    if (this.input.value !== text) this.input.value = text;
    this.blame(false);
    this.around.changed();
  }

  /** Marks or unmarks the field as the one that keeps the command from being sent. */
  blame(wrong) {
    this.node.classList.toggle("wrong", wrong);
    this.input.setAttribute("aria-invalid", wrong);
  }

  suggest() {
    const hint = [this.option.description, hintOf(this.option)].filter(Boolean).join(" · ");
    clearTimeout(this.pause);
    if (this.option.autocomplete) return this.complete(hint);
    const typed = this.input.value.trim().replace(/^[@#]/, "").toLowerCase();
    const fits = ({ name }) => this.picked !== undefined || name.toLowerCase().includes(typed);
    const list = listOf(this.option) ?? [];
    const fitting = list.filter(fits);
    if (fitting.length || !list.length) return this.offer(hint, fitting);
    // Nothing is marked: Enter shows the error instead of taking a value that was not typed.
    this.offer(words("not-among", { text: this.input.value.trim() }), list, -1);
  }

  /** Shows the bot's suggestions for the text so far, once typing pauses. */
  complete(hint) {
    const { value } = this.input;
    this.show(hint || words("looking"), [], -1);
    this.pause = setTimeout(async () => {
      let list = [];
      try {
        list = await this.around.complete(this, value);
      } catch {
        hint = words("loading-failed");
      }
      if (!list.length) hint ||= words("nothing-suggested");
      if (document.activeElement === this.input && this.input.value === value) this.offer(hint, list);
    }, PAUSE);
  }

  offer(hint, list, marked = 0) {
    const { value } = this.input;
    const items = list.map((entry) => ({ label: entry.name, take: () => this.take(entry) }));
    // With nothing marked, Enter sends.
    const settled = this.picked !== undefined || entryOf(list, value) || (this.option.autocomplete && !value);
    this.show(hint, items, settled || !items.length ? -1 : marked);
  }

  show(hint, items, active) {
    this.around.suggestions.open(this.input, { title: this.option.label, hint, items, active });
  }

  take({ name, value }) {
    this.fill(name, value);
    this.around.filled();
  }
}
