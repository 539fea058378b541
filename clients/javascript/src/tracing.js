// A decision of a bot as a test: `assertDecision` on a trace, which `infoset replay --trace` or `infoset bot --trace` writes.

import { AssertionError } from "node:assert";
import { readFile } from "node:fs/promises";

import { readServerMessage } from "./reading.js";
import { MatchTracker } from "./tracking.js";
import { Match } from "./turn.js";

/** @typedef {import("./bot.js").Bot} Bot */
/** @typedef {import("./turn.js").Answer} Answer */
/** @typedef {import("./turn.js").Turn} Turn */

const FORM = "infoset-trace/1";
const THOUGHT = "thought"; // the type of lines that are no message
const NEAR = 3; // decisions on each side of a ply that are named where nothing is asked at it

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
