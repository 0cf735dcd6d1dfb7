/**
 * Slash commands as they are typed: which ones fit, which options a line holds, and the refusals of a client
 * before sending.
 */

import { words } from "./words.js";

const MOST = 20;
const NAMED = 10;

/**
 * @typedef {{words: string, name: string, description: string, options: Option[]}} Command
 * @typedef {object} Option as the server offers it: name, label, description, type, required, choices,
 *   min, max …
 */

/** The commands that fit the text after the slash, best first. @param {Command[]} commands */
export function fitting(commands, typed) {
  const wanted = typed.toLowerCase().trim();
  const rank = ({ name, words }) => {
    if (name.startsWith(wanted) || words.startsWith(wanted)) return 0;
    return wanted.split(/\s+/).every((word) => `${name} ${words}`.includes(word)) ? 1 : 2;
  };
  return commands
    .filter((command) => rank(command) < 2)
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, MOST);
}

/** The command that a line begins with in full, and the rest of the line; null if there is none. */
export function recognise(commands, line) {
  const found = commands
    .flatMap((command) => [command.name, command.words].map((words) => ({ command, start: `/${words} ` })))
    .filter(({ start }) => line.toLowerCase().startsWith(start))
    .sort((one, other) => other.start.length - one.start.length)[0];
  return found ? { command: found.command, rest: line.slice(found.start.length) } : null;
}

/** Splits `target:31 rated:true` at the command's options; `left` is the text that belongs to none. */
export function splitOptions(command, rest) {
  const [before, ...parts] = rest.split(/(?:^|\s+)([-_'\p{L}\p{N}]+):\s*/u);
  const given = [];
  const left = [before];
  for (let at = 0; at < parts.length; at += 2) {
    const option = findOption(command, parts[at]);
    if (option) given.push({ option, text: parts[at + 1].trim() });
    else left.push(`${parts[at]}:${parts[at + 1]}`);
  }
  return { left: left.join(" ").trim(), given };
}

export function findOption(command, name) {
  const wanted = name.toLowerCase();
  return command.options.find((option) => option.label === wanted || option.name === wanted) ?? null;
}

/** The options that can still be named after a command, and fit the text. @param {Option[]} taken */
export function further(command, taken, typed) {
  const wanted = typed.trim().toLowerCase();
  return command.options.filter(
    (option) => !taken.includes(option) && `${option.label} ${option.name}`.includes(wanted),
  );
}

/** The values of an option, if they are a list. @returns {Array<{name: string, value: any}>|null} */
export function listOf(option) {
  if (option.choices?.length) return option.choices;
  if (option.type === "boolean")
    return [
      { name: words("true"), value: true },
      { name: words("false"), value: false },
    ];
  return option.entities ?? null;
}

/**
 * The value to send for a field; `picked` is that of a suggestion that was taken.
 * @param {{option: Option, text: string, picked: any}} field
 * @returns {{value: any}|{error: string}}
 */
export function valueOf({ option, text, picked }) {
  if (picked !== undefined) return { value: picked };
  const typed = text.trim();
  if (!typed) return { error: words("value-missing") };
  const list = listOf(option);
  if (list) {
    const entry = entryOf(list, typed);
    return entry ? { value: entry.value } : { error: notAmong(list, typed) };
  }
  if (option.type === "integer" || option.type === "number") return numberOf(option, typed);
  return lengthError(option, typed) ?? { value: typed };
}

function notAmong(list, typed) {
  const names = list.slice(0, NAMED).map(({ name }) => name);
  if (list.length > NAMED) names.push("…");
  return `${words("not-among", { text: typed })} ${names.join(", ")}`;
}

/** The entry that a text names in full, by its name or its value. */
export function entryOf(list, typed) {
  const wanted = typed.trim().replace(/^[@#]/, "").toLowerCase();
  return list.find(({ name, value }) => name.toLowerCase() === wanted || String(value) === wanted);
}

function numberOf({ type, min, max }, typed) {
  const pattern = type === "integer" ? /^-?\d+$/ : /^-?\d+([.,]\d+)?$/;
  if (!pattern.test(typed))
    return {
      error: words(type === "integer" ? "not-whole" : "not-a-number", { text: typed }),
    };
  const value = Number(typed.replace(",", "."));
  if (value < (min ?? -Infinity) || value > (max ?? Infinity))
    return { error: words("out-of-range", { range: range(min, max) }) };
  return { value };
}

function lengthError({ min_length: min, max_length: max }, typed) {
  if (typed.length >= (min ?? 0) && typed.length <= (max ?? Infinity)) return null;
  return { error: words("length", { range: range(min, max) }) };
}

/** In words: between 1 and 5, at least 1, at most 5. */
export function range(min, max) {
  if (min !== null && max !== null) return words("between", { min, max });
  return min !== null ? words("at-least", { min }) : words("at-most", { max });
}

/** The hint for an option that is not a list. */
export function hintOf(option) {
  const { type, min, max } = option;
  if (listOf(option) || (type !== "integer" && type !== "number")) return "";
  const kind = words(type === "integer" ? "whole-number" : "number");
  return min === null && max === null ? kind : `${kind}, ${range(min, max)}`;
}
