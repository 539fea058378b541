// An assistant as its author writes it: hooks, what the seat knows, drawing and suggesting. Knows no network.

import { stackOf } from "../log.js";
import { readServerMessage } from "../reading.js";
import { MatchTracker } from "../tracking.js";
import { Match } from "../turn.js";
import { Canvas, Easel } from "./drawing.js";

/** @typedef {import("../turn.js").Turn} Turn */
/** @typedef {import("../turn.js").Answer} Answer */
/** @typedef {import("../turn.js").MatchResult} MatchResult */

const SECOND_LAYER = "second";
const TURN_LAYER = "turn";
const CHANGE_LAYER = "change";
const MAX_LOGGED = 2000; // characters of one line of log, from its end
const MAX_WHY = 500;

/**
 * Extend it and fill in hooks. Each hook's drawings replace those of its call before. An exception in a hook
 * is shown to the owner as a sign with its stack; the others go on.
 */
export class Assistant {
  draw = new Canvas();
  /** @type {Match | null} what is played */
  match = null;
  /** @type {Turn | null} the open decision; null: nothing is asked */
  turn = null;
  /** @type {Record<string, unknown>[]} what happened in the last change */
  events = [];
  /** @type {Record<string, unknown>} everything the seat knows now */
  state = {};
  /** since the match was joined */
  seconds = 0;
  /** @type {string[]} */
  rights = [];
  /** exceptions so far */
  faults = 0;
  #send;
  #now;
  #easel;
  /** @type {MatchTracker | null} */
  #tracker = null;
  #askedMs = 0;

  /**
   * @param {(message: object) => void} send leads to the supervisor
   * @param {() => number} [now] milliseconds
   */
  constructor(send, now = () => performance.now()) {
    this.#send = send;
    this.#now = now;
    this.#easel = new Easel(send);
  }

  // The hooks.

  /** A match begins, or is joined; also after a restart of this program. */
  start() {}

  /** The owner is asked for a decision. Drawings stay until the next one. @param {Turn} turn */
  everyTurn(turn) {}

  /** A second has passed; so many since the match was joined. @param {number} seconds */
  everySecond(seconds) {}

  /** Something has happened: `events` and `state` are new. Drawings stay until they are replaced. */
  everyChange() {}

  /** The match has ended. @param {MatchResult} result */
  over(result) {}

  /**
   * The server has refused what this program asked for; the owner's log says so already.
   * @param {string} code
   * @param {string} why
   */
  refused(code, why) {}

  // What hooks may look at and do.

  /** Milliseconds until the deadline of the open decision, null where there is none. */
  get leftMs() {
    if (this.turn?.deadlineMs === undefined) return null;
    return Math.max(0, this.turn.deadlineMs - (this.#now() - this.#askedMs));
  }

  /** A line for the owner's log. `console.log` does the same. @param {...unknown} words */
  log(...words) {
    this.#log(words.map(String).join(" "), "info");
  }

  /**
   * Proposes answers to the open decision, best first; none takes the last suggestion back. `values` say how
   * good each is. Throws WrongChoiceError for an answer that is not legal.
   * @param {Answer[]} answers
   * @param {{text?: string, values?: number[]}} [why]
   */
  suggest(answers, { text, values = [] } = {}) {
    const turn = this.#openTurn();
    const top = answers.map((answer, i) => ({
      ...turn.readAnswer(answer),
      ...(values[i] !== undefined && { value: values[i] }),
    }));
    const words = text === undefined ? {} : { text: text.slice(0, MAX_WHY) };
    this.#send({ type: "suggest", decision: turn.decision, top, ...words });
  }

  /**
   * Proposes orders for some slots of a joint decision: slot -> position among its options.
   * @param {Record<string, number>} orders
   */
  suggestOrders(orders) {
    this.#send({ type: "suggest", decision: this.#openTurn().decision, top: [{ orders }] });
  }

  /**
   * Lays orders ready for some slots.
   * @param {Record<string, number>} orders
   * @param {{clear?: boolean}} [how]
   */
  stage(orders, { clear = false } = {}) {
    this.#send({ type: "stage", decision: this.#openTurn().decision, orders, ...(clear && { clear }) });
  }

  /**
   * Plays what is laid ready; needs the right `act`. With `rest`, other slots take their first option.
   * @param {{rest?: boolean}} [how]
   */
  commit({ rest = false } = {}) {
    this.#send({ type: "commit", decision: this.#openTurn().decision, ...(rest && { rest: "first" }) });
  }

  /** Answers the open decision; needs the right `act`. @param {Answer} answer */
  act(answer) {
    const turn = this.#openTurn();
    this.#send({ type: "act", decision: turn.decision, ...turn.readAnswer(answer) });
  }

  // What the supervisor tells.

  /**
   * Takes one message and calls the hooks that it concerns. Never throws for what a hook does.
   * @param {object} told
   */
  take(told) {
    const message = /** @type {Record<string, any>} */ (told);
    switch (message.type) {
      case "tick":
        this.seconds = message.seconds;
        if (this.match !== null) this.#call(SECOND_LAYER, "removed", () => this.everySecond(this.seconds));
        break;
      case "assist_start":
        this.rights = message.rights ?? [];
        break;
      case "error":
        this.#call(null, "removed", () => this.refused(String(message.code), String(message.msg)));
        break;
      default:
        this.#takeMessage(/** @type {any} */ (readServerMessage(message)));
    }
  }

  /** @param {any} message */
  #takeMessage(message) {
    if (message.type === "match_start") {
      this.match = new Match(message);
      this.#tracker = new MatchTracker(this.match);
      this.turn = null;
      this.events = [];
      this.state = {};
      this.#easel = new Easel(this.#send);
      if (message.ver === 0) this.#call(null, "removed", () => this.start());
    } else if (this.#tracker !== null) {
      const happenings = this.#tracker.take(message);
      this.state = this.#tracker.observation ?? this.state;
      this.#follow(message);
      for (const happening of happenings) this.#tell(happening);
    }
  }

  /** @param {any} message */
  #follow(message) {
    if (message.type === "snapshot") this.#call(null, "removed", () => this.start());
    if (message.type !== "events") return;
    this.turn = null;
    this.events = message.items;
    this.#call(CHANGE_LAYER, "removed", () => this.everyChange());
  }

  /** @param {import("../tracking.js").Happening} happening */
  #tell(happening) {
    if (happening.kind === "asked") {
      const { turn } = happening;
      this.turn = turn;
      this.#askedMs = this.#now();
      this.#easel.turnBegins(TURN_LAYER);
      this.#call(TURN_LAYER, "turn", () => this.everyTurn(turn));
    } else if (happening.kind === "missed") {
      this.turn = null;
    } else if (happening.kind === "over") {
      this.turn = null;
      this.#call(null, "removed", () => this.over(happening.result));
      this.match = null;
    }
  }

  /**
   * Calls a hook; shows what it draws on its layer, if it has one, or what went wrong in it.
   * @param {string | null} layer
   * @param {"turn" | "removed"} until
   * @param {() => void} hook
   */
  #call(layer, until, hook) {
    this.draw.take();
    try {
      hook();
      if (layer !== null) this.#easel.show(layer, this.draw.take(), until);
    } catch (error) {
      this.faults += 1;
      this.#log(stackOf(error), "error");
    }
  }

  /**
   * @param {string} text
   * @param {string} level
   */
  #log(text, level) {
    this.#send({ type: "assist_log", level, text: text.slice(-MAX_LOGGED) });
  }

  #openTurn() {
    if (this.turn === null) throw new Error("nothing is asked now");
    return this.turn;
  }
}
