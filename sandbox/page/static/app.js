/** The page: joins the connection to the parts of the window, and keeps who is shown and where. */

import { byId } from "./dom.js";
import { Channels, mark } from "./channels.js";
import { Composer } from "./composer.js";
import { Curious } from "./curious.js";
import { sendable } from "./files.js";
import { Members } from "./members.js";
import { Messages } from "./messages.js";
import { openModal } from "./modal.js";
import { Live } from "./socket.js";
import { startTheme } from "./theme.js";
import { refreshTimes, setNow } from "./time.js";
import { localeNow, speak, words } from "./words.js";

const address = new URLSearchParams(location.search);
let wanted = { member: address.get("member"), channel: address.get("channel") };
let place = { member: null, channel: null };
let looks = 0;
// Until the window has arrived elsewhere, frames about messages concern the place that it leaves.
let arrived = false;

const messages = new Messages(actsOf, async () => (await ask({ do: "older" }))?.more);
const channels = new Channels((channel) => look(place.member, channel));
const members = new Members({
  look: (member) => look(member, place.channel),
  change: (what) => ask({ do: "member", ...what }),
});
const composer = new Composer({ say, slash, complete });
const curious = new Curious({
  watch: (on) => ask({ do: "watch", on }),
  fault: (kind, on) => ask({ do: "fault", kind, on }),
  restart: () => ask({ do: "restart" }),
});
const live = new Live(receive, (open) => (byId("banner").hidden = open));
startTheme();
speak(localeNow());
byId("messages").addEventListener("click", ({ target }) => {
  const mention = target.closest("[data-channel]");
  if (mention) look(place.member, mention.dataset.channel);
});

/** Sends a request whose only possible answer is a complaint. */
const ask = (request) => live.ask(request).catch((refusal) => composer.complain(refusal.message));

/** Takes in a push of the server. */
function receive(frame) {
  if (frame.hello) begin(frame.hello);
  if (frame.now !== undefined) setNow(frame.now);
  if (frame.members) showMembers(frame.members);
  if (frame.others) members.pings = new Map(frame.others.map(({ id, pings }) => [id, pings]));
  if (frame.commands) composer.commands = frame.commands;
  if (frame.menus) messages.menus = frame.menus;
  if (frame.reset) arrive(frame);
  else if (arrived && (frame.messages || frame.gone)) messages.merge(frame.messages, frame.gone);
  if (arrived && frame.more !== undefined) messages.older.more = frame.more;
  if (frame.channels || frame.reset) showChannels(frame.channels ?? channels.all);
  if (frame.curious) curious.show(frame.curious);
  if (frame.others) members.show();
  showTitle();
}

function begin({ now, locales, members: all }) {
  setNow(now);
  members.locales = locales;
  members.all = all;
  if (curious.open) ask({ do: "watch", on: true });
  visit();
}

function showMembers(all) {
  members.all = all;
  speakTheirs();
  if (members.find(wanted.member)) members.show();
  else visit();
}

/** Speaks the shown member's language, and draws the page anew in it. */
function speakTheirs() {
  const locale = members.member()?.locale ?? localeNow();
  if (locale === localeNow()) return;
  speak(locale);
  refreshTimes();
  messages.draw();
  members.show();
  showChannels(channels.all);
  curious.repeat();
  showTitle();
}

/** Goes where the window was or was asked to go, else to the first member. */
function visit() {
  if (members.find(wanted.member)) look(wanted.member, wanted.channel);
  else if (members.all.length) look(members.all[0].id, null);
  else {
    members.show();
    byId("empty").textContent = words("nobody-here");
  }
}

/** Goes to a member's view of a channel; to their first without one, or if they do not see it. */
function look(member, channel) {
  looks += 1;
  wanted = { member, channel };
  arrived = false;
  members.current = member;
  byId("empty").textContent = "";
  messages.clear();
  members.show();
  speakTheirs();
  ask({ do: "look", member, channel });
}

function arrive(frame) {
  // An answer to an older look: another member's messages must not be drawn under this one's name.
  if (frame.place.member !== null && frame.place.member !== wanted.member) return;
  arrived = true;
  place = frame.place;
  if (place.member) {
    wanted = place;
    const query = new URLSearchParams(Object.entries(place).filter(([, id]) => id));
    history.replaceState(null, "", `/?${query}`);
  }
  messages.reset(frame.messages ?? []);
  composer.moveTo(`${place.member} ${place.channel}`);
}

function showChannels(all) {
  channels.show(all, place.channel);
  const channel = channels.channel();
  composer.allow(channel, byId("channel-name").textContent);
  byId("empty").textContent = channel
    ? words("empty")
    : words("no-channel-seen");
}

function showTitle() {
  const pings = channels.all.reduce((sum, channel) => sum + channel.pings, members.otherPings());
  const channel = channels.channel();
  const name = [channel ? mark(channel) + channel.name : words("app"), members.member()?.name]
    .filter(Boolean)
    .join(" · ");
  document.title = pings ? `(${pings}) ${name}` : name;
}

/** The actions of a message; its buttons and menus wait for each other. */
function actsOf(message) {
  return {
    press: (id) => interact(message, id, { do: "press", message, id }),
    select: (id, values) => interact(message, id, { do: "select", message, id, values }),
    dismiss: () => ask({ do: "dismiss", message }),
    remove: () => ask({ do: "delete", message }),
    use: ({ name, label }) =>
      use(label, { do: "menu", message, name }).catch((refusal) => {
        if (refusal.kind === "client") composer.complain(refusal.message);
      }),
  };
}

async function interact(message, control, request) {
  if (messages.waits(message)) return;
  const then = looks;
  messages.wait(message, control);
  let failure = null;
  let answer = {};
  try {
    answer = await live.ask(request);
  } catch (refusal) {
    failure = refusal.message;
  }
  // Meanwhile the window may have gone to another member, whose press this was not.
  if (then !== looks) return;
  messages.settle(message, failure);
  if (answer.modal) showModal(answer.modal);
}

function showModal(modal) {
  openModal(modal, (values) => live.ask({ do: "submit", interaction: modal.interaction, values }));
}

async function say(text, file) {
  const files = file ? [await sendable(file)] : [];
  return live.ask({ do: "say", text, files });
}

async function slash(command, options) {
  const values = await Promise.all(
    Object.entries(options).map(async ([name, value]) => [name, isFile(value) ? await sendable(value) : value]),
  );
  const request = { do: "slash", words: command.words, options: Object.fromEntries(values) };
  return use(`/${command.name}`, request);
}

/** Uses a command, which is shown by its words until it is answered. */
async function use(used, request) {
  const then = looks;
  const end = messages.sending({ name: members.member().name, words: used });
  try {
    const answer = await live.ask(request);
    end();
    if (answer.modal && then === looks) showModal(answer.modal);
  } catch (refusal) {
    end(refusal.kind === "client" ? null : refusal.message);
    throw refusal;
  }
}

const isFile = (value) => value instanceof File;

/** A file is sent with its command, not while another option is typed. */
async function complete(command, option, typed, options) {
  const known = Object.fromEntries(Object.entries(options).filter(([, value]) => !isFile(value)));
  const request = { do: "complete", words: command.words, option, typed, options: known };
  return (await live.ask(request)).choices;
}
