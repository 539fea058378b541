// Frames over a byte stream: lines of JSON, or msgpack with a length in front. Node only.

import { connect as connectTcp, isIP } from "node:net";
import { connect as connectTls, rootCertificates } from "node:tls";

import { ConnectError } from "./errors.js";
import { FrameQueue, LinkClosedError } from "./frames.js";
import { makeFramer } from "./framing.js";

const MANY = 256; // frames waiting to be looked at; then the server has to wait

/**
 * Connects. Rejects with ConnectError.
 * @param {import("./address.js").Address} address
 * @param {number} openMs
 * @param {string} [ca] certificates in PEM form to trust beside the usual authorities
 * @returns {Promise<import("./frames.js").Link>}
 */
export function openTcp(address, openMs, ca) {
  return new Promise((resolve, reject) => {
    const { host, port, tls } = address;
    const opened = () => {
      socket.removeAllListeners();
      socket.setTimeout(0);
      resolve(new TcpLink(socket, address.encoding));
    };
    const fail = (/** @type {string} */ why) => {
      socket.destroy();
      reject(new ConnectError(`${address.url}: ${why}`));
    };
    const trust = ca === undefined ? {} : { ca: [...rootCertificates, ca] };
    const name = isIP(host) ? {} : { servername: host }; // where it is a number the certificate must hold that
    const socket = tls ? connectTls({ host, port, ...name, ...trust }, opened) : connectTcp({ host, port }, opened);
    socket.setTimeout(openMs, () => fail("no connection in time"));
    socket.once("error", (error) => fail(`cannot connect: ${error.message || /** @type {any} */ (error).code}`));
  });
}

class TcpLink {
  #socket;
  #framer;
  #frames = new FrameQueue();

  /**
   * @param {import("node:net").Socket} socket
   * @param {import("./address.js").Encoding} encoding
   */
  constructor(socket, encoding) {
    this.#socket = socket;
    this.#framer = makeFramer(encoding);
    socket.setNoDelay(true);
    socket.on("data", (data) => this.#take(data));
    socket.on("error", (error) => this.#frames.end(new LinkClosedError(error.message)));
    socket.on("close", () => this.#frames.end(new LinkClosedError("the server closed the connection")));
  }

  /** @param {Uint8Array} data */
  #take(data) {
    try {
      this.#framer.receive(data, (frame) => this.#frames.push(frame));
    } catch (error) {
      this.#frames.end(new LinkClosedError(`the server sent a bad frame: ${/** @type {Error} */ (error).message}`));
      this.#socket.destroy();
    }
    if (this.#frames.length > MANY) this.#socket.pause();
  }

  /** @param {import("./frames.js").Frame} payload */
  async send(payload) {
    if (this.#socket.destroyed) throw new LinkClosedError("the connection is closed");
    if (this.#socket.write(this.#framer.frame(payload))) return;
    await new Promise((resolve) => {
      const done = () => {
        this.#socket.off("drain", done).off("close", done);
        resolve(undefined);
      };
      this.#socket.on("drain", done).on("close", done);
    });
  }

  /** @param {number} ms */
  async receive(ms) {
    const frame = await this.#frames.next(ms);
    if (this.#frames.length <= MANY && this.#socket.isPaused()) this.#socket.resume();
    return frame;
  }

  nudge() {
    this.#frames.nudge();
  }

  close() {
    this.#socket.end();
    this.#socket.destroySoon();
  }
}
