// A connection to a server that lasts: requests and replies, the stream of messages, reconnects.
//
//   connecting --welcome--> open --link lost--> reconnecting --welcome--> open
//        |                   |                       |
//        +------- refused, or lost for good ---------+----> over
//
// After a reconnect the server either resumes the session (missed messages follow, open requests are
// answered as if nothing had happened) or opens a new one (it sends `match_start` and `snapshot` again,
// open requests fail with ConnectionLostError). Either way a `welcome` stands in the stream.

import { DEFAULT_URL, readAddress } from "./address.js";
import { noteArrival } from "./arrivals.js";
import { Backoff } from "./backoff.js";
import { DeltaReader } from "./deltas.js";
import { canReconnect, canResume, Dialer } from "./dialing.js";
import {
  AddressError,
  ConnectionLostError,
  FrameError,
  InfosetError,
  ReplyTimeoutError,
  RequestError,
} from "./errors.js";
import { LinkClosedError } from "./frames.js";
import { readServerMessage } from "./reading.js";
import { Throttle } from "./throttle.js";
import { TIMING } from "./timing.js";
import { Signal, sleep, within } from "./waiting.js";

/** @typedef {import("./wire.js").ServerMessage} ServerMessage */
/** @typedef {import("./wire.js").ClientMessage} ClientMessage */
/** @typedef {import("./wire.js").Welcome} Welcome */
/** @typedef {import("./wire.js").Replies} Replies */
/** @typedef {import("./wire.js").ReplayPart} ReplayPart */
/** @typedef {import("./reading.js").Unknown} Unknown */
/** @typedef {import("./frames.js").Link} Link */
/** @typedef {"connecting" | "open" | "reconnecting" | "over"} Status */

/**
 * @typedef {object} ClientOptions
 * @property {string} [name] a guest's; with a token or key the server knows the name
 * @property {string} [secret] makes a guest the same user again; made up unless given
 * @property {string} [token] of a bot or person; only under TLS, or to this machine
 * @property {import("./dialing.js").LoginKey} [key] logs in without sending a secret
 * @property {() => import("./wire.js").Credentials | Promise<import("./wire.js").Credentials>} [credentials] asked at
 *   every login, instead of the four above: for tickets, say
 * @property {string} [ca] certificates in PEM form to trust beside the usual authorities; not in browsers
 * @property {import("./address.js").Encoding} [encoding]
 * @property {string[]} [features] `compute`, `chat`, ...; with `delta` less is sent, but what comes out is the same
 * @property {import("./wire.js").ClientInfo} [program] what runs here; one that names its language is shown as a bot
 * @property {Partial<import("./timing.js").Timing>} [timing]
 * @property {() => number} [rng] for the waits between attempts
 * @property {(status: Status, why: string) => void} [onStatus] told of every change
 */

const PROGRAM = { name: "infoset-javascript", lang: "javascript" };
const THINKING = new Set(["determinize", "simulate", "rollout", "know"]);
const NORMAL = 1000;

/** One login at one server. `await client.connect()`, then `for await (const message of client)`. */
export class Client {
  #dialer;
  #onStatus;
  /** @type {Welcome | null} */
  #welcome = null;
  /** @type {Link | null} */
  #link = null;
  /** @type {Promise<void> | null} */
  #staying = null;
  /** @type {Error | null} */
  #over = null;
  #ids = 0;
  /** @type {Map<number, Request | Parts>} */
  #requests = new Map();
  /** @type {(ServerMessage | Unknown)[]} */
  #inbox = [];
  #arrived = new Signal(); // something is in the inbox, or nothing more will come
  #drained = new Signal(); // there may be room in the inbox again
  #settled = new Signal(); // the link works, or never will again
  #answered = new Signal(); // a request was answered
  #end = new AbortController();
  #throttle = new Throttle();
  #thinking = new Throttle(); // for the requests that have a narrower limit
  #isDoubted = false; // check() was called, and nothing has been heard since
  #seq = 0;
  #acked = 0;
  /** @type {DeltaReader | null} */
  #deltas;

  /**
   * Opens nothing yet. Throws AddressError for a bad address, or a token that would travel in the clear.
   * @param {string} [url]
   * @param {ClientOptions} [options]
   */
  constructor(url = DEFAULT_URL, options = {}) {
    const { encoding, features = [], key, program = PROGRAM, rng, timing, token, onStatus = () => {} } = options;
    this.address = readAddress(url, encoding);
    if (token !== undefined && !this.address.canCarryToken) {
      throw new AddressError(`${url}: a token may only be sent under TLS; use infosets:// or wss://, or a key`);
    }
    this.timing = { ...TIMING, ...timing };
    this.#deltas = features.includes("delta") ? new DeltaReader() : null;
    const identity = { credentials: options.credentials ?? credentialsOf(options), key, program, features };
    this.#dialer = new Dialer(this.address, identity, this.timing, new Backoff(rng), options.ca);
    this.#onStatus = onStatus;
  }

  // Opening and closing.

  /**
   * Connects and logs in. Rejects with ConnectError or LoginError.
   * @returns {Promise<Welcome>}
   */
  async connect() {
    if (this.#staying !== null || this.#over !== null) throw new Error("connect() was called before");
    this.#onStatus("connecting", "");
    const { link, welcome } = await this.#dialer.dial(this.timing.connectMs, this.#end.signal);
    if (this.#end.signal.aborted) {
      link.close();
      throw new ConnectionLostError("closed", NORMAL);
    }
    this.#open(link, welcome);
    this.#staying = this.#stay(link);
    return welcome;
  }

  /** Leaves on purpose: the session ends, open requests fail. May be called twice. */
  async close() {
    const link = this.#link;
    this.#end.abort();
    this.#finish(new ConnectionLostError("closed", NORMAL));
    if (link === null) return;
    await link.send(this.#encode({ type: "bye" })).catch(() => {});
    link.close();
  }

  /**
   * Asks the server for a sign of life at once, and gives the link up where none comes within `timing.doubtMs`. For moments in
   * which the link may have died unnoticed: a computer woke up, the network is another.
   */
  check() {
    this.#isDoubted = true;
    this.#link?.nudge();
  }

  /** What the server said at the last login: names, limits, features. Only after connect(). */
  get welcome() {
    if (this.#welcome === null) throw new Error("call connect() first");
    return this.#welcome;
  }

  /** Is there a working connection at this moment? */
  get isConnected() {
    return this.#link !== null;
  }

  // Talking.

  /**
   * Sends a request and returns its reply. An `id` in it is replaced.
   *
   * Rejects with RequestError if the server refuses it, ConnectionLostError if the answer can no longer
   * come, ReplyTimeoutError after `timing.replyMs`.
   * @template {ClientMessage["type"] & keyof Replies} T
   * @param {Extract<ClientMessage, {type: T}>} message
   * @returns {Promise<Replies[T]>}
   */
  async request(message) {
    if (THINKING.has(message.type)) await this.#keepPace(this.#thinking);
    await this.#isFree();
    const request = new Request({ ...message, id: (this.#ids += 1) });
    await this.#ask(request);
    try {
      const { replyMs } = this.timing;
      const reply = await within(request.reply, replyMs, () => {
        throw new ReplyTimeoutError(`no answer to ${message.type} within ${replyMs / 1000} s`);
      });
      return /** @type {any} */ (reply);
    } finally {
      this.#forget(request);
    }
  }

  /**
   * Sends a request that is answered in parts; yields them in order, the last one included. Rejects as
   * `request`, at the part that does not come.
   * @param {import("./wire.js").Replay} message
   * @returns {AsyncGenerator<ReplayPart, void>}
   */
  async *stream(message) {
    await this.#isFree();
    const parts = new Parts({ ...message, id: (this.#ids += 1) });
    await this.#ask(parts);
    try {
      for (let expected = 0, more = true; more; ) {
        const part = await within(parts.next(), this.timing.replyMs, () => {
          throw new ReplyTimeoutError(`no more of the replay within ${this.timing.replyMs / 1000} s`);
        });
        if (part.i !== expected) continue; // it came again, after a resume
        expected += 1;
        more = part.more;
        yield part;
      }
    } finally {
      this.#forget(parts);
    }
  }

  /**
   * Sends a request without asking for a reply; a refusal shows in the stream as `error`. Rejects with
   * ConnectionLostError if it cannot be sent.
   * @param {ClientMessage} message
   */
  async send(message) {
    await this.#keepPace(this.#throttle);
    const link = await this.#workingLink();
    await link.send(this.#encode(message)).catch((error) => {
      throw error instanceof LinkClosedError ? new ConnectionLostError(`not sent: ${error.message}`, error.code) : error;
    });
  }

  /**
   * The next message of the stream, checked; unknown types come, too.
   *
   * When there will be no more, rejects with what ended it: ConnectionLostError (with code 1000 after
   * close()), or ConnectError or LoginError when coming back failed.
   * @returns {Promise<ServerMessage | Unknown>}
   */
  async receive() {
    while (this.#inbox.length === 0) {
      if (this.#over !== null) throw this.#over;
      await this.#arrived.wait();
    }
    this.#drained.wake();
    return /** @type {ServerMessage} */ (this.#inbox.shift());
  }

  /** @returns {AsyncGenerator<ServerMessage | Unknown, void>} */
  async *[Symbol.asyncIterator]() {
    try {
      for (;;) yield await this.receive();
    } catch (error) {
      if (!(error instanceof ConnectionLostError) || error.code !== NORMAL) throw error;
    }
  }

  /** @param {Throttle} throttle */
  async #keepPace(throttle) {
    const waitMs = throttle.take(performance.now());
    if (waitMs > 0) await sleep(waitMs, this.#end.signal);
  }

  /** Waits until the server takes one more request: it limits rate and open requests. */
  async #isFree() {
    await this.#keepPace(this.#throttle);
    for (;;) {
      await this.#workingLink();
      if (this.#requests.size < this.welcome.limits.max_inflight) return;
      await this.#answered.wait();
    }
  }

  /** The link, after waiting for it. Rejects with what ended the connection for good. */
  async #workingLink() {
    for (;;) {
      if (this.#over !== null) throw this.#over;
      if (this.#link !== null) return this.#link;
      if (this.#staying === null) throw new Error("call connect() first");
      await this.#settled.wait();
    }
  }

  /** @param {Request | Parts} request */
  async #ask(request) {
    this.#requests.set(request.plain.id, request);
    this.#drained.wake(); // with a request open, more is read
    // Where the link is lost, now or later, the one who looks after it asks again.
    await this.#link?.send(this.#encode(request.plain)).catch(ignoreClosed);
  }

  /** @param {Request | Parts} request */
  #forget(request) {
    this.#requests.delete(request.plain.id);
    this.#answered.wake();
  }

  // Staying connected.

  /**
   * Reads until the connection is over for good.
   * @param {Link} first
   */
  async #stay(first) {
    try {
      for (let link = first; ; ) {
        const lost = await this.#read(link);
        this.#link = null;
        link.close();
        link = await this.#comeBack(lost);
      }
    } catch (error) {
      const isExpected = error instanceof InfosetError;
      if (!isExpected) console.error("the client broke:", error);
      this.#finish(isExpected ? error : new ConnectionLostError(`the client broke: ${error}`));
    }
  }

  /**
   * A new link after the old one was lost. Rejects when there is no way back.
   * @param {Lost} lost
   */
  async #comeBack({ reason, code, waitMs }) {
    if (this.#over !== null) throw this.#over;
    if (!canReconnect(code) || this.timing.reconnectMs <= 0) {
      throw new ConnectionLostError(reason || "the server closed the connection", code);
    }
    const { session, resume_token: token } = this.welcome;
    const resume = canResume(code) ? { session, token, seq: this.#seq } : undefined;
    this.#onStatus("reconnecting", reason);
    await sleep(this.#dialer.backoff.nextWaitMs(waitMs), this.#end.signal);
    const { link, welcome } = await this.#dialer.dial(this.timing.reconnectMs, this.#end.signal, resume);
    if (this.#over !== null) {
      link.close();
      throw this.#over;
    }
    this.#settleRequests(link, welcome);
    this.#open(link, welcome);
    await this.#deliver(welcome);
    return link;
  }

  /**
   * @param {Link} link
   * @param {Welcome} welcome
   */
  #open(link, welcome) {
    if (!welcome.resumed) {
      this.#seq = this.#acked = 0;
      this.#deltas?.forgetAll();
    }
    const now = performance.now();
    this.#throttle.allow(welcome.limits.msgs_per_s, now);
    this.#thinking.allow(welcome.limits.computes_per_s ?? 0, now);
    this.#welcome = welcome;
    this.#link = link;
    this.#settled.wake();
    this.#onStatus("open", welcome.resumed ? "resumed" : "");
  }

  /**
   * Open requests after a reconnect: asked again in a resumed session, failed in a new one.
   * @param {Link} link
   * @param {Welcome} welcome
   */
  #settleRequests(link, welcome) {
    for (const request of this.#requests.values()) {
      if (welcome.resumed) void link.send(this.#encode(request.plain)).catch(ignoreClosed);
      else request.fail(new ConnectionLostError("the connection was lost before the answer came"));
    }
  }

  /** @param {Error} error */
  #finish(error) {
    if (this.#over !== null) return;
    this.#over = error;
    this.#link = null;
    for (const request of this.#requests.values()) request.fail(error);
    for (const signal of [this.#arrived, this.#settled, this.#answered, this.#drained]) signal.wake();
    this.#onStatus("over", error.message);
  }

  // Reading.

  /** @typedef {{reason: string, code?: number, waitMs?: number}} Lost */

  /**
   * Takes in everything that arrives on one link, until it ends.
   * @param {Link} link
   * @returns {Promise<Lost>}
   */
  async #read(link) {
    try {
      for (;;) {
        const frame = await this.#nextFrame(link);
        if (frame === null) continue;
        const message = /** @type {any} */ (readServerMessage(this.#dialer.codec.decode(frame)));
        if (message.type === "bye") {
          return { reason: message.reason, code: message.code, waitMs: message.retry_ms };
        }
        await this.#take(link, message);
      }
    } catch (error) {
      if (error instanceof LinkClosedError) return { reason: error.message, code: error.code };
      if (error instanceof FrameError) return { reason: `the server sent a bad message: ${error.message}` };
      throw error;
    }
  }

  /**
   * The next frame. A silent link is asked for a sign of life once, then given up.
   * @param {Link} link
   */
  async #nextFrame(link) {
    const { silenceMs, doubtMs } = this.timing;
    for (let waitMs = silenceMs, isAsked = false; ; isAsked = true) {
      const frame = await link.receive(this.#isDoubted ? 0 : waitMs);
      if (frame !== undefined) {
        this.#isDoubted = false;
        return frame;
      }
      if (isAsked && !this.#isDoubted) throw new LinkClosedError("no sign of life");
      waitMs = this.#isDoubted ? doubtMs : silenceMs;
      this.#isDoubted = false;
      await link.send(this.#encode({ type: "ping", id: (this.#ids += 1) })); // without an id it gets no answer
    }
  }

  /**
   * @param {Link} link
   * @param {any} message
   */
  async #take(link, message) {
    const { type, re, seq } = message;
    noteArrival(message);
    const request = this.#requests.get(re);
    if (type === "progress") await this.#deliver(message);
    else if (request !== undefined) request.take(message);
    else if (re === undefined && type !== "pong") await this.#takePush(link, message);
    // Else nobody waits for it: an answer that came too late, or twice after a resume.
    if (seq !== undefined) await this.#count(link, seq);
  }

  /**
   * Delivers what nobody asked for; of a question whose observation is not known, the whole view again.
   * @param {Link} link
   * @param {any} message
   */
  async #takePush(link, message) {
    const isWhole = this.#deltas === null || this.#deltas.complete(message);
    await (isWhole ? this.#deliver(message) : link.send(this.#encode({ type: "sync", match_id: message.match_id })));
  }

  /**
   * Notes what was taken in: a link that breaks before that sends it again.
   * @param {Link} link
   * @param {number} seq
   */
  async #count(link, seq) {
    this.#seq = seq;
    if (seq - this.#acked < this.timing.ackEvery) return;
    this.#acked = seq;
    await link.send(this.#encode({ type: "ack", seq }));
  }

  /**
   * Puts a message into the inbox; waits while it is full, so that the server has to wait, too.
   * @param {ServerMessage | Unknown} message
   */
  async #deliver(message) {
    while (!this.#hasRoom() && this.#over === null) await this.#drained.wait();
    this.#inbox.push(message);
    this.#arrived.wake();
  }

  #hasRoom() {
    // With a request open, the one who should empty the inbox may be waiting for the reply: reading on for
    // a while keeps the two from waiting for each other.
    return this.#inbox.length < this.timing.maxInbox * (this.#requests.size > 0 ? 2 : 1);
  }

  /** @param {Record<string, any>} plain */
  #encode(plain) {
    return this.#dialer.codec.encode(plain);
  }
}

/** A request that waits for its reply. */
class Request {
  /** @param {Record<string, any>} plain */
  constructor(plain) {
    this.plain = plain;
    /** @type {(message: any) => void} */
    this.resolve = () => {};
    /** @type {(error: Error) => void} */
    this.fail = () => {};
    this.reply = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.fail = reject;
    });
    this.reply.catch(() => {}); // it may fail before anybody waits for it
  }

  /** @param {any} message */
  take(message) {
    if (message.type === "error") this.fail(new RequestError(message));
    else this.resolve(message);
  }
}

/** A request that is answered in parts. */
class Parts {
  /** @type {ReplayPart[]} */
  #parts = [];
  #news = new Signal();
  /** @type {Error | null} */
  #error = null;

  /** @param {Record<string, any>} plain */
  constructor(plain) {
    this.plain = plain;
  }

  /** @param {any} message */
  take(message) {
    if (message.type === "error") return this.fail(new RequestError(message));
    this.#parts.push(message);
    this.#news.wake();
  }

  /** @param {Error} error */
  fail(error) {
    this.#error ??= error;
    this.#news.wake();
  }

  async next() {
    while (this.#parts.length === 0) {
      if (this.#error !== null) throw this.#error;
      await this.#news.wait();
    }
    return /** @type {ReplayPart} */ (this.#parts.shift());
  }
}

/**
 * What the simple ways to log in come to.
 * @param {ClientOptions} options
 * @returns {() => import("./wire.js").Credentials}
 */
function credentialsOf({ name = "guest", secret = makeSecret(), token, key }) {
  if (key !== undefined) return () => ({ kind: "key", pub: key.pub });
  if (token !== undefined) return () => ({ kind: "token", token });
  return () => ({ kind: "guest", name, token: secret });
}

function makeSecret() {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {unknown} error */
function ignoreClosed(error) {
  if (!(error instanceof LinkClosedError)) throw error;
}
