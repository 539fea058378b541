// Keeps a client below the rate the server allows. Pure: the time is an argument, nobody sleeps.

const MARGIN = 0.9; // of the announced rate: clocks differ, and acknowledgements count too

/** A token bucket: a burst of messages at once, then so many per second. A rate of 0 is no limit. */
export class Throttle {
  #rate = 0;
  #burst = 0;
  #tokens = 0;
  #filledMs = 0;

  /**
   * Starts anew with a full bucket for what a server announced.
   * @param {number} perSecond
   * @param {number} nowMs
   */
  allow(perSecond, nowMs) {
    this.#rate = (perSecond * MARGIN) / 1000;
    this.#burst = this.#tokens = 2 * perSecond * MARGIN;
    this.#filledMs = nowMs;
  }

  /**
   * Takes one message out of the bucket; returns how many ms to wait before sending it.
   * @param {number} nowMs
   */
  take(nowMs) {
    if (this.#rate <= 0) return 0;
    this.#tokens = Math.min(this.#burst, this.#tokens + (nowMs - this.#filledMs) * this.#rate) - 1;
    this.#filledMs = nowMs;
    return Math.max(0, -this.#tokens / this.#rate);
  }
}
