/** The composer: plain text, or after a slash a command with a field for each option given. */

import { placeholderOf } from "./channels.js";
import { byId, el, iconButton } from "./dom.js";
import { Enclosed, FileField } from "./files.js";
import { OptionField, valuesOf } from "./options.js";
import { findOption, fitting, further, recognise, splitOptions } from "./slash.js";
import { Suggestions } from "./suggestions.js";
import { words } from "./words.js";

const LONGEST = 2000;

/**
 * The requests of the composer; `slash` and `say` reject with a Refusal.
 * @typedef {object} Writes
 * @property {(text: string, file: File|null) => Promise} say
 * @property {(command: object, options: object) => Promise} slash
 * @property {(command: object, option: string, typed: string, options: object) => Promise<Array>} complete
 */

export class Composer {
  /** @param {Writes} writes */
  constructor(writes) {
    this.writes = writes;
    this.line = byId("line");
    this.text = byId("text");
    this.complaint = byId("complaint");
    this.suggestions = new Suggestions();
    this.enclosed = new Enclosed(() => {
      this.complain("");
      this.text.focus();
    });
    this.commands = [];
    this.drafts = new Map();
    this.place = "";
    this.fields = [];
    this.command = null;
    byId("composer").onsubmit = (event) => {
      event.preventDefault();
      this.send();
    };
    this.text.oninput = () => this.typed();
    this.text.onfocus = () => this.typed();
    this.text.onkeydown = (event) => this.pressed(event, null);
    byId("composer").addEventListener("focusout", (event) => {
      if (!event.currentTarget.contains(event.relatedTarget)) this.suggestions.close();
    });
  }

  /** Goes to another member or channel, each with its own unsent text. */
  moveTo(place) {
    if (place === this.place) return;
    const { command, enclosed } = this;
    this.drafts.set(this.place, { text: this.text.value, file: enclosed.file, command, texts: this.texts() });
    this.leave();
    this.place = place;
    const draft = this.drafts.get(place);
    if (draft?.command) this.restore(draft.command, draft.texts);
    this.text.value = draft?.text ?? "";
    enclosed.show(draft?.file ?? null);
    this.suggestions.close();
  }

  /**
   * Allows text, files and commands here, or none of them.
   * @param {{write: boolean, attach: boolean, command: boolean}|null} channel
   */
  allow(channel, name) {
    this.mayWrite = channel?.write ?? false;
    this.mayAttach = channel?.attach ?? false;
    this.enclosed.allowed = this.mayAttach && !this.command;
    this.text.disabled = !channel || !(channel.write || channel.command);
    this.placeholder = placeholderOf(channel, name);
    if (!this.command) this.text.placeholder = this.placeholder;
  }

  typed() {
    const { value } = this.text;
    this.complain("");
    if (this.command && !value.startsWith("/")) return this.typedOption(value);
    if (this.command) this.leave();
    const found = recognise(this.commands, value);
    if (found) return this.begin(found.command, found.rest);
    if (!value.startsWith("/")) return this.suggestions.close();
    const items = fitting(this.commands, value.slice(1)).map((command) => ({
      label: `/${command.name}`,
      detail: command.description,
      take: () => this.begin(command, ""),
    }));
    this.suggestions.open(this.text, { title: words(items.length ? "commands" : "no-command"), items });
  }

  /** The text after a command: the name of a further option. */
  typedOption(value) {
    const { left: rest, given } = splitOptions(this.command, value);
    if (given.length) return this.take(rest, given);
    const taken = this.fields.map(({ option }) => option);
    const items = further(this.command, taken, value).map((option) => ({
      label: option.label,
      detail: option.description,
      mark: words(option.required ? "required" : "optional"),
      take: () => {
        this.text.value = "";
        this.add(option).input.focus();
      },
    }));
    this.suggestions.open(this.text, {
      title: `/${this.command.name}`,
      hint: this.command.description,
      items,
      active: value.trim() && items.length ? 0 : -1,
    });
  }

  begin(command, rest) {
    this.start(command);
    const { left, given } = splitOptions(command, rest);
    this.take(left, given);
  }

  /** Begins a command with fields for its required options; the focus stays where it is. */
  start(command) {
    this.leave();
    this.command = command;
    this.enclosed.allowed = false;
    const quit = iconButton("close", words("leave-command"), () => this.quit(), "quit");
    quit.dataset.label = "leave-command";
    this.chip = el("span", { class: "chip" }, `/${command.name}`, quit);
    this.line.prepend(this.chip);
    this.text.placeholder = "";
    this.text.value = "";
    for (const option of command.options.filter(({ required }) => required)) this.add(option);
  }

  /** Fills the fields of options that were typed or pasted as text. */
  take(left, given) {
    for (const { option, text } of given) this.add(option).fill(text);
    this.text.value = left;
    const empty = this.fields.find((field) => field.isEmpty);
    (empty?.input ?? (given.length && !left ? this.fields.at(-1).input : this.text)).focus();
    if (document.activeElement === this.text) this.typedOption(left);
  }

  /** The field of an option, made if it is not there yet. */
  add(option) {
    const old = this.fields.find((field) => field.option === option);
    if (old) return old;
    const Field = option.type === "file" ? FileField : OptionField;
    const field = new Field(option, {
      suggestions: this.suggestions,
      complete: (of, typed) => {
        const { options } = valuesOf(this.fields.filter((other) => other !== of));
        return this.writes.complete(this.command, of.option.name, typed, options);
      },
      pressed: (event, of) => this.pressed(event, of),
      dropped: (of) => this.drop(of),
      split: (of, text) => this.split(of, text),
      changed: () => this.complain(""),
      filled: () => this.goOn(),
    });
    this.fields.push(field);
    this.text.before(field.node);
    return field;
  }

  /** Whether a further option was named after the value in a field; it then gets a field of its own. */
  split(field, text) {
    const { left, given } = splitOptions(this.command, text);
    if (!given.length) return false;
    field.fill(left);
    const added = given.map((each) => {
      const next = this.add(each.option);
      next.fill(each.text);
      return next;
    });
    added.at(-1).input.focus();
    return true;
  }

  /** To the next option that needs a value, or to where further ones are named. */
  goOn() {
    const next = this.fields.find((field) => field.option.required && field.isEmpty);
    (next?.input ?? this.text).focus();
  }

  drop(field) {
    this.fields = this.fields.filter((other) => other !== field);
    field.node.remove();
    (this.fields.at(-1)?.input ?? this.text).focus();
  }

  /** Keys in the text (`field` is null) or in an option's field. */
  pressed(event, field) {
    if (event.isComposing || this.suggestions.key(event)) return;
    const { key, target } = event;
    if (key === "Enter" && !(event.shiftKey && target === this.text)) {
      event.preventDefault();
      this.send();
    } else if (key === "Escape" && this.command) this.quit();
    else if (key === "Backspace" && !target.value && this.command) {
      event.preventDefault();
      if (field && !field.option.required) this.drop(field);
      else if (field || !this.fields.length) this.quit();
      else this.fields.at(-1).input.focus();
    }
  }

  /** Back from a command to plain text. */
  quit() {
    this.leave();
    this.text.value = "";
    this.text.focus();
  }

  leave() {
    this.command = null;
    this.enclosed.allowed = this.mayAttach;
    this.chip?.remove();
    for (const { node } of this.fields) node.remove();
    this.fields = [];
    this.text.placeholder = this.placeholder ?? "";
    this.complain("");
  }

  send() {
    if (this.command) return this.sendCommand();
    const text = this.text.value.trim();
    const { file } = this.enclosed;
    if (!text && !file) return;
    if (text.startsWith("/")) {
      const found = recognise(this.commands, `${text} `);
      if (!found) return this.complain(words("no-command-here", { command: text.split(/\s/)[0] }));
      this.begin(found.command, found.rest);
      return this.sendCommand();
    }
    if (!this.mayWrite) return this.complain(words("write-not"));
    if ([...text].length > LONGEST) return this.complain(words("too-long"));
    if (this.enclosed.wrong) return this.complain(this.enclosed.wrong);
    this.text.value = "";
    this.enclosed.show(null);
    this.writes.say(text, file).catch((refusal) => {
      this.text.value ||= text;
      this.enclosed.show(this.enclosed.file ?? file);
      this.complain(refusal.message);
    });
  }

  async sendCommand() {
    const { command } = this;
    const extra = this.text.value.trim();
    const { options, wrong } = valuesOf(this.fields);
    if (wrong.length) {
      const [{ field, error }] = wrong;
      field.input.focus();
      field.blame(true);
      return this.complain(`${field.option.label}: ${error}`);
    }
    if (extra) {
      if (findOption(command, extra)) return this.complain(`${extra}: ${words("value-missing")}`);
      return this.complain(words("no-option", { text: extra }));
    }
    const texts = this.texts();
    this.leave();
    this.text.value = "";
    this.text.focus();
    this.suggestions.close();
    try {
      await this.writes.slash(command, options);
    } catch (refusal) {
      if (refusal.kind !== "client") return;
      if (!this.command && !this.text.value) {
        this.restore(command, texts);
        this.text.focus();
      }
      this.complain(refusal.message);
    }
  }

  /** The contents of the fields, for `restore`. */
  texts() {
    return this.fields.map(({ option, text, picked }) => ({ name: option.name, text, picked }));
  }

  /** Brings a command back as it was left, in the words of the shown member. */
  restore(command, texts) {
    this.start(this.commands.find(({ words }) => words === command.words) ?? command);
    for (const { name, text, picked } of texts) {
      const option = this.command.options.find((each) => each.name === name);
      if (option) this.add(option).fill(text, picked);
    }
  }

  complain(text) {
    if (this.complaint.textContent !== text) this.complaint.textContent = text;
  }
}
