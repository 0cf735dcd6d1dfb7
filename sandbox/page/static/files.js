/** Files of the device: chosen with its picker, shown until they are sent, and read to be sent. */

import { byId, el, iconButton, set } from "./dom.js";
import { size } from "./media.js";
import { dropButton } from "./options.js";
import { words } from "./words.js";

const LARGEST = 10 * 1024 * 1024;

/** Opens the device's picker; resolves to the file, null if none was chosen. @returns {Promise<File|null>} */
function pick() {
  const input = el("input", { type: "file" });
  return new Promise((resolve) => {
    input.onchange = () => resolve(input.files[0] ?? null);
    input.oncancel = () => resolve(null);
    input.click();
  });
}

/** Why a file cannot be sent, empty if it can. */
function wrong(file) {
  if (!file.size) return words("file-empty", { name: file.name });
  return file.size > LARGEST ? words("file-large", { name: file.name, most: size(LARGEST) }) : "";
}

/** A file as the server takes it: its name, and its data in base 64. */
export function sendable(file) {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve({ name: file.name, data: reader.result.split(",")[1] });
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** The field of an option for a file: a button that opens the picker and then has the file's name. */
export class FileField {
  /**
   * @param {import("./slash.js").Option} option
   * @param {import("./options.js").Around} around
   */
  constructor(option, around) {
    this.option = option;
    this.around = around;
    /** @type {File|undefined} */
    this.picked = undefined;
    const id = `option-${option.name}`;
    const named = `${id}-label`;
    const about = { id, class: "choose", "aria-labelledby": `${named} ${id}` };
    this.input = el("button", { type: "button", ...about, onclick: () => this.choose() });
    this.node = el("span", { class: "field" }, el("label", { for: id, id: named }, option.label), this.input);
    if (!option.required) this.node.append(dropButton(this));
    this.input.onfocus = () =>
      around.suggestions.open(this.input, { title: option.label, hint: option.description, items: [] });
    this.input.onkeydown = (event) => this.pressed(event);
    this.show();
  }

  get isEmpty() {
    return !this.picked;
  }

  get text() {
    return "";
  }

  /** The file to send, or its error. @returns {{value: File}|{error: string}} */
  value() {
    if (!this.picked) return { error: words("value-missing") };
    const error = wrong(this.picked);
    return error ? { error } : { value: this.picked };
  }

  /** A file has no text that could be typed. */
  fill(text, picked = undefined) {
    this.picked = picked;
    this.show();
    this.blame(false);
    this.around.changed();
  }

  blame(wrong) {
    this.node.classList.toggle("wrong", wrong);
  }

  show() {
    this.input.textContent = this.picked?.name ?? words("choose-file");
    set(this.input, "data-text", this.picked ? null : "choose-file");
  }

  async choose() {
    const file = await pick();
    if (!file || !this.node.isConnected) return;
    this.fill("", file);
    this.around.filled();
  }

  /** Enter and the space bar press the button; Backspace takes the file away, then the field. */
  pressed(event) {
    if (event.key === "Backspace" && this.picked) this.fill("");
    else if (event.key === "Backspace" || event.key === "Escape") this.around.pressed(event, this);
  }
}

/** The file that goes with the message being written, and the button that chooses one. */
export class Enclosed {
  /** @param {() => void} changed called when a file was chosen or taken away */
  constructor(changed) {
    this.button = byId("attach");
    this.changed = changed;
    this.node = null;
    this.file = null;
    this.button.onclick = async () => {
      const file = await pick();
      if (file) this.choose(file);
    };
  }

  /** Shows the button where a file may go with a message. */
  set allowed(allowed) {
    this.button.hidden = !allowed;
  }

  /** Why the file cannot be sent, empty if it can or there is none. */
  get wrong() {
    return this.file ? wrong(this.file) : "";
  }

  /** @param {File|null} file */
  choose(file) {
    this.show(file);
    this.changed();
  }

  /** @param {File|null} file */
  show(file) {
    this.file = file;
    this.node?.remove();
    this.node = null;
    if (!file) return;
    const drop = iconButton("close", words("drop", { option: file.name }), () => this.choose(null), "quit");
    this.node = el("span", { class: "field enclosed" }, el("span", {}, file.name), drop);
    this.button.after(this.node);
  }
}
