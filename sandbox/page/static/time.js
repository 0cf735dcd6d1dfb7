/** Points in time in the member's language, by the stand-in's clock; those relative to now go on ticking. */

import { el } from "./dom.js";
import { localeNow } from "./words.js";

/** Names, seconds, and from how many on the next one is used. */
const UNITS = [
  ["second", 1, 60],
  ["minute", 60, 60],
  ["hour", 3600, 24],
  ["day", 86400, 30],
  ["month", 2592000, 12],
  ["year", 31536000, Infinity],
];
const FORMATS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

let offset = 0;

/** Sets the clock that countdowns run by, in epoch seconds. */
export function setNow(seconds) {
  offset = seconds - Date.now() / 1000;
  refreshTimes();
}

/** Writes every point in time anew, in the language spoken now. */
export const refreshTimes = () => refresh("time");

const now = () => Date.now() / 1000 + offset;

/** `seconds` from now in one unit, rounded as Discord does: 89 s are a minute, 90 s two. */
function relative(seconds) {
  const [unit, length] = UNITS.find(([, each, end]) => Math.abs(Math.round(seconds / each)) < end);
  return new Intl.RelativeTimeFormat(localeNow()).format(Math.round(seconds / length), unit);
}

const day = (seconds) => new Date(seconds * 1000).toDateString();

function written(at, style) {
  if (style === "R") return relative(at - Math.floor(now()));
  if (style === "head") style = day(at) === day(now()) ? "t" : "f";
  return new Intl.DateTimeFormat(localeNow(), FORMATS[style] ?? FORMATS.f).format(at * 1000);
}

/**
 * An element showing the point in time `at` (epoch seconds) in one of Discord's styles, or "head" as above a
 * message.
 */
export function time(at, style) {
  const node = el("time", {
    datetime: new Date(at * 1000).toISOString(),
    "data-at": at,
    "data-style": style,
  });
  node.title = written(at, "F");
  node.textContent = written(at, style);
  return node;
}

function refresh(which) {
  for (const node of document.querySelectorAll(which)) {
    const at = Number(node.dataset.at);
    const text = written(at, node.dataset.style);
    if (node.textContent !== text) node.textContent = text;
    node.title = written(at, "F");
  }
}

setInterval(() => refresh("time[data-style=R]"), 250);
