/**
 * One message as a list item: who wrote it and when, its text, embeds, files and components, and its actions.
 */

import { component } from "./components.js";
import { confirm } from "./confirm.js";
import { el, fill, icon, iconButton, webAddress } from "./dom.js";
import { file, picture } from "./media.js";
import { menuButton } from "./menus.js";
import { text } from "./text.js";
import { time } from "./time.js";
import { words } from "./words.js";

/**
 * The actions of a message.
 * @typedef {{dismiss: () => void, remove: () => void, use: (menu: object) => void}} OwnActs
 * @typedef {import("./components.js").Acts & OwnActs} MessageActs
 */

/**
 * @param {object} message as the server tells it, with `follows` (joined to the one before), `failure` (a
 *   text or null) and `menus` (the commands in its menu)
 * @param {HTMLElement|null} old
 * @param {MessageActs} acts
 */
export function drawMessage(message, old, acts) {
  const node = old ?? el("li", { tabindex: "-1", "data-message": message.id });
  node.className = "message";
  for (const name of ["private", "pinged", "follows"]) node.classList.toggle(name, Boolean(message[name]));
  node.toggleAttribute("data-private", message.private);
  fill(
    node,
    partsOf(message),
    (part, was) => drawPart(part, was, acts),
    (part) => part.as,
  );
  return node;
}

function* listed(message) {
  if (message.used) yield { as: "used", used: message.used };
  if (message.reply) yield { as: "reply", reply: message.reply };
  if (!message.follows) {
    yield { as: "avatar", author: message.author };
    yield { as: "head", author: message.author, at: message.at };
  }
  if (message.loading) yield { as: "loading", name: message.author.name };
  if (message.text.length)
    yield { as: "text", text: message.text, edited: message.edited && !message.components.length };
  for (const embed of message.embeds) yield { as: "embed", embed };
  for (const attachment of message.attachments) yield { as: "attachment", attachment };
  for (const [at, part] of message.components.entries()) yield { as: `component ${part.kind} ${at}`, part };
  if (message.edited && (message.components.length || !message.text.length)) yield { as: "edited" };
  if (message.thread) yield { as: "thread", thread: message.thread };
  if (message.failure) yield { as: "failure", failure: message.failure };
  if (message.private) yield { as: "foot" };
  const { menus, deletable } = message;
  if (menus.length || deletable) yield { as: "tools", name: message.author.name, menus, deletable };
}

const partsOf = (message) => [...listed(message)];

function drawPart(part, old, acts) {
  if (part.part) return component(part.part, old, acts);
  switch (part.as) {
    case "used":
      return el(
        "div",
        { class: "context" },
        el("strong", {}, part.used.name),
        ` ${words("used")} `,
        el("span", { class: "mention" }, part.used.words),
      );
    case "reply":
      return el(
        "div",
        { class: "context" },
        el("strong", {}, part.reply.name),
        " ",
        part.reply.text ?? words("reply-gone"),
      );
    case "avatar":
      return avatar(part.author);
    case "head":
      return head(part);
    case "loading":
      return el(
        "div",
        { class: "loading" },
        words("thinking", { name: part.name }),
        el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
      );
    case "text":
      return el("div", { class: "text" }, text(part.text), part.edited ? editedMark() : null);
    case "embed":
      return drawEmbed(part.embed);
    case "attachment":
      return part.attachment.image
        ? el("div", { class: "gallery", "data-count": "1" }, picture(part.attachment))
        : file(part.attachment);
    case "edited":
      return editedMark();
    case "thread":
      return el(
        "p",
        { class: "foot" },
        icon("thread"),
        el(
          "button",
          { type: "button", class: "plain", "data-channel": part.thread.id },
          words("see-thread", { name: part.thread.name }),
        ),
      );
    case "failure":
      return el("p", { class: "failure", role: "alert" }, part.failure);
    case "foot":
      return foot(acts);
    default:
      return tools(part, acts);
  }
}

function tools({ name, menus, deletable }, acts) {
  const actions = menus.map((menu) => ({ label: menu.label, take: () => acts.use(menu) }));
  return el(
    "div",
    { class: "tools" },
    menus.length ? menuButton("apps", words("apps", { name }), actions) : null,
    deletable
      ? iconButton("delete", words("delete-message", { name }), () => remove(name, acts))
      : null,
  );
}

async function remove(name, acts) {
  const about = words("delete-about", { name });
  if (await confirm({ title: words("delete-title"), about, verb: words("delete") })) acts.remove();
}

const editedMark = () => el("small", { class: "edited" }, ` ${words("edited")}`);

function foot(acts) {
  return el(
    "p",
    { class: "foot" },
    icon("eye"),
    `${words("only-you")} · `,
    el("button", { type: "button", class: "plain", onclick: acts.dismiss }, words("dismiss")),
  );
}

function head({ author, at }) {
  return el(
    "div",
    { class: "head" },
    el("strong", { class: "name" }, author.name),
    author.bot ? el("span", { class: "tag" }, "APP") : null,
    time(at, "head"),
  );
}

/** A circle with a user's initials in their colour, or with a bot's picture. */
export function avatar({ name, color, bot }) {
  const face = bot ? el("img", { src: "/emblem.png", alt: "" }) : initials(name);
  const node = el("span", { class: "avatar", "aria-hidden": "true" }, face);
  node.style.setProperty("--tint", `#${color.toString(16).padStart(6, "0")}`);
  return node;
}

function initials(name) {
  const [first, second] = name.split(/\s+/);
  return second ? first[0] + second[0] : name.slice(0, 2);
}

function drawEmbed(embed) {
  const node = el("article", { class: "embed" });
  if (embed.color !== null) node.style.setProperty("--bar", `#${embed.color.toString(16).padStart(6, "0")}`);
  const title = embed.title.length ? text(embed.title) : null;
  const address = webAddress(embed.url);
  const fields = embed.fields.map((field) =>
    el(
      "div",
      { class: field.inline ? "field inline" : "field" },
      el("strong", {}, text(field.name)),
      el("div", {}, text(field.value)),
    ),
  );
  const parts = [
    embed.author ? el("small", {}, embed.author) : null,
    title
      ? el(
          "strong",
          { class: "title" },
          address ? el("a", { href: address, target: "_blank", rel: "noreferrer" }, title) : title,
        )
      : null,
    embed.description.length ? el("div", { class: "text" }, text(embed.description)) : null,
    fields.length ? el("div", { class: "fields" }, ...fields) : null,
    embed.image ? el("div", { class: "gallery", "data-count": "1" }, picture(embed.image)) : null,
    embed.footer ? el("small", {}, embed.footer) : null,
  ];
  node.append(el("div", { class: "body" }, ...parts.filter(Boolean)));
  if (embed.thumbnail) node.append(el("div", { class: "thumbnail" }, picture(embed.thumbnail)));
  return node;
}
