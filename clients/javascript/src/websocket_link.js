// Frames as WebSocket messages: text for JSON, binary for msgpack. For browsers and Node.

import { ConnectError } from "./errors.js";
import { FrameQueue, LinkClosedError } from "./frames.js";

const MAX_WAITING = 20_000; // frames nobody looks at; a WebSocket cannot be told to wait
const MAX_BUFFERED_BYTES = 1 << 20; // not yet sent; then `send` waits
const DRAIN_MS = 10;

/**
 * Connects. Rejects with ConnectError.
 * @param {import("./address.js").Address} address
 * @param {number} openMs
 * @returns {Promise<import("./frames.js").Link>}
 */
export async function openWebSocket(address, openMs) {
  const Socket = await socketClass();
  return new Promise((resolve, reject) => {
    /** @type {WebSocket} */
    const socket = new Socket(address.url, [`infoset.1.${address.encoding}`]);
    socket.binaryType = "arraybuffer";
    const fail = (/** @type {string} */ why) => {
      clearTimeout(timer);
      socket.onopen = socket.onerror = socket.onclose = null;
      socket.onerror = () => {}; // closing one that is not open yet is an error of its own
      socket.close();
      reject(new ConnectError(`${address.url}: ${why}`));
    };
    const timer = setTimeout(() => fail("no connection in time"), openMs);
    socket.onerror = (event) => fail(`cannot connect: ${/** @type {any} */ (event).message || "refused"}`);
    socket.onclose = ({ code, reason }) => fail(`closed while connecting (${code} ${reason})`);
    socket.onopen = () => {
      clearTimeout(timer);
      resolve(new WebSocketLink(socket));
    };
  });
}

/** The platform's own WebSocket; Node has one from version 22 on, before that the package `ws` is needed. */
async function socketClass() {
  if (globalThis.WebSocket !== undefined) return globalThis.WebSocket;
  try {
    return /** @type {any} */ ((await import("ws")).WebSocket);
  } catch {
    throw new ConnectError("Node before 22 has no WebSocket: `npm install ws`, or use infoset:// (plain TCP)");
  }
}

class WebSocketLink {
  #socket;
  #frames = new FrameQueue();

  /** @param {WebSocket} socket */
  constructor(socket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      this.#frames.push(typeof data === "string" ? data : new Uint8Array(data));
      if (this.#frames.length > MAX_WAITING) {
        this.#frames.end(new LinkClosedError("the program does not look at what arrives"));
        socket.close();
      }
    };
    socket.onerror = () => {}; // onclose follows
    socket.onclose = ({ code, reason }) => {
      this.#frames.end(new LinkClosedError(reason || `the connection was closed (${code})`, code));
    };
  }

  /** @param {import("./frames.js").Frame} payload */
  async send(payload) {
    if (this.#socket.readyState !== 1) throw new LinkClosedError("the connection is closed");
    this.#socket.send(/** @type {string} */ (payload)); // or bytes
    while (this.#socket.bufferedAmount > MAX_BUFFERED_BYTES && this.#socket.readyState === 1) {
      await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
    }
  }

  /** @param {number} ms */
  receive(ms) {
    return this.#frames.next(ms);
  }

  close() {
    this.#socket.close(1000);
  }
}
