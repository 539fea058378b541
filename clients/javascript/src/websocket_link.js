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
 * @param {string} [ca] certificates in PEM form to trust beside the usual authorities
 * @returns {Promise<import("./frames.js").Link>}
 */
export async function openWebSocket(address, openMs, ca) {
  const open = ca === undefined ? await usualSocket() : await trustingSocket(ca);
  return new Promise((resolve, reject) => {
    const socket = open(address.url, [`infoset.1.${address.encoding}`]);
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

/** @typedef {(url: string, protocols: string[]) => WebSocket} Open */

/**
 * Opens the platform's own WebSocket; Node has one from version 22 on, before that the package `ws` is needed.
 * @returns {Promise<Open>}
 */
async function usualSocket() {
  if (globalThis.WebSocket !== undefined) return (url, protocols) => new globalThis.WebSocket(url, protocols);
  const { WebSocket } = await loadWs("Node before 22 has no WebSocket");
  return (url, protocols) => new WebSocket(url, protocols);
}

/**
 * The same with certificates of our own, which the platform's WebSocket cannot be told.
 * @param {string} ca
 * @returns {Promise<Open>}
 */
async function trustingSocket(ca) {
  const { WebSocket } = await loadWs("certificates of your own");
  const { rootCertificates } = await import("node:tls");
  return (url, protocols) => new WebSocket(url, protocols, { ca: [...rootCertificates, ca] });
}

/**
 * @param {string} why it is needed
 * @returns {Promise<any>}
 */
async function loadWs(why) {
  try {
    return await import("ws");
  } catch {
    throw new ConnectError(`${why}: \`npm install ws\`, or use infoset:// and infosets:// (TCP)`);
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

  nudge() {
    this.#frames.nudge();
  }

  close() {
    this.#socket.close(1000);
  }
}
