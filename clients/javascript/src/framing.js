// Cuts a byte stream into frames and marks where frames end. Pure; for TCP and standard input.

import { FrameError } from "./errors.js";
import { MAX_FRAME_BYTES } from "./timing.js";

const LF = 10;
const CR = 13;

/** @typedef {import("./frames.js").Frame} Frame */

/**
 * @typedef {object} Framer
 * @property {(data: Uint8Array, take: (frame: Frame | null) => void) => void} receive calls `take` for every frame that is
 *   complete now, with null for a keep-alive; throws FrameError behind the last good one
 * @property {(payload: Frame) => Frame} frame the payload as it goes over the stream
 */

/**
 * @param {import("./address.js").Encoding} encoding
 * @param {number} [maxBytes] of one frame
 * @returns {Framer}
 */
export function makeFramer(encoding, maxBytes = MAX_FRAME_BYTES) {
  return encoding === "json" ? new LineFramer(maxBytes) : new LengthFramer(maxBytes);
}

/** Bytes that wait for the rest of their frame. They are joined once, when it is complete. */
class Pieces {
  /** @type {Uint8Array[]} */
  #pieces = [];
  length = 0;

  /** @param {Uint8Array} piece */
  add(piece) {
    if (piece.length === 0) return;
    this.#pieces.push(piece);
    this.length += piece.length;
  }

  get last() {
    return this.#pieces.at(-1)?.at(-1);
  }

  /** Everything, which is forgotten here. */
  take() {
    const whole = this.#pieces.length === 1 ? this.#pieces[0] : join(this.#pieces, this.length);
    this.#pieces = [];
    this.length = 0;
    return whole;
  }
}

/** Lines ended by LF; an empty one is a keep-alive, a CR at the end is no part of it. */
class LineFramer {
  #begun = new Pieces();

  /** @param {number} maxBytes */
  constructor(maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * @param {Uint8Array} data
   * @param {(frame: Frame | null) => void} take
   */
  receive(data, take) {
    let start = 0;
    for (let end = data.indexOf(LF); end >= 0; end = data.indexOf(LF, start)) {
      this.#begun.add(data.subarray(start, end));
      const line = readLine(this.#begun.take());
      this.#check(line?.length ?? 0);
      take(line);
      start = end + 1;
    }
    this.#begun.add(data.slice(start)); // a copy: the buffer may be used again
    this.#check(this.#begun.length - (this.#begun.last === CR ? 1 : 0));
  }

  /** @param {number} length */
  #check(length) {
    if (length > this.maxBytes) throw new FrameError(`a line of more than ${this.maxBytes} bytes`);
  }

  /** @param {Frame} payload */
  frame(payload) {
    return `${payload}\n`;
  }
}

/** A length of four bytes, big-endian, then so many bytes; length 0 is a keep-alive. */
class LengthFramer {
  #begun = new Pieces();
  #wanted = 4;
  #isHead = true;

  /** @param {number} maxBytes */
  constructor(maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * @param {Uint8Array} data
   * @param {(frame: Frame | null) => void} take
   */
  receive(data, take) {
    let start = 0;
    while (start < data.length) {
      const piece = data.slice(start, start + this.#wanted - this.#begun.length);
      this.#begun.add(piece);
      start += piece.length;
      if (this.#begun.length < this.#wanted) break;
      const frame = this.#complete(this.#begun.take());
      if (frame !== undefined) take(frame);
    }
  }

  /** @param {Uint8Array} bytes */
  #complete(bytes) {
    this.#isHead = !this.#isHead;
    if (this.#isHead) {
      this.#wanted = 4;
      return bytes;
    }
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
    if (length > this.maxBytes) throw new FrameError(`a frame of ${length} bytes, more than ${this.maxBytes}`);
    if (length > 0) {
      this.#wanted = length;
      return undefined;
    }
    this.#isHead = true;
    return null;
  }

  /** @param {Frame} payload */
  frame(payload) {
    const bytes = /** @type {Uint8Array} */ (payload);
    const framed = new Uint8Array(4 + bytes.length);
    new DataView(framed.buffer).setUint32(0, bytes.length);
    framed.set(bytes, 4);
    return framed;
  }
}

/** @param {Uint8Array} line */
function readLine(line) {
  const end = line.length > 0 && line[line.length - 1] === CR ? line.length - 1 : line.length;
  return end === 0 ? null : line.subarray(0, end);
}

/**
 * @param {Uint8Array[]} pieces
 * @param {number} length
 */
function join(pieces, length) {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
