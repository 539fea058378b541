// What a bot is shown: the match it plays (`Match`) and the question it must answer (`Turn`). No network.

import { WrongChoiceError } from "./errors.js";

const MAX_SHOWN_ACTIONS = 12; // legal actions named in a complaint
const MAX_NOTE = 500; // characters
const MAX_SAID = 300; // characters of a line of talk

/** @typedef {{seat: number, name: string, isBot: boolean}} Player who sits on a seat */
/**
 * The actions of one verb; of actions that have no types of their own, any of them.
 * @template {WrittenAction} Action
 * @template {string} V
 * @typedef {unknown[] extends Action ? Action : Extract<Action, [V, ...unknown[]]>} ActionsWith
 */

/** @typedef {unknown[]} WrittenAction `[verb, argument, ...]` in the game's notation */
/** @typedef {{name: string, options: WrittenAction[]}} Slot one factor of a joint order */
/**
 * A checked answer. A `note` that begins with `fallback:` tells the server that the bot has not decided itself.
 * @typedef {({index: number} | {picks: number[]} | {action: WrittenAction}) & {note?: string, value?: number[]}} Choice
 */
/** @typedef {number | readonly unknown[]} Answer an index, a written action, or one option per slot */

/** One play of a game as its player knows it: all that stays the same from start to end. */
export class Match {
  /** @param {import("./wire.js").MatchStart} start */
  constructor(start) {
    this.matchId = start.match_id;
    this.game = start.game;
    this.rules = start.rules;
    this.seat = start.seat ?? -1; // -1: watched, not played
    /** @type {Player[]} */
    this.players = start.players.map(({ seat, name = "", kind }) => ({ seat, name, isBot: kind === "bot" }));
    /** @type {Record<string, unknown>} */
    this.options = start.options ?? {};
    /** @type {unknown} what everybody may know, such as the costs of cards */
    this.consts = start.consts ?? {};
    this.clock = start.clock;
    /** @type {Record<string, unknown>} what thinking on the server may use */
    this.compute = start.compute ?? {};
  }

  /** How many seats the match has. */
  get seats() {
    return this.players.length;
  }

  toString() {
    return `${this.game} ${this.matchId} seat ${this.seat}`;
  }
}

/** How a match ended. `places` (1 is best, ties share), `scores` and `returns` go by seat. */
export class MatchResult {
  /**
   * @param {import("./wire.js").MatchOver} over
   * @param {number} seat
   */
  constructor({ reason, places, scores, returns }, seat) {
    this.reason = reason;
    this.places = places;
    this.scores = scores;
    this.returns = returns;
    this.seat = seat;
  }

  /** The player's own place, undefined if the match had no places. */
  get place() {
    return this.places.at(this.seat < 0 ? Infinity : this.seat);
  }

  /** The player's own score, undefined if the match had no scores. */
  get score() {
    return this.scores.at(this.seat < 0 ? Infinity : this.seat);
  }
}

/**
 * One open decision of one seat.
 *
 * @template [Observation=Record<string, unknown>] the game's, from `games/NAME.d.ts`
 * @template {WrittenAction} [Action=WrittenAction]
 */
export class Turn {
  /**
   * @param {Match} match
   * @param {import("./wire.js").Decision & {tick?: number, ver?: number}} asked
   * @param {Observation} observation everything the seat knows now
   * @param {number[]} [clockMs] the time banks by seat
   * @param {import("./remote.js").Remote} [remote] thinks on the server, where that is offered
   */
  constructor(match, asked, observation, clockMs = [], remote = undefined) {
    this.match = match;
    this.decision = asked.decision;
    this.kind = asked.kind;
    /** how many actions an index can name; undefined: too many, answer with picks */
    this.n = asked.n;
    /** @type {Action[]} the actions, where they can be listed; the position is the index */
    this.actions = /** @type {any} */ (asked.legal.actions ?? []);
    /** @type {Slot[]} of a joint order: every combination of one option per slot is legal */
    this.slots = (asked.legal.slots ?? []).map(({ slot, options }) => ({ name: slot, options: /** @type {WrittenAction[]} */ (options) }));
    /** descriptions of further actions, answered in written form */
    this.params = asked.legal.params ?? [];
    /** the index that a missed deadline plays */
    this.fallback = asked.fallback ?? 0;
    this.observation = observation;
    /** the time left when the turn arrived; undefined: untimed */
    this.deadlineMs = asked.deadline_ms;
    this.clockMs = clockMs;
    /** may be left unanswered: return null */
    this.optional = asked.optional ?? false;
    /** in simultaneous games the round that is decided */
    this.tick = asked.tick;
    /** the version of the position that is shown */
    this.ver = asked.ver ?? 0;
    this.remote = remote;
    /** @type {(number | null)[]} what the bot thinks of the actions, empty where it has said nothing */
    this.values = [];
    /** @type {{note?: string, value?: number[]}} what the bot says of its act, to its owner alone */
    this.remarkMade = {};
    /** @type {string[]} what the bot says to the table */
    this.said = [];
  }

  /**
   * Says something to the table just before the act is sent, where the room lets programs talk. What the server
   * refuses is logged; the act is sent all the same.
   * @param {string} text cut at 300 characters
   */
  say(text) {
    if (text.trim()) this.said.push([...text.trim()].slice(0, MAX_SAID).join(""));
  }

  /**
   * Says something of the act that will answer this turn, to be read in the replay by the bot's owner alone.
   * Throws RangeError for a `value` that is none.
   * @param {string} [note] cut at 500 characters
   * @param {number[]} [value] the result that the bot expects of each seat, from -1 to 1
   */
  remark(note, value) {
    const isValue = value === undefined || (value.length === this.match.seats && value.every((one) => one >= -1 && one <= 1));
    if (!isValue) throw new RangeError(`value: expected a number from -1 to 1 for each of ${this.match.seats} seats`);
    if (value !== undefined) this.remarkMade.value = [...value];
    if (note) this.remarkMade.note = [...note].slice(0, MAX_NOTE).join("");
  }

  /**
   * Notes what the bot thinks of the actions, for whoever looks at its trace; plays nothing. Throws RangeError unless
   * there is a value for each of `actions`.
   * @param {ArrayLike<number | null>} values in the order of the actions, null where it has none
   */
  weigh(values) {
    if (this.isProduct && values.length > 0) {
      throw new RangeError(`values: a joint order lists no actions to weigh, got ${values.length}`);
    }
    if (values.length !== this.actions.length) {
      const want = `a number or null for each of ${this.actions.length} listed actions`;
      throw new RangeError(`values: expected ${want}, got ${values.length}`);
    }
    this.values = Array.from(values, (value) => (Number.isFinite(value) ? value : null));
  }

  /** The seat that decides. */
  get seat() {
    return this.match.seat;
  }

  /** The name of the game. */
  get game() {
    return this.match.game;
  }

  /** Is this a joint order, one option for each slot? */
  get isProduct() {
    return this.slots.length > 0;
  }

  /**
   * The position of an action like `["build", 5]`, the first of equals. Throws WrongChoiceError.
   * @param {readonly unknown[]} action
   */
  indexOf(action) {
    const index = find(this.actions, action);
    if (index < 0) throw new WrongChoiceError(`${JSON.stringify(action)} is not legal now; ${this.#legalText()}`);
    return index;
  }

  /**
   * The legal actions that begin with `verb`.
   * @template {string} V
   * @param {V} verb
   * @returns {ActionsWith<Action, V>[]}
   */
  actionsWith(verb) {
    return /** @type {any} */ (this.actions.filter((action) => action[0] === verb));
  }

  /**
   * A legal answer drawn uniformly: an index, or picks where there are too many for an index.
   * @param {() => number} [rng] numbers from 0 to 1
   * @returns {Answer}
   */
  randomAnswer(rng = Math.random) {
    if (this.n !== undefined) return Math.floor(rng() * this.n);
    return this.slots.map(({ options }) => Math.floor(rng() * options.length));
  }

  /**
   * What a missed deadline would play.
   * @param {string} [why] the bot has not decided itself, as the server is told
   * @returns {Choice}
   */
  fallbackChoice(why) {
    const choice = this.n === undefined ? { picks: this.slots.map(() => 0) } : { index: this.fallback };
    return why === undefined ? choice : { ...choice, note: `fallback: ${why}`.slice(0, MAX_NOTE) };
  }

  /**
   * Checks what a bot returned. Throws WrongChoiceError, which says what was expected.
   * @param {unknown} answer
   * @returns {Choice}
   */
  readAnswer(answer) {
    if (Array.isArray(answer)) return this.isProduct ? this.#readPicks(answer) : this.#readAction(answer);
    if (typeof answer !== "number" || !Number.isInteger(answer) || !(answer >= 0 && answer < (this.n ?? 0))) {
      throw new WrongChoiceError(`expected ${this.#answerText()}, got ${shown(answer)}`);
    }
    return { index: answer };
  }

  /** @param {unknown[]} action @returns {Choice} */
  #readAction(action) {
    const index = find(this.actions, action);
    if (index >= 0) return { index };
    if (this.params.some(({ kind }) => kind === action[0])) return { action };
    throw new WrongChoiceError(`${shown(action)} is not legal now; ${this.#legalText()}`);
  }

  /** @param {unknown[]} picks @returns {Choice} */
  #readPicks(picks) {
    if (picks.length !== this.slots.length) {
      throw new WrongChoiceError(`expected ${this.#answerText()}, got ${picks.length} of them`);
    }
    return { picks: picks.map((pick, i) => readPick(this.slots[i], pick)) };
  }

  #answerText() {
    const { n, slots } = this;
    if (!this.isProduct) return `an index from 0 to ${(n ?? 0) - 1} or one of the legal actions`;
    const index = n === undefined ? "" : `an index from 0 to ${n - 1} or `;
    return `${index}one option per slot (${slots.map(({ name }) => name).join(", ")})`;
  }

  #legalText() {
    if (this.isProduct) return `this is a joint order: ${this.#answerText()}`;
    const listed = this.actions.slice(0, MAX_SHOWN_ACTIONS).map(shown).join(", ");
    const more = this.actions.length - MAX_SHOWN_ACTIONS;
    return `legal: ${listed}${more > 0 ? ` and ${more} more` : ""}`;
  }
}

/**
 * A position among the slot's options, or the option itself.
 * @param {Slot} slot
 * @param {unknown} pick
 */
function readPick({ name, options }, pick) {
  const index = Array.isArray(pick) ? find(options, pick) : pick;
  if (typeof index === "number" && Number.isInteger(index) && index >= 0 && index < options.length) return index;
  throw new WrongChoiceError(
    `slot ${name}: expected 0 to ${options.length - 1} or one of ${JSON.stringify(options)}, got ${shown(pick)}`,
  );
}

/**
 * The first place of a list among others, -1 if it is not there.
 * @param {readonly unknown[]} lists
 * @param {readonly unknown[]} wanted
 */
function find(lists, wanted) {
  const text = JSON.stringify(wanted);
  return lists.findIndex((list) => JSON.stringify(list) === text);
}

/** @param {unknown} value */
function shown(value) {
  return JSON.stringify(value) ?? String(value);
}
