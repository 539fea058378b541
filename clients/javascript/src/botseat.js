// One bot on one seat of one match: shows it every turn, checks its answers, survives its mistakes.

import { Bot } from "./bot.js";
import { catchUp } from "./catching_up.js";
import { CommandError, ConnectionLostError, InfosetError, ReplyTimeoutError, RequestError, WrongChoiceError } from "./errors.js";
import { consoleLog, stackOf } from "./log.js";
import { Remote } from "./remote.js";
import { AWAY, MatchTracker } from "./tracking.js";
import { Signal, sleep } from "./waiting.js";

/** @typedef {import("./turn.js").Match} Match */
/** @typedef {import("./turn.js").Choice} Choice */
/** @typedef {import("./turn.js").MatchResult} MatchResult */
/** @typedef {import("./tracking.js").Happening} Happening */
/** @typedef {Pick<import("./tracing.js").Trace, "events" | "decided" | "over" | "close">} Trace where all that happens is written */
/** @typedef {() => Bot} BotFactory makes a bot for one match */
/** @typedef {import("./turn.js").Turn} Turn */
/** @typedef {(message: import("./wire.js").ClientMessage) => Promise<unknown>} SendRequest */

const MAX_WAITING_EVENTS = 10_000; // told to a bot that is busy thinking; later ones are dropped
const LAST_WORDS_MS = 10_000; // for what a bot still has to do when its match is over
const MAX_TRIES = 5; // of one request that the server is too busy for
const BUSY_WAIT_MS = 200; // between such tries, where the server names no wait
const CLOSED = new Set(["stale_decision", "wrong_state", "not_found", "not_your_seat"]);

/** What went wrong on one seat: exceptions, answers that are none, decisions missed. */
export class Faults {
  exceptions = 0;
  wrongAnswers = 0;
  missed = 0;

  /** Counts the faults of another seat in. @param {Faults} other */
  add(other) {
    this.exceptions += other.exceptions;
    this.wrongAnswers += other.wrongAnswers;
    this.missed += other.missed;
  }
}

/**
 * Plays a bot on a seat: messages go in through `take`, acts go out through `request`.
 *
 * `take` only notes what happened, so closed decisions are known at once; `play` calls the bot for each
 * happening in order, so the bot never has to expect two calls at the same time.
 */
export class BotSeat {
  faults = new Faults();
  /** @type {MatchResult | null} how the match ended, null while it runs */
  result = null;
  #factory;
  #request;
  #log;
  #trace;
  #tracker;
  /** @type {Happening[]} */
  #waiting = [];
  #news = new Signal();
  #over = new AbortController();
  #isLeft = false;
  /** @type {Map<number, Choice | null>} */
  #choices = new Map();

  /**
   * @param {Match} match
   * @param {BotFactory} factory
   * @param {SendRequest} request
   * @param {import("./log.js").Log} [log]
   * @param {Trace} [trace]
   */
  constructor(match, factory, request, log = consoleLog, trace = undefined) {
    this.match = match;
    this.#factory = factory;
    this.#request = request;
    this.#log = log;
    this.#trace = trace;
    this.#tracker = new MatchTracker(match);
  }

  /**
   * Notes one message about the match. Never throws, never waits.
   * @param {import("./wire.js").ServerMessage | import("./reading.js").Unknown} message
   */
  take(message) {
    for (const happening of this.#tracker.take(message)) {
      if (["happened", "talked"].includes(happening.kind) && this.#waiting.length >= MAX_WAITING_EVENTS) {
        this.#log("warning", `${this.match}: too busy for more events, some dropped`);
        continue;
      }
      this.#waiting.push(happening);
      if (happening.kind === "over") {
        this.result = happening.result;
        this.#over.abort();
      }
    }
    this.#news.wake();
  }

  /** The match is lost sight of: `play` ends. */
  leave() {
    this.#isLeft = true;
    this.#over.abort();
    this.#news.wake();
  }

  /**
   * Calls the bot until the match is over. Never rejects for what the bot does, only for a trace that cannot be
   * written. A bot that still thinks ten seconds after the end is left behind.
   */
  async play() {
    const work = this.#work();
    try {
      await Promise.race([work, this.#lastWords()]);
    } finally {
      this.#trace?.close();
    }
  }

  /** Resolves when a bot has had its time after the end. */
  async #lastWords() {
    const { signal } = this.#over;
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    const patience = new AbortController();
    this.#patience = patience;
    if (!this.#isLeft) await sleep(LAST_WORDS_MS, patience.signal);
    if (!this.#isLeft && !patience.signal.aborted) {
      this.#log("warning", `${this.match}: the match is over, but the bot does not return; left behind`);
    }
  }

  /** @type {AbortController | null} */
  #patience = null;

  async #work() {
    const bot = this.#makeBot();
    await this.#call(bot, "onStart", this.match);
    for (let isOver = false; !isOver && !this.#isLeft; ) {
      const happening = await this.#next();
      if (happening === undefined) break;
      await this.#handle(bot, happening);
      isOver = happening.kind === "over";
    }
    this.#isLeft = true;
    this.#patience?.abort();
  }

  async #next() {
    while (this.#waiting.length === 0 && !this.#isLeft) await this.#news.wait();
    return this.#waiting.shift();
  }

  /**
   * @param {Bot | null} bot
   * @param {Happening} happening
   */
  async #handle(bot, happening) {
    switch (happening.kind) {
      case "asked":
        if (this.#tracker.isOpen(happening.turn.decision)) await this.#answer(bot, happening.turn);
        break;
      case "happened":
        await this.#tell(bot, happening);
        break;
      case "behind":
        await this.#catchUp(bot, happening);
        break;
      case "talked":
        await this.#call(bot, "onTalk", this.match, happening.name, happening.text);
        break;
      case "missed":
        this.#miss(happening.decision, happening.why);
        break;
      case "over":
        await this.#call(bot, "onOver", this.match, happening.result);
        this.#trace?.over(happening.result);
        break;
    }
  }

  /**
   * @param {Bot | null} bot
   * @param {{events: Record<string, unknown>[], ver: number}} happened
   */
  async #tell(bot, { events, ver }) {
    this.#trace?.events(events, ver);
    await this.#call(bot, "onEvents", this.match, events);
  }

  /**
   * Tells what happened while nobody here was told, where somebody wants to hear it.
   * @param {Bot | null} bot
   * @param {{told: number, ver: number}} behind
   */
  async #catchUp(bot, behind) {
    if (this.#trace === undefined && !hears(bot, "onEvents")) return;
    try {
      const missed = catchUp((message) => this.#patiently(message), this.match, behind);
      for await (const happened of missed) await this.#tell(bot, happened);
    } catch (error) {
      if (!(error instanceof InfosetError) || error instanceof CommandError) throw error;
      this.#log("warning", `${this.match}: what happened up to version ${behind.ver} is not told: ${error.message}`);
    }
  }

  /**
   * @param {number} decision
   * @param {string} why
   */
  #miss(decision, why) {
    const choice = this.#choices.get(decision) ?? null;
    this.#choices.delete(decision);
    if (choice !== null && why === AWAY) return; // the answer was taken, only the word of it was lost
    this.faults.missed += 1;
    this.#log("warning", `${this.match}: decision ${decision} was missed (${why})`);
  }

  // Calling the bot.

  /** The bot for this match; null where it cannot even be made (the fallback plays). */
  #makeBot() {
    try {
      const bot = this.#factory();
      if (!(bot instanceof Bot)) throw new TypeError("expected an object of a class that extends Bot");
      return bot;
    } catch (error) {
      this.#fault(error, "the bot could not be made; the fallback plays");
      return null;
    }
  }

  /**
   * Calls a hook; an exception in it is reported and forgotten.
   * @param {Bot | null} bot
   * @param {"onStart" | "onEvents" | "onTalk" | "onOver"} method
   * @param {...any} values
   */
  async #call(bot, method, ...values) {
    if (bot === null || !hears(bot, method)) return;
    try {
      await /** @type {Function} */ (bot[method])(...values);
    } catch (error) {
      this.#fault(error, `${method} threw`);
    }
  }

  /**
   * The bot's choice, or the fallback if it has none; null leaves an optional turn open.
   * @param {Bot | null} bot
   * @param {Turn} turn
   * @returns {Promise<Choice | null>}
   */
  async #decide(bot, turn) {
    if (bot === null) return turn.fallbackChoice("the bot could not be made");
    turn.remote = new Remote((message) => this.#patiently(message), this.match.matchId, turn.decision);
    let answer;
    try {
      answer = await bot.decide(turn);
    } catch (error) {
      this.#fault(error, `decide threw in ${nameOf(turn)}; the fallback is played`);
      return turn.fallbackChoice(`decide raised ${kindOf(error)}`);
    }
    if (answer === null && turn.optional) return null;
    try {
      return { ...turn.readAnswer(answer), ...turn.remarkMade };
    } catch (error) {
      if (!(error instanceof WrongChoiceError)) throw error;
      this.faults.wrongAnswers += 1;
      this.#log("warning", `${this.match}: wrong answer in ${nameOf(turn)}; the fallback is played: ${error.message}`);
      return turn.fallbackChoice("wrong answer");
    }
  }

  /**
   * @param {Bot | null} bot
   * @param {Turn} turn
   */
  async #decideAndTrace(bot, turn) {
    const begunMs = performance.now();
    const choice = await this.#decide(bot, turn);
    this.#trace?.decided(turn, choice, performance.now() - begunMs);
    return choice;
  }

  /**
   * @param {unknown} error
   * @param {string} what
   */
  #fault(error, what) {
    this.faults.exceptions += 1;
    this.#log("error", `${this.match}: ${what}\n${stackOf(error)}`);
  }

  // Telling the server.

  /**
   * @param {Bot | null} bot
   * @param {Turn} turn
   */
  async #answer(bot, turn) {
    if (!this.#choices.has(turn.decision)) {
      this.#choices.set(turn.decision, await this.#decideAndTrace(bot, turn));
      await this.#say(turn);
    }
    const choice = this.#choices.get(turn.decision) ?? null;
    // While the bot was thinking the decision may have been closed, or the match ended.
    if (choice !== null && this.#tracker.isOpen(turn.decision)) await this.#act(turn, choice);
  }

  /** @param {Turn} turn */
  async #say(turn) {
    for (const text of turn.said) {
      try {
        await this.#request({ type: "chat", match_id: this.match.matchId, text });
      } catch (error) {
        if (!(error instanceof InfosetError)) throw error;
        this.#log("info", `${this.match}: not said in ${nameOf(turn)}: ${error.message}`);
      }
    }
  }

  /**
   * @param {Turn} turn
   * @param {Choice} choice
   */
  async #act(turn, choice) {
    try {
      const reply = /** @type {import("./wire.js").ActOk} */ (await this.#patiently(writeAct(turn, choice)));
      this.#tracker.close(turn.decision, reply);
      // A sealed choice is kept: should the server be started anew before all are in, it asks again.
      if (!reply.sealed) this.#choices.delete(turn.decision);
    } catch (error) {
      if (!(error instanceof InfosetError)) throw error;
      await this.#refused(turn, choice, error);
    }
  }

  /**
   * @param {Turn} turn
   * @param {Choice} choice
   * @param {InfosetError} error
   */
  async #refused(turn, choice, error) {
    const where = `${this.match}: ${nameOf(turn)}`;
    if (error instanceof ConnectionLostError || error instanceof ReplyTimeoutError) {
      // A snapshot will ask again; the choice is kept for that.
      this.#log("info", `${where}: not sent: ${error.message}`);
    } else if (!(error instanceof RequestError)) {
      throw error;
    } else if (error.code === "illegal_action" && !isFallback(turn, choice)) {
      this.faults.wrongAnswers += 1;
      this.#log("warning", `${where}: illegal; the fallback is played: ${error.message}`);
      await this.#act(turn, turn.fallbackChoice("illegal"));
    } else if (CLOSED.has(error.code)) {
      this.#log("debug", `${where}: too late: ${error.message}`);
      this.#tracker.close(turn.decision);
    } else {
      this.#log("warning", `${where}: not accepted: ${error.message}`);
    }
  }

  /**
   * Sends a request, again and again where the server is too busy for it.
   * @param {any} message
   */
  async #patiently(message) {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#request(message);
      } catch (error) {
        if (!(error instanceof RequestError) || !error.mayPass || tries === MAX_TRIES) throw error;
        await sleep(error.retryMs ?? BUSY_WAIT_MS);
      }
    }
  }
}

/**
 * Has the bot a hook of its own?
 * @param {Bot | null} bot
 * @param {"onStart" | "onEvents" | "onTalk" | "onOver"} method
 */
function hears(bot, method) {
  return bot !== null && bot[method] !== Bot.prototype[method];
}

/**
 * The message that answers `turn`.
 * @param {Turn} turn
 * @param {Choice} choice
 * @returns {import("./wire.js").Act}
 */
export function writeAct(turn, choice) {
  return { type: "act", match_id: turn.match.matchId, decision: turn.decision, ...choice };
}

/**
 * @param {Turn} turn
 * @param {Choice} choice
 */
function isFallback(turn, { note: _, value: _value, ...choice }) {
  return JSON.stringify(choice) === JSON.stringify(turn.fallbackChoice());
}

/** What kind of thing was thrown; its text may say more than the server has to know. @param {unknown} error */
function kindOf(error) {
  return error instanceof Error ? error.name : typeof error;
}

/** @param {Turn} turn */
function nameOf({ decision, kind }) {
  return `decision ${decision} (${kind})`;
}
