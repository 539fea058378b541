// Waiting in ways that can be ended: a signal many can wait for, a sleep that can be broken off.

/** Wakes everybody who waits at that moment. */
export class Signal {
  /** @type {(() => void)[]} */
  #waiting = [];

  /** @returns {Promise<void>} */
  wait() {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  wake() {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

/**
 * Waits; returns early, without failing, when `end` is aborted.
 * @param {number} ms
 * @param {AbortSignal} [end]
 * @returns {Promise<void>}
 */
export function sleep(ms, end) {
  return new Promise((resolve) => {
    if (end?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      end?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    end?.addEventListener("abort", done);
  });
}

/**
 * The value of a promise, or what `onTime` throws or returns when it takes too long.
 * @template T
 * @param {Promise<T>} promise
 * @param {number} ms
 * @param {() => T} onTime
 * @returns {Promise<T>}
 */
export async function within(promise, ms, onTime) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(LATE), ms);
  });
  try {
    return /** @type {T} */ (await Promise.race([promise, late]));
  } catch (error) {
    if (error !== LATE) throw error;
    return onTime();
  } finally {
    clearTimeout(timer);
  }
}

const LATE = Symbol("late");
