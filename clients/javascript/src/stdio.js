// Plays over standard input and output, where a bridge or a host holds the connection. Node only.
//
// The lines are the messages of the match as they are, both ways; there is no login, and the end of the
// input is the end of everything.

import { noteArrival } from "./arrivals.js";
import { loadCodec } from "./codec.js";
import { ConnectionLostError, FrameError, ReplyTimeoutError, RequestError } from "./errors.js";
import { makeFramer } from "./framing.js";
import { readServerMessage } from "./reading.js";
import { TIMING } from "./timing.js";
import { Signal, within } from "./waiting.js";

const NORMAL = 1000;

/** What `Client` is for a connection: the same `request`, `send`, `receive` and `close`. */
export class StdioClient {
  #write;
  #log;
  #ids = 0;
  /** @type {Map<number, (message: any) => void>} */
  #requests = new Map();
  /** @type {any[]} */
  #inbox = [];
  #arrived = new Signal();
  #isOver = false;
  #framer = makeFramer("json");
  /** @type {import("./codec.js").Codec} */
  #codec = /** @type {any} */ (undefined); // loaded by connect()

  /**
   * @param {import("node:stream").Readable} input
   * @param {(text: string) => void} write
   * @param {import("./log.js").Log} log
   */
  constructor(input, write, log) {
    this.input = input;
    this.#write = write;
    this.#log = log;
  }

  /** Begins to listen. */
  async connect() {
    this.#codec = await loadCodec("json");
    this.input.on("data", (data) => this.#receive(data));
    this.input.on("error", () => this.close());
    this.input.on("end", () => this.close());
  }

  /** Nothing more will come. */
  async close() {
    this.#isOver = true;
    this.input.pause();
    this.#arrived.wake();
  }

  /**
   * Sends a request and returns its reply; rejects as `Client.request`.
   * @param {import("./wire.js").ClientMessage} message
   * @returns {Promise<unknown>}
   */
  async request(message) {
    const id = (this.#ids += 1);
    const reply = new Promise((resolve) => this.#requests.set(id, resolve));
    this.#say({ ...message, id });
    try {
      const answer = /** @type {any} */ (
        await within(reply, TIMING.replyMs, () => {
          throw new ReplyTimeoutError(`no answer to ${message.type} within ${TIMING.replyMs / 1000} s`);
        })
      );
      if (answer.type === "error") throw new RequestError(answer);
      return answer;
    } finally {
      this.#requests.delete(id);
    }
  }

  /** Sends a request without asking for a reply. @param {object} message */
  async send(message) {
    this.#say(message);
  }

  /**
   * The next message; rejects with ConnectionLostError (code 1000) when there will be no more.
   * @returns {Promise<import("./wire.js").ServerMessage | import("./reading.js").Unknown>}
   */
  async receive() {
    while (this.#inbox.length === 0) {
      if (this.#isOver) throw new ConnectionLostError("the input has ended", NORMAL);
      await this.#arrived.wait();
    }
    return this.#inbox.shift();
  }

  /** @param {Record<string, any>} message */
  #say(message) {
    this.#write(`${JSON.stringify(message)}\n`);
  }

  /** @param {Uint8Array} data */
  #receive(data) {
    try {
      this.#framer.receive(data, (frame) => {
        if (frame !== null) this.#take(frame);
      });
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      this.#log("error", `the input is no Infoset protocol: ${error.message}`);
      void this.close();
    }
  }

  /** @param {import("./frames.js").Frame} frame */
  #take(frame) {
    const message = /** @type {any} */ (readServerMessage(this.#codec.decode(frame)));
    noteArrival(message);
    const answer = this.#requests.get(message.re);
    if (answer !== undefined && message.type !== "progress") answer(message);
    else if (message.re === undefined || message.type === "progress") this.#inbox.push(message);
    this.#arrived.wake();
  }
}
