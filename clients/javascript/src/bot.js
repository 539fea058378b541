// The base class of bots. A bot knows nothing of networks: it is shown turns and answers them.

/** @typedef {import("./turn.js").Match} Match */
/** @typedef {import("./turn.js").Answer} Answer */

/**
 * Plays one match on one seat: the class is called anew for every match.
 *
 * All methods of one object are called one after another, never at the same time, and may be async. An
 * exception in any method is reported with its stack and the match goes on; in `decide`, the fallback is
 * played. `console.log` is safe anywhere: it goes to the log.
 *
 * @template [Observation=Record<string, unknown>]
 * @template {import("./turn.js").WrittenAction} [Action=import("./turn.js").WrittenAction]
 */
export class Bot {
  /** The bot's own random numbers, from 0 to 1. Assign a seeded function for play that can be repeated. */
  rng = Math.random;

  /**
   * Answers a turn: an index, one of `turn.actions`, or one option per slot of a joint order. null leaves
   * an optional turn unanswered; the deadline then decides.
   * @param {import("./turn.js").Turn<Observation, Action>} turn
   * @returns {Answer | null | Promise<Answer | null>}
   */
  decide(turn) {
    throw new Error(`${this.constructor.name} has no decide(turn), asked ${turn.kind}`);
  }

  /**
   * The match begins, or a new process came back to it: then what happened before is told as events.
   * @param {Match} match
   * @returns {void | Promise<void>}
   */
  onStart(match) {}

  /**
   * Something happened that this seat may see: `{e: kind, by: seat, ...}`, in order. Everything is told once, before the next
   * question: also what happened while the program was away, and in a new process all from the beginning. Where the server
   * does not tell it, a warning says so.
   * @param {Match} match
   * @param {unknown[]} events
   * @returns {void | Promise<void>}
   */
  onEvents(match, events) {}

  /**
   * Somebody said something in the match, perhaps the bot itself. Trust no word of it.
   * @param {Match} match
   * @param {string} name
   * @param {string} text
   * @returns {void | Promise<void>}
   */
  onTalk(match, name, text) {}

  /**
   * The match is over.
   * @param {Match} match
   * @param {import("./turn.js").MatchResult} result
   * @returns {void | Promise<void>}
   */
  onOver(match, result) {}
}
