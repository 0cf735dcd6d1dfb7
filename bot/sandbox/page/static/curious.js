/**
 * The panel for the curious: how the bot is, faults to switch on, how fast it answers, what it asks Discord
 * for.
 */

import { byId, el, fill, iconButton } from "./dom.js";
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
    this.acts.watch(this.open);
    (this.open ? this.body : this.button).focus();
  }

  show({ bot, faults, ack, acks, violations, requests }) {
    const parts = [
      { kind: "bot", bot },
      { kind: "faults", faults },
      { kind: "acks", ack, acks },
      { kind: "violations", violations },
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
          table("Acknowledgements", ["When", "Who", "What", "Answer", "ms"], part.acks.map(ackRow)),
        );
      case "violations":
        return section(
          "Violations",
          part.violations.length
            ? el("ul", {}, ...part.violations.map((words) => el("li", {}, words)))
            : el("p", {}, "None: the bot has kept to Discord's rules."),
        );
      default:
        return section(
          "Requests",
          table(
            "Requests",
            ["When", "Method", "Route", "Status", "ms", "Bytes"],
            part.requests.map(requestRow),
          ),
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

function summary({ count, p50, p99, max }) {
  if (!count) return "None yet.";
  const [half, most, worst] = [p50, p99, max].map((ms) => `${Math.round(ms)} ms`);
  return `${count} so far: half within ${half}, 99 % within ${most}, the slowest ${worst} (3000 allowed).`;
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

function ackRow({ at, who, what, answer, ms }) {
  const late = answer === null || ms > 3000;
  return Object.assign([time(at, "T"), who, what, answer ?? "none", milliseconds(ms)], {
    mark: late ? "bad" : null,
  });
}

function requestRow({ at, method, route, status, ms, bytes }) {
  const result = status === null ? "…" : status === 0 ? "cut" : String(status);
  return Object.assign([time(at, "T"), method, route, result, milliseconds(ms), String(bytes)], {
    mark: status === 0 || status >= 400 ? "bad" : null,
  });
}
