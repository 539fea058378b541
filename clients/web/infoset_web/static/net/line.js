// The line to the server: the JavaScript SDK's client, opened again for as long as somebody sits at the page.
import { Client } from "../sdk/client.js";
import { Backoff } from "../sdk/backoff.js";
import { ConnectionLostError } from "../sdk/errors.js";
import { codeOf, isFinal } from "./verdict.js";

const PROGRAM = { name: "infoset-page" }; // no language: a person
const FEATURES = ["obs", "chat", "compute"];
const NORMAL = 1000;

/** The same port the page came from. */
export function addressOf(location) {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/v1`;
}

export class Line {
  /** `on` has `welcome(message)`, `message(message)`, `cut()`, `over({code, reason})` and `wire(direction, message)`. */
  constructor({ url, credentials, on, later = (ms) => new Promise((resolve) => setTimeout(resolve, ms)) }) {
    this.url = url;
    this.credentials = credentials;
    this.on = on;
    this.later = later;
    this.client = null;
    this.isClosed = false;
    this.told = Promise.resolve(); // when the replay that was asked for last has been told
  }

  /** Stays until it is closed, or the server wants us no more. */
  async open() {
    const backoff = new Backoff();
    while (!this.isClosed) {
      try {
        await this.stay(backoff);
      } catch (problem) {
        if (this.isClosed) return;
        if (isFinal(problem)) {
          this.isClosed = true;
          this.on.over({ code: codeOf(problem), reason: problem.message });
          return;
        }
        this.on.cut();
        await this.later(backoff.nextWaitMs(0));
      }
    }
  }

  async stay(backoff) {
    const client = new Client(this.url, {
      credentials: async () => this.sent({ type: "hello", auth: await this.credentials() }).auth,
      features: FEATURES,
      program: PROGRAM,
      onStatus: (status) => status === "reconnecting" && this.on.cut(),
    });
    this.client = client;
    this.hand(await client.connect());
    backoff.reset();
    for (;;) {
      this.hand(await client.receive());
    }
  }

  /** Hands a message on. A fault of the page is no fault of the line: it is reported, and the next message comes. */
  hand(message) {
    try {
      this.on.wire("in", message);
      if (message.type === "welcome") this.on.welcome(message);
      else this.on.message(message);
    } catch (fault) {
      reportError(fault);
    }
  }

  sent(message) {
    this.on.wire("out", message);
    return message;
  }

  /** The one reply to a request. Rejects as the SDK does. */
  async request(message) {
    if (!this.client) throw new ConnectionLostError("You are not connected.", NORMAL);
    const reply = await this.client.request(this.sent(message));
    this.on.wire("in", reply);
    return reply;
  }

  /** All entries of a replay. They are told one after another: of several at once the server refuses all but a few. */
  entries(message) {
    const entries = this.told.then(() => this.replay(message));
    this.told = entries.catch(() => {});
    return entries;
  }

  async replay(message) {
    const entries = [];
    for await (const part of this.client.stream(this.sent(message))) entries.push(...part.entries);
    this.on.wire("in", { type: "replay_part", replay: message.replay, entries: `${entries.length} entries` });
    return entries;
  }

  /** Whether the server is still there: a line that has died unnoticed is opened again. */
  check() {
    this.client?.check();
  }

  /** Says goodbye; does not come back. */
  close() {
    this.isClosed = true;
    return this.client?.close();
  }
}
