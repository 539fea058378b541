// How long to wait before the next attempt to connect. Pure: chance is an argument, nobody sleeps.

/**
 * Chance picks each wait between nothing and a bound that doubles from `firstMs` to `longestMs`: a hall
 * full of clients does not come back all at the same moment.
 */
export class Backoff {
  #attempts = 0;

  /**
   * @param {() => number} [rng] numbers from 0 to 1
   * @param {{firstMs?: number, longestMs?: number}} [bounds]
   */
  constructor(rng = Math.random, { firstMs = 250, longestMs = 10_000 } = {}) {
    this.rng = rng;
    this.firstMs = firstMs;
    this.longestMs = longestMs;
  }

  /** The wait before the next attempt; what the server has asked for comes on top. */
  nextWaitMs(askedMs = 0) {
    // 2^16 times any first wait is past every longest one: the exponent needs no more.
    const full = Math.min(this.longestMs, this.firstMs * 2 ** Math.min(this.#attempts, 16));
    this.#attempts += 1;
    return askedMs + full * this.rng();
  }

  /** The connection works again: the next wait is a short one. */
  reset() {
    this.#attempts = 0;
  }
}
