// Follows one match through its messages and says what they mean for its player. Pure: no I/O.
//
// absent --your_turn, snapshot--> open --turn_closed, timeout, match_over--> closed
//                                   |
//                                   +--answered, accepted--> closed

import { arrivalOf } from "./arrivals.js";
import { MatchResult, Turn } from "./turn.js";

/** @typedef {import("./turn.js").Match} Match */
/** @typedef {import("./wire.js").ServerMessage} ServerMessage */
/** @typedef {import("./reading.js").Unknown} Unknown */

export const AWAY = "away"; // why a decision was missed: it closed while there was no connection

/**
 * What a message means: a decision waits for an answer (the same one may be asked again after a
 * reconnect); something changed, and `ver` is that of the view afterwards; what changed in the versions behind `told`, up to
 * `ver`, was told to nobody here, since the program was away or is new; somebody said something; a decision closed without an
 * answer we know of, `why` as the server put it, or AWAY; the match ended.
 * @typedef {{kind: "asked", turn: Turn}
 *   | {kind: "happened", events: Record<string, unknown>[], ver: number}
 *   | {kind: "behind", told: number, ver: number}
 *   | {kind: "talked", name: string, text: string}
 *   | {kind: "missed", decision: number, why: string}
 *   | {kind: "over", result: MatchResult}} Happening
 */

/** What is known about one match, and which of its decisions are open. */
export class MatchTracker {
  /** @type {Map<number, Turn>} */
  #open = new Map();
  /** @type {Map<number, number>} by accepted decision when that was heard: questions that came before are old */
  #answered = new Map();
  #told = 0; // the version up to which it is known what happened

  /** @param {Match} match */
  constructor(match) {
    this.match = match;
    /** @type {Record<string, unknown> | undefined} the newest observation, undefined before the first */
    this.observation = undefined;
  }

  /** Does `decision` still wait for an answer, as far as the messages so far tell? @param {number} decision */
  isOpen(decision) {
    return this.#open.has(decision);
  }

  /** The open decisions, oldest first. */
  openTurns() {
    return [...this.#open.values()].sort((a, b) => a.decision - b.decision);
  }

  /**
   * `decision` was answered, and the server accepted it with `reply`. A question that came before that reply is
   * old, even where it is looked at later.
   * @param {number} decision
   * @param {object} [reply]
   */
  close(decision, reply = {}) {
    this.#open.delete(decision);
    this.#answered.set(decision, arrivalOf(reply));
  }

  /**
   * Takes in one message about this match. What it does not know it skips.
   * @param {ServerMessage | Unknown} message
   * @returns {Happening[]}
   */
  take(message) {
    const known = /** @type {ServerMessage} */ (message);
    switch (known.type) {
      case "your_turn":
        this.#told = Math.max(this.#told, known.ver);
        return this.#ask(known, known.obs, known.clock, arrivalOf(message));
      case "snapshot":
        return this.#takeSnapshot(known, arrivalOf(message));
      case "events":
        this.observation = known.obs ?? this.observation;
        this.#told = known.ver;
        return known.items.length > 0 ? [{ kind: "happened", events: known.items, ver: known.ver }] : [];
      case "turn_closed":
        return this.#miss(known.decision, known.why);
      case "timeout":
        return known.seat === this.match.seat ? this.#miss(known.decision, `timeout, ${known.applied} played`) : [];
      case "chat_msg":
        return [{ kind: "talked", name: known.name, text: known.text }];
      case "match_over":
        this.#open.clear();
        return [{ kind: "over", result: new MatchResult(known, this.match.seat) }];
      default:
        return [];
    }
  }

  /**
   * A snapshot lists all open decisions: others are closed, missed while nobody looked.
   * @param {import("./wire.js").Snapshot} snapshot
   * @param {number} arrival
   */
  #takeSnapshot({ pending = [], obs, clock, ver }, arrival) {
    const open = new Set(pending.map(({ decision }) => decision));
    const missed = [...this.#open.keys()].filter((decision) => !open.has(decision));
    this.observation = obs;
    const told = this.#told;
    this.#told = Math.max(told, ver);
    return [
      ...(ver > told ? [/** @type {Happening} */ ({ kind: "behind", told, ver })] : []),
      ...missed.flatMap((decision) => this.#miss(decision, AWAY)),
      ...pending.flatMap((decision) => this.#ask({ ...decision, ver }, obs, clock, arrival)),
    ];
  }

  /**
   * @param {import("./wire.js").Decision & {tick?: number, ver: number}} asked
   * @param {Record<string, unknown> | undefined} obs
   * @param {number[] | undefined} clock
   * @param {number} arrival
   * @returns {Happening[]}
   */
  #ask(asked, obs = {}, clock, arrival) {
    const turn = new Turn(this.match, asked, obs, clock);
    this.observation = obs;
    if (arrival < (this.#answered.get(turn.decision) ?? 0)) return [];
    this.#open.set(turn.decision, turn);
    return [{ kind: "asked", turn }];
  }

  /**
   * @param {number} decision
   * @param {string} why
   * @returns {Happening[]}
   */
  #miss(decision, why) {
    return this.#open.delete(decision) ? [{ kind: "missed", decision, why }] : [];
  }
}
