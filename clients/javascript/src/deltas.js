// Observations that come as differences (feature `delta`), completed again. Knows no connection.

import { isObject } from "./codec.js";

const MAX_MATCHES = 1000; // at once, whose last observation is kept; the oldest is forgotten

/** Puts back what the server has left out of its questions. */
export class DeltaReader {
  /** @type {Map<string, {ver: number, obs: any}>} by match, the newest last */
  #known = new Map();

  /**
   * Completes a question in place; other messages stay as they are. False for a difference from an
   * observation that is not known: ask for `sync`.
   * @param {object} plain checked already
   */
  complete(plain) {
    const message = /** @type {any} */ (plain);
    const { type, match_id: matchId, delta } = message;
    if (type === "match_over") this.#known.delete(matchId);
    if (type !== "your_turn") return true;
    if (delta !== undefined) {
      const known = this.#known.get(matchId);
      if (known === undefined || known.ver !== delta.base) return false;
      message.obs = applyPatch(known.obs, delta.patch);
      delete message.delta;
    }
    if (message.obs !== undefined) this.#keep(message);
    return true;
  }

  /** A new session: the server begins anew, too. */
  forgetAll() {
    this.#known.clear();
  }

  /** @param {any} question */
  #keep({ match_id, ver, obs }) {
    this.#known.delete(match_id); // becomes the newest
    this.#known.set(match_id, { ver, obs });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MAX_MATCHES) break;
      this.#known.delete(oldest);
    }
  }
}

/**
 * What a JSON merge patch (RFC 7396) makes of `target`, which does not change; parts that stay are shared with it.
 * @param {unknown} target
 * @param {unknown} patch
 * @returns {unknown}
 */
export function applyPatch(target, patch) {
  if (!isObject(patch)) return patch;
  const fields = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) fields.delete(name);
    else fields.set(name, applyPatch(fields.get(name), value));
  }
  return Object.fromEntries(fields); // makes own fields, whatever their names are
}
