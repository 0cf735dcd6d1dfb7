/**
 * The websocket to the stand-in: requests with their answers, pushes, and coming back after a lost
 * connection.
 */

import { words } from "./words.js";

/** Why a request came to nothing; `kind` is "client" (refused before sending), "failed" or "silent". */
export class Refusal extends Error {
  constructor(kind, text) {
    super(text);
    this.kind = kind;
  }
}

/** The refusal that the server sent; only the server knows why a client would refuse. */
function refusal({ kind, text }) {
  if (kind === "client") return new Refusal(kind, words("refused", { why: text }));
  return new Refusal(kind, words(kind === "silent" ? "silent" : "failed"));
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5000;

export class Live {
  /**
   * @param {(frame: object) => void} onPush
   * @param {(open: boolean) => void} onState
   */
  constructor(onPush, onState) {
    this.onPush = onPush;
    this.onState = onState;
    // Both last as long as the page is loaded: the server tells by them what this window may still see.
    this.window = crypto.randomUUID();
    this.since = "";
    this.count = 0;
    this.waiting = new Map();
    this.wait = FIRST_WAIT;
    this.connect();
  }

  connect() {
    const address = new URL("/page/live", location.href);
    address.protocol = location.protocol.replace("http", "ws");
    address.search = new URLSearchParams({ window: this.window, since: this.since });
    this.socket = new WebSocket(address);
    this.socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    this.socket.onclose = () => this.lost();
  }

  receive(frame) {
    if (frame.hello) {
      this.since ||= frame.hello.since;
      this.wait = FIRST_WAIT;
      this.onState(true);
    }
    if (frame.n === undefined) return this.onPush(frame);
    const { resolve, reject } = this.waiting.get(frame.n);
    this.waiting.delete(frame.n);
    if (frame.error) reject(refusal(frame.error));
    else resolve(frame);
  }

  lost() {
    this.onState(false);
    for (const { reject } of this.waiting.values())
      reject(refusal({ kind: "failed" }));
    this.waiting.clear();
    setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** Sends a request; resolves to its answer, rejects with Refusal. */
  ask(request) {
    if (this.socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(
        new Refusal("client", words("no-connection")),
      );
    }
    const n = ++this.count;
    const answer = new Promise((resolve, reject) => this.waiting.set(n, { resolve, reject }));
    this.socket.send(JSON.stringify({ n, ...request }));
    return answer;
  }
}
