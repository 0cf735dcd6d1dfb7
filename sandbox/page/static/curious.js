/**
 * The panel for the curious: the bot's state, faults to switch on, its answer times, its requests to Discord.
 */

import { byId, el, fill, iconButton, told } from "./dom.js";
import { Over } from "./over.js";
import { time } from "./time.js";
import { words, written } from "./words.js";

const FAULTS = {
  slow: "fault-slow",
  429: "fault-429",
  500: "fault-500",
  lost: "fault-lost",
  drop: "fault-drop",
  late: "fault-late",
};

export class Curious {
  /**
   * @param {object} acts
   * @param {(on: boolean) => void} acts.watch
   * @param {(kind: string, on: boolean) => void} acts.fault
   * @param {() => void} acts.restart
   */
  constructor(acts) {
    this.acts = acts;
    this.button = byId("curious-button");
    this.panel = byId("curious");
    this.over = new Over([byId("side"), byId("middle")]);
    this.button.onclick = () => this.toggle();
    this.panel.onkeydown = (event) => {
      if (event.key === "Escape") this.toggle();
    };
    const close = iconButton("close", words("close"), () => this.toggle());
    close.dataset.label = "close";
    this.body = el("div", { class: "body", tabindex: "0" });
    this.panel.append(el("header", {}, told("h2", "curious"), close), this.body);
  }

  get open() {
    return !this.panel.hidden;
  }

  toggle() {
    this.panel.hidden = this.open;
    this.button.setAttribute("aria-expanded", this.open);
    this.over.show(this.open);
    this.acts.watch(this.open);
    (this.open ? this.body : this.button).focus();
  }

  show(state) {
    const { bot, faults, ack, acks, violations, requests } = state;
    const parts = [
      { kind: "violations", violations },
      { kind: "bot", bot },
      { kind: "faults", faults },
      { kind: "acks", ack, acks },
      { kind: "requests", requests },
    ];
    this.last = state;
    fill(this.body, parts, (part, old) => this.draw(part, old));
  }

  /** Shows its state again, in the language spoken now. */
  repeat() {
    if (this.last) this.show(this.last);
  }

  draw(part, old) {
    switch (part.kind) {
      case "bot":
        return this.drawBot(part.bot);
      case "faults":
        return this.drawFaults(part.faults, old);
      case "acks":
        return section(
          words("acknowledgements"),
          el("p", {}, summary(part.ack)),
          table("acknowledgements", ["when", "answer", "ms", "what", "who"], part.acks.map(ackRow)),
        );
      case "violations":
        return section(
          words("violations", { count: part.violations.length }),
          part.violations.length
            ? el("ul", {}, ...part.violations.map((words) => el("li", {}, words)))
            : el("p", {}, words("no-violations")),
        );
      default:
        return section(
          words("requests"),
          table("requests", ["when", "status", "ms", "bytes-head", "request"], part.requests.map(requestRow)),
        );
    }
  }

  drawBot({ connected, shards, restartable }) {
    const state = el(
      "p",
      { class: connected ? "state good" : "state bad" },
      connected ? words("connected", { count: shards }) : words("not-connected"),
    );
    const restart = restartable
      ? el(
          "button",
          { type: "button", class: "button secondary", onclick: () => this.acts.restart() },
          words("restart"),
        )
      : null;
    return section(words("bot"), state, restart);
  }

  drawFaults(faults, old) {
    const node = old ?? section("", el("div", { class: "faults" }));
    node.firstChild.textContent = words("faults");
    const switchesFirst = faults.toSorted((one, other) => (one.kind === "drop") - (other.kind === "drop"));
    fill(
      node.querySelector(".faults"),
      switchesFirst,
      (fault, was) => this.drawFault(fault, was),
      (fault) => fault.kind,
    );
    return node;
  }

  drawFault({ kind, on }, old) {
    if (kind === "drop")
      return (
        old ??
        told("button", FAULTS[kind], {
          type: "button",
          class: "button secondary",
          onclick: () => this.acts.fault(kind, true),
        })
      );
    const box = () => el("input", { type: "checkbox" });
    const node = old ?? el("label", { class: "check" }, box(), told("span", FAULTS[kind]));
    node.firstChild.checked = on;
    node.firstChild.onchange = (event) => this.acts.fault(kind, event.target.checked);
    return node;
  }
}

const section = (title, ...children) => el("section", {}, el("h3", {}, title), ...children);

function summary({ count, p50, p99, max, unanswered }) {
  const missed = unanswered ? words("not-answered", { count: unanswered }) : "";
  if (!count) return missed || words("none-yet");
  return `${words("so-far", { count, half: p50, most: p99, worst: max })} ${missed}`;
}

/**
 * @param {string} name the key of a text
 * @param {string[]} heads keys of texts
 * @param {Array<Array<string|Node>>} rows a row's class is its property `mark`
 */
function table(name, heads, rows) {
  if (!rows.length) return null;
  const head = el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, words(head))));
  const body = rows.map((cells) =>
    el("tr", { class: cells.mark ?? null }, ...cells.map((cell) => el("td", {}, cell))),
  );
  return el(
    "div",
    { class: "scrolled", role: "group", "aria-label": words(name), tabindex: "0" },
    el("table", {}, el("thead", {}, head), el("tbody", {}, ...body)),
  );
}

const milliseconds = (ms) => (ms === null ? "…" : written(ms));

/** A failure, marked by a sign and a word, not by its colour alone. */
const bad = (words) => el("strong", {}, `⚠ ${words}`);

function ackRow({ at, who, what, state, answer, ms }) {
  const late = state === "unanswered" || ms > 3000;
  const shown = { answered: answer, pending: "…", unanswered: words("none") }[state];
  return Object.assign([time(at, "T"), late ? bad(shown) : shown, milliseconds(ms), what, who], {
    mark: late ? "bad" : null,
  });
}

/** A request in words, to be broken between the parts of its route. */
const asked = (method, route) =>
  el("span", {}, `${method} `, ...route.split(/(?=\/)/).flatMap((part) => [part, el("wbr")]));

function requestRow({ at, method, route, status, ms, bytes }) {
  const failed = status === 0 || status >= 400;
  const result = status === null ? "…" : status === 0 ? words("cut") : String(status);
  return Object.assign(
    [time(at, "T"), failed ? bad(result) : result, milliseconds(ms), written(bytes), asked(method, route)],
    { mark: failed ? "bad" : null },
  );
}
