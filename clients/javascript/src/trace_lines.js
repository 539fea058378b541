// What a bot was shown, thought and did, as lines of JSON: the messages of the match as any client knows them, with the whole
// observation in every question, and behind each question a `thought`. docs/traces.md says what is in them.

/** @typedef {import("./turn.js").Choice} Choice */
/** @typedef {import("./turn.js").MatchResult} MatchResult */
/** @typedef {import("./turn.js").Turn} Turn */

export const FORM = "infoset-trace/1";
export const THOUGHT = "thought"; // the type of lines that are no message

/** The trace of one match, for whoever keeps its lines. `begin` comes first. */
export class TraceLines {
  #start;
  #write;

  /**
   * @param {import("./wire.js").MatchStart} start
   * @param {(line: string) => void} write
   */
  constructor(start, write) {
    this.#start = start;
    this.#write = (/** @type {Record<string, unknown>} */ plain) => write(JSON.stringify(plain)); // undefined is absent
  }

  /** Writes what it is, and how the match began. */
  begin() {
    this.#write({ form: FORM });
    this.#write({ ...this.#start, seq: undefined, re: undefined });
  }

  /**
   * What the bot was told; `ver` is that of its view afterwards.
   * @param {Record<string, unknown>[]} items
   * @param {number} ver
   */
  events(items, ver) {
    this.#write({ type: "events", match_id: this.#start.match_id, ver, items });
  }

  /**
   * A question, and what came of it; null leaves it open.
   * @param {Turn} turn
   * @param {Choice | null} choice
   * @param {number} tookMs
   */
  decided(turn, choice, tookMs) {
    this.#write(writeTurn(turn));
    const values = turn.values.length > 0 ? { values: turn.values } : {};
    const chosen = { ...choice, value: undefined };
    this.#write({ type: THOUGHT, decision: turn.decision, ...values, ...chosen, ms: Math.round(tookMs * 1000) / 1000 });
  }

  /** The end: nothing follows. @param {MatchResult} result */
  over({ reason, places, scores, returns }) {
    this.#write({ type: "match_over", match_id: this.#start.match_id, reason, places, scores, returns });
    this.close();
  }

  /** Nothing is written any more. */
  close() {}
}

/**
 * A question as the message that asks it; fields without a value are undefined.
 * @param {Turn} turn
 */
function writeTurn(turn) {
  const { decision, kind, n, fallback, tick } = turn;
  const legal = turn.isProduct
    ? { kind: "product", slots: turn.slots.map(({ name, options }) => ({ slot: name, options })) }
    : { kind: "list", actions: turn.actions };
  const params = turn.params.length > 0 ? { params: turn.params } : {};
  return {
    ...{ type: "your_turn", match_id: turn.match.matchId, seat: turn.seat, ver: turn.ver, decision, kind, n },
    ...{ legal: { ...legal, ...params }, fallback, obs: turn.observation, deadline_ms: turn.deadlineMs },
    ...{ clock: turn.clockMs.length > 0 ? turn.clockMs : undefined, optional: turn.optional || undefined, tick },
  };
}
