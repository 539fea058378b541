// What arrives on a link and has not been looked at yet. Shared by all links.

/** The other side is gone. `code` is the WebSocket close code where there is one. */
export class LinkClosedError extends Error {
  /**
   * @param {string} reason
   * @param {number} [code]
   */
  constructor(reason, code) {
    super(reason);
    this.code = code;
  }
}

/** @typedef {string | Uint8Array} Frame */

/**
 * One open connection that moves frames.
 * @typedef {object} Link
 * @property {(payload: Frame) => Promise<void>} send waits while the other side reads too slowly; rejects with LinkClosedError
 * @property {(ms: number) => Promise<Frame | null | undefined>} receive the next frame, null for a mere sign of life,
 *   undefined after `ms` of silence; rejects with LinkClosedError
 * @property {() => void} nudge ends the `receive` under way, as if its time were over
 * @property {() => void} close
 */

/** Frames in the order they came; after them, the reason why no more will come. */
export class FrameQueue {
  /** @type {(Frame | null)[]} */
  #frames = [];
  #next = 0;
  /** @type {LinkClosedError | null} */
  #ended = null;
  /** @type {(() => void) | null} */
  #wake = null;

  get length() {
    return this.#frames.length - this.#next;
  }

  /** @param {Frame | null} frame */
  push(frame) {
    this.#frames.push(frame);
    this.#wake?.();
  }

  /** Ends the wait under way, as if its time were over. */
  nudge() {
    this.#wake?.();
  }

  /** @param {LinkClosedError} reason */
  end(reason) {
    this.#ended ??= reason;
    this.#wake?.();
  }

  /**
   * The next frame, or undefined after `ms` without one.
   * @param {number} ms
   * @returns {Promise<Frame | null | undefined>}
   */
  async next(ms) {
    if (this.length === 0 && this.#ended === null) await this.#wait(ms);
    if (this.length > 0) return this.#take();
    if (this.#ended !== null) throw this.#ended;
    return undefined;
  }

  #take() {
    const frame = this.#frames[this.#next];
    this.#next += 1;
    if (this.#next === this.#frames.length) {
      this.#frames = [];
      this.#next = 0;
    }
    return frame;
  }

  /**
   * @param {number} ms
   * @returns {Promise<void>}
   */
  #wait(ms) {
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      const queue = this;
      function done() {
        clearTimeout(timer);
        queue.#wake = null;
        resolve();
      }
      this.#wake = done;
    });
  }
}
