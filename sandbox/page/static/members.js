/** The shown member: the switch between members, and the language and permissions of the shown one. */

import { byId, el, set } from "./dom.js";
import { showBadge } from "./channels.js";
import { avatar } from "./message.js";
import { words } from "./words.js";

const COLOR = 0x0b6b5d;

export class Members {
  /**
   * @param {{look: (id: string) => void, change: (what: object) => void}} acts
   */
  constructor(acts) {
    this.all = [];
    this.locales = [];
    this.pings = new Map();
    this.current = null;
    this.select = byId("member");
    this.select.onchange = () => acts.look(this.select.value);
    byId("locale").onchange = (event) => acts.change({ locale: event.target.value });
    byId("moderator").onchange = (event) => acts.change({ moderator: event.target.checked });
  }

  /**
   * @returns {{id: string, name: string, guild: string, color: number, locale: string,
   *   moderator: boolean}|null}
   */
  member() {
    return this.find(this.current);
  }

  find(wanted) {
    return this.all.find(({ id }) => id === wanted) ?? null;
  }

  /** The number of unread pings of the members not shown. */
  otherPings() {
    return [...this.pings].reduce((sum, [id, count]) => (id === this.current ? sum : sum + count), 0);
  }

  /** Draws all of it anew. */
  show() {
    const guilds = [...new Set(this.all.map(({ guild }) => guild))];
    const options = (guild) =>
      this.all
        .filter((member) => member.guild === guild)
        .map((member) => el("option", { value: member.id, title: member.name }, this.label(member)));
    this.select.replaceChildren(
      ...(guilds.length > 1
        ? guilds.map((guild) => el("optgroup", { label: guild }, ...options(guild)))
        : guilds.flatMap(options)),
    );
    this.select.value = this.current ?? "";
    this.select.disabled = !this.all.length;
    showBadge(byId("others"), this.otherPings());
    const member = this.member();
    set(this.select, "title", member?.name);
    setName(byId("guild"), member?.guild ?? words("app"));
    setName(byId("me-name"), member?.name ?? words("nobody"));
    const face = avatar(member ?? { name: "?", color: COLOR });
    face.id = "me-avatar";
    byId("me-avatar").replaceWith(face);
    byId("me-window").href = `/?${new URLSearchParams(member ? { member: member.id } : {})}`;
    byId("locale").replaceChildren(
      ...this.locales.map((name) => el("option", { value: name }, languageName(name))),
    );
    byId("locale").value = member?.locale ?? "";
    byId("locale").disabled = byId("moderator").disabled = !member;
    byId("moderator").checked = member?.moderator ?? false;
  }

  label({ id, name }) {
    const pings = id === this.current ? 0 : this.pings.get(id);
    return pings ? `${name} (${pings})` : name;
  }
}

/** A name that may be cut short, and is in full in its title. */
function setName(node, name) {
  node.textContent = node.title = name;
}

function languageName(code) {
  return new Intl.DisplayNames([code], { type: "language" }).of(code);
}
