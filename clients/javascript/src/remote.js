// Thinking on the server for bots without rules: sample worlds, walk them, play them out.

/** @typedef {import("./wire.js").Rollout} Rollout */
/** @typedef {import("./wire.js").Simulate} Simulate */
/** @typedef {import("./wire.js").Determinize} Determinize */

/**
 * The fields of a request that are left to say.
 * @template T
 * @typedef {Partial<Omit<T, "type" | "id" | "match_id">>} Fields
 */

/**
 * The server's compute for one decision.
 *
 * Its methods reject with RequestError: `budget_exhausted` when the seat has spent its units,
 * `stale_decision` when the decision is closed, `compute_off` where the room has none.
 */
export class Remote {
  #request;
  #matchId;
  #decision;

  /**
   * @param {(message: import("./wire.js").ClientMessage) => Promise<unknown>} request
   * @param {string} matchId
   * @param {number} decision
   */
  constructor(request, matchId, decision) {
    this.#request = request;
    this.#matchId = matchId;
    this.#decision = decision;
  }

  /**
   * Samples `k` worlds; equal seeds give equal worlds, those from number `start` on.
   * @param {Fields<Determinize>} [fields]
   * @returns {Promise<import("./wire.js").Worlds>}
   */
  determinize(fields = {}) {
    return this.#ask("determinize", { decision: this.#decision, ...fields });
  }

  /**
   * Walks worlds; each walk that got somewhere ends in a new one, unless told otherwise.
   * @param {import("./wire.js").SimJob[]} jobs
   * @param {Fields<Simulate>} [fields]
   * @returns {Promise<import("./wire.js").Sims>}
   */
  simulate(jobs, fields = {}) {
    return this.#ask("simulate", { jobs, ...fields });
  }

  /**
   * Plays worlds out, fresh ones if none are given.
   * @param {Fields<Rollout>} [fields]
   * @returns {Promise<import("./wire.js").Rollouts>}
   */
  rollout(fields = {}) {
    return this.#ask("rollout", fields.worlds === undefined ? { decision: this.#decision, ...fields } : fields);
  }

  /**
   * Forgets worlds, all of them if none are given.
   * @param {string[]} [worlds]
   * @returns {Promise<void>}
   */
  async release(worlds) {
    await this.#ask("release", worlds === undefined ? {} : { worlds });
  }

  /**
   * @param {string} type
   * @param {Record<string, any>} fields
   */
  #ask(type, fields) {
    return /** @type {Promise<any>} */ (this.#request(/** @type {any} */ ({ type, match_id: this.#matchId, ...fields })));
  }
}
