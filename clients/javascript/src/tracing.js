// What a bot was shown, thought and did, in a file for each match: to be looked at, and for tests. Node only.

import { AssertionError } from "node:assert";
import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { CommandError } from "./errors.js";
import { readServerMessage } from "./reading.js";
import { FORM, THOUGHT, TraceLines } from "./trace_lines.js";
import { MatchTracker } from "./tracking.js";
import { Match } from "./turn.js";

/** @typedef {import("./bot.js").Bot} Bot */
/** @typedef {import("./turn.js").Answer} Answer */
/** @typedef {import("./turn.js").Turn} Turn */

const NO_FILE_NAME = /[^\p{L}\p{N}_.-]/gu;
const NEAR = 3; // decisions on each side of a ply that are named where nothing is asked at it

/** Writes the trace of one match. Every line is on its way to the disk when the call returns. */
export class Trace extends TraceLines {
  #folder;
  /** @type {number | null} null once it is closed */
  #file = null;

  /**
   * Opens `MATCH-seatN.ndjson` in the folder, which is made if it is missing. Throws CommandError, as all that writes.
   * @param {string} folder
   * @param {import("./wire.js").MatchStart} start
   */
  constructor(folder, start) {
    super(start, (line) => this.#write(line));
    this.#folder = folder;
    const name = `${start.match_id}-seat${start.seat ?? 0}.ndjson`.replace(NO_FILE_NAME, "_");
    this.#file = this.#try(() => {
      mkdirSync(folder, { recursive: true });
      return openSync(join(folder, name), "w");
    });
    this.begin();
  }

  /** Closes the file: what is written later, as by a bot that is left behind, is lost. @override */
  close() {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  /** @param {string} line */
  #write(line) {
    const file = this.#file;
    if (file !== null) this.#try(() => writeWhole(file, Buffer.from(`${line}\n`)));
  }

  /**
   * @template T
   * @param {() => T} work
   */
  #try(work) {
    try {
      return work();
    } catch (error) {
      throw new CommandError(`--trace ${this.#folder}: ${/** @type {Error} */ (error).message}`);
    }
  }
}

/**
 * Writes all of it, where a write may take a part only.
 * @param {number} file
 * @param {Buffer} bytes
 */
function writeWhole(file, bytes) {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

/**
 * Asserts that a bot, on the seat of a trace, decides on `action` where `ver` is `ply`.
 *
 * The bot is made anew, and told and asked everything that came before, whatever it answers; so it knows what it
 * knew then. `action` is whatever `decide` may return. Rejects with an AssertionError that says what the bot
 * decides instead, or where near that ply something is asked.
 * @param {new () => Bot} BotClass
 * @param {string | URL} file
 * @param {number} ply
 * @param {Answer} action
 */
export async function assertDecision(BotClass, file, ply, action) {
  const messages = await readTrace(file);
  const asked = messages.filter(({ type }) => type === "your_turn").map(({ ver }) => ver);
  if (!asked.includes(ply)) fail(`${file}: nothing is asked at ply ${ply}, ${elsewhere(asked, ply)}`);
  let bot, tracker;
  for (const message of messages) {
    if (message.type === "match_start") {
      tracker = new MatchTracker(new Match(message));
      bot = new BotClass();
      await bot.onStart(tracker.match);
      continue;
    }
    for (const happening of tracker?.take(message) ?? []) {
      if (bot === undefined || tracker === undefined) continue;
      if (happening.kind === "happened") await bot.onEvents(tracker.match, happening.events);
      if (happening.kind !== "asked") continue;
      const { turn } = happening;
      const answer = await bot.decide(turn);
      if (message.ver === ply) return compare(turn, answer, action, `ply ${ply}`);
    }
  }
}

/**
 * Where near a ply something is asked; `asked` is in order.
 * @param {number[]} asked
 * @param {number} ply
 */
function elsewhere(asked, ply) {
  const at = asked.filter((ver) => ver < ply).length;
  const near = asked.slice(Math.max(at - NEAR, 0), at + NEAR);
  return near.length > 0 ? `but near it at ${near.join(", ")}` : "nor at any other";
}

/**
 * The messages of a trace.
 * @param {string | URL} file
 * @returns {Promise<any[]>}
 */
async function readTrace(file) {
  const [first, ...lines] = (await readFile(file, "utf8")).trimEnd().split("\n").map((line) => JSON.parse(line));
  if (first?.form !== FORM) fail(`${file}: expected the form ${FORM}`);
  return lines.filter(({ type }) => type !== THOUGHT).map(readServerMessage);
}

/**
 * @param {Turn} turn
 * @param {unknown} answer
 * @param {Answer} action
 * @param {string} ply
 */
function compare(turn, answer, action, ply) {
  const place = `${ply}, decision ${turn.decision} (${turn.kind})`;
  const expected = spelled(turn, action, place);
  const found = spelled(turn, answer, place);
  if (found !== expected) fail(`${place}: expected ${expected}, the bot answers ${found}`);
}

/**
 * What an answer stands for, as text.
 * @param {Turn} turn
 * @param {unknown} answer
 * @param {string} place
 */
function spelled(turn, answer, place) {
  let choice;
  try {
    choice = turn.readAnswer(answer);
  } catch (error) {
    return fail(`${place}: ${/** @type {Error} */ (error).message}`);
  }
  if ("picks" in choice) return JSON.stringify(choice.picks.map((pick, slot) => turn.slots[slot].options[pick]));
  return JSON.stringify("index" in choice ? (turn.actions[choice.index] ?? choice.index) : choice.action);
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  throw new AssertionError({ message, stackStartFn: assertDecision });
}
