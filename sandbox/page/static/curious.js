/**
 * The panel for the curious: how the bot is, faults to switch on, how fast it answers, what it asks Discord
 * for.
 */

import { byId, el, fill, iconButton } from "./dom.js";
import { Over } from "./over.js";
import { time } from "./time.js";

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
    const close = iconButton("close", "Close", () => this.toggle());
    this.body = el("div", { class: "body", tabindex: "0" });
    this.panel.append(el("header", {}, el("h2", {}, "For the curious"), close), this.body);
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

  show({ bot, faults, ack, acks, violations, requests }) {
    const parts = [
      { kind: "violations", violations },
      { kind: "bot", bot },
      { kind: "faults", faults },
      { kind: "acks", ack, acks },
      { kind: "requests", requests },
    ];
    fill(this.body, parts, (part, old) => this.draw(part, old));
  }

  draw(part, old) {
    switch (part.kind) {
      case "bot":
        return this.drawBot(part.bot);
      case "faults":
        return this.drawFaults(part.faults, old);
      case "acks":
        return section(
          "Acknowledgements",
          el("p", {}, summary(part.ack)),
          table("Acknowledgements", ["When", "Answer", "ms", "What", "Who"], part.acks.map(ackRow)),
        );
      case "violations":
        return section(
          `Violations (${part.violations.length})`,
          part.violations.length
            ? el("ul", {}, ...part.violations.map((words) => el("li", {}, words)))
            : el("p", {}, "None: the bot has kept to Discord's rules."),
        );
      default:
        return section(
          "Requests",
          table("Requests", ["When", "Status", "ms", "Bytes", "Request"], part.requests.map(requestRow)),
        );
    }
  }

  drawBot({ connected, shards, restartable }) {
    const state = el(
      "p",
      { class: connected ? "state good" : "state bad" },
      connected ? `Connected, ${shards} ${shards === 1 ? "shard" : "shards"}` : "Not connected",
    );
    const restart = restartable
      ? el(
          "button",
          { type: "button", class: "button secondary", onclick: () => this.acts.restart() },
          "Restart the bot",
        )
      : null;
    return section("Bot", state, restart);
  }

  drawFaults(faults, old) {
    const node = old ?? section("Faults", el("div", { class: "faults" }));
    const switchesFirst = faults.toSorted((one, other) => (one.kind === "drop") - (other.kind === "drop"));
    fill(
      node.querySelector(".faults"),
      switchesFirst,
      (fault, was) => this.drawFault(fault, was),
      (fault) => fault.kind,
    );
    return node;
  }

  drawFault({ kind, label, on }, old) {
    if (kind === "drop")
      return (
        old ??
        el(
          "button",
          { type: "button", class: "button secondary", onclick: () => this.acts.fault(kind, true) },
          label,
        )
      );
    const node = old ?? el("label", { class: "check" }, el("input", { type: "checkbox" }), label);
    node.firstChild.checked = on;
    node.firstChild.onchange = (event) => this.acts.fault(kind, event.target.checked);
    return node;
  }
}

const section = (title, ...children) => el("section", {}, el("h3", {}, title), ...children);

function summary({ count, p50, p99, max, unanswered }) {
  const missed = unanswered ? `${unanswered} not answered within 3000 ms.` : "";
  if (!count) return missed || "None yet.";
  const [half, most, worst] = [p50, p99, max].map((ms) => `${Math.round(ms)} ms`);
  const within = `half within ${half}, 99 % within ${most}, the slowest ${worst} (3000 allowed)`;
  return `${count} so far: ${within}. ${missed}`;
}

/** @param {Array<Array<string|Node>>} rows a row's class is its property `mark` */
function table(name, heads, rows) {
  if (!rows.length) return null;
  const head = el("tr", {}, ...heads.map((name) => el("th", { scope: "col" }, name)));
  const body = rows.map((cells) =>
    el("tr", { class: cells.mark ?? null }, ...cells.map((cell) => el("td", {}, cell))),
  );
  return el(
    "div",
    { class: "scrolled", role: "group", "aria-label": name, tabindex: "0" },
    el("table", {}, el("thead", {}, head), el("tbody", {}, ...body)),
  );
}

const milliseconds = (ms) => (ms === null ? "…" : String(Math.round(ms)));

/** What went wrong says so by a sign and a word, not by its colour alone. */
const bad = (words) => el("strong", {}, `⚠ ${words}`);

function ackRow({ at, who, what, state, answer, ms }) {
  const late = state === "unanswered" || ms > 3000;
  const words = { answered: answer, pending: "…", unanswered: "none" }[state];
  return Object.assign([time(at, "T"), late ? bad(words) : words, milliseconds(ms), what, who], {
    mark: late ? "bad" : null,
  });
}

/** A request in words, to be broken between the parts of its route. */
const asked = (method, route) =>
  el("span", {}, `${method} `, ...route.split(/(?=\/)/).flatMap((part) => [part, el("wbr")]));

function requestRow({ at, method, route, status, ms, bytes }) {
  const failed = status === 0 || status >= 400;
  const result = status === null ? "…" : status === 0 ? "cut" : String(status);
  return Object.assign(
    [time(at, "T"), failed ? bad(result) : result, milliseconds(ms), String(bytes), asked(method, route)],
    { mark: failed ? "bad" : null },
  );
}
