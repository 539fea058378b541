// Runs a bot as a program: reads options, plays the matches, prints what came out. Node only.

import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

import { BotSeat, Faults } from "./botseat.js";
import { Client } from "./client.js";
import { ConnectionLostError, InfosetError } from "./errors.js";
import { stackOf } from "./log.js";
import { LogFile } from "./logfile.js";
import { readBotOptions, readConnection, readPlan } from "./options.js";
import { Host } from "./playing.js";
import { StdioClient } from "./stdio.js";
import { faultsText, resultText, Tally } from "./tally.js";
import { Trace } from "./tracing.js";

/** @typedef {import("./bot.js").Bot} Bot */
/** @typedef {import("./log.js").Log} Log */

const FAILED = 1;
const INTERRUPTED = 130;
const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM"]); // that ask a program to leave
const NORMAL = 1000;

/**
 * Plays a bot as the command line says (`--help` lists the options); the last line of a bot file.
 *
 * `BotClass` is made anew for every match. `defaults` are options by name:
 * `await run(MyBot, { seek: "colonizers", games: "10" })`. The exit code is 1 if nothing could be played.
 * @param {new () => Bot} BotClass
 * @param {import("./options.js").Values} [defaults]
 * @param {string[]} [argv]
 */
export async function run(BotClass, defaults = {}, argv = process.argv.slice(2)) {
  await runGuarded(async (out, setUp) => {
    const { values, help } = readBotOptions(argv, defaults);
    if (values.help) return void out(`${help}\n`);
    const log = setUp(values);
    const plan = readPlan(values);
    const makeBot = () => endable(new BotClass());
    if (plan === undefined) await playOverStdio(makeBot, values, out, log);
    else await playByPlan(makeBot, BotClass.name, plan, values, out, log);
  });
}

/**
 * Is the module with this `import.meta` the program itself? It is not where another imports it, as a test of the bot does:
 * `if (isMain(import.meta)) await run(MyBot);`
 * @param {ImportMeta} meta
 */
export function isMain({ url }) {
  try {
    return createRequire(url).resolve(process.argv[1]) === fileURLToPath(url);
  } catch {
    return false; // the program is no file, as with `node --eval`
  }
}

/**
 * Runs a program's work and sets the exit code; expected failures become one sentence.
 *
 * The work gets the real stdout. Everything else that is printed meanwhile goes to stderr and the log
 * file, so that no `console.log` of a bot can mix with what the program says, or with a protocol.
 * @param {(out: (text: string) => void, setUp: (values: import("./options.js").Values) => Log) => Promise<void>} work
 */
export async function runGuarded(work) {
  const log = new ProgramLog();
  const out = log.takeStdout();
  process.on("unhandledRejection", (error) => log.write("error", `nobody waited for this:\n${stackOf(error)}`));
  listen();
  try {
    await work(out, (values) => log.setUp(values));
  } catch (error) {
    log.write("error", error instanceof InfosetError ? `infoset: ${error.message}` : stackOf(error));
    process.exitCode = FAILED;
  }
}

/** @type {Set<{close: () => Promise<void>}>} what to close when the program is interrupted */
const open = new Set();

/** Closes what is open, so that the server need not wait for us, and ends the program. */
async function leave() {
  deaf();
  await Promise.allSettled([...open].map((one) => one.close()));
  process.exit(INTERRUPTED);
}

/** How many bots decide now. */
let deciding = 0;

function listen() {
  for (const signal of SIGNALS) process.on(signal, leave);
}

function deaf() {
  for (const signal of SIGNALS) process.off(signal, leave);
}

/**
 * The bot, which a signal ends while it decides: it may be in a loop without an end, and then we would never hear the signal.
 * @param {Bot} bot
 */
function endable(bot) {
  const decide = bot.decide;
  bot.decide = async (turn) => {
    if (deciding === 0) deaf();
    deciding += 1;
    try {
      return await decide.call(bot, turn);
    } finally {
      deciding -= 1;
      if (deciding === 0) listen();
    }
  };
  return bot;
}

/** Stderr and, if one is wanted, a file. */
class ProgramLog {
  #isVerbose = false;
  /** @type {LogFile | null} */
  #file = null;

  /**
   * @param {import("./options.js").Values} values
   * @returns {Log}
   */
  setUp(values) {
    this.#isVerbose = values.verbose === true;
    const file = values.log ?? process.env.INFOSET_LOG;
    if (typeof file === "string" && file !== "") this.#file = new LogFile(file);
    return (level, text) => this.write(level, text);
  }

  /** @type {Log} */
  write(level, text) {
    this.#file?.write(`${level}: ${text}`);
    if (this.#isVerbose || level === "warning" || level === "error") process.stderr.write(`${text}\n`);
  }

  /** Turns all printing to stderr and the file; returns what still writes to the real stdout. */
  takeStdout() {
    const real = process.stdout.write.bind(process.stdout);
    process.stdout.write = /** @type {typeof process.stdout.write} */ (
      (/** @type {any} */ chunk, /** @type {any[]} */ ...rest) => {
        this.#file?.write(`printed: ${chunk}`);
        return process.stderr.write(chunk, ...rest);
      }
    );
    return (/** @type {string} */ text) => void real(text);
  }
}

/**
 * Plays by a plan; writes a line for each match and a summary.
 * @param {() => Bot} makeBot
 * @param {string} name
 * @param {import("./playing.js").Plan} plan
 * @param {import("./options.js").Values} values
 * @param {(text: string) => void} out
 * @param {Log} log
 */
async function playByPlan(makeBot, name, plan, values, out, log) {
  const { url, options } = readConnection(values);
  const program = { name: "infoset-bot", lang: "javascript" };
  const onStatus = (/** @type {import("./client.js").Status} */ status, /** @type {string} */ why) => {
    if (status === "reconnecting") log("warning", `connection lost (${why}); reconnecting`);
    else log("info", `connection ${status} ${why}`);
  };
  const features = values.delta ? ["compute", "delta"] : ["compute"];
  const client = new Client(url, { ...options, name: options.name ?? name, program, features, onStatus });
  const tally = new Tally();
  const faults = new Faults();
  const makeSeat = seatMaker(makeBot, client, values, log);
  const onResult = (/** @type {import("./playing.js").Seat} */ seat) => {
    tally.add(seat.result);
    faults.add(/** @type {BotSeat} */ (seat).faults);
    out(`${resultText(seat.match, seat.result)}\n`);
  };
  open.add(client);
  await client.connect();
  try {
    await new Host(client, makeSeat, plan, { onResult, log }).run();
  } finally {
    out(`${tally.text()}${faultsText(faults)}\n`);
    await client.close();
    open.delete(client);
  }
}

/**
 * Plays the matches that a bridge or a host passes on, until it closes our input. Whoever passes them on
 * counts the results.
 * @param {() => Bot} makeBot
 * @param {import("./options.js").Values} values
 * @param {(text: string) => void} out
 * @param {Log} log
 */
async function playOverStdio(makeBot, values, out, log) {
  const client = new StdioClient(process.stdin, out, log);
  const makeSeat = seatMaker(makeBot, client, values, log);
  const onResult = (/** @type {import("./playing.js").Seat} */ seat) => log("info", resultText(seat.match, seat.result));
  await client.connect();
  try {
    await new Host(client, makeSeat, {}, { onResult, log }).run();
  } catch (error) {
    if (!(error instanceof ConnectionLostError) || error.code !== NORMAL) throw error;
  }
}

/**
 * What sits a bot down when a match starts, with a trace where the options want one.
 * @param {() => Bot} makeBot
 * @param {import("./playing.js").Talker} client
 * @param {import("./options.js").Values} values
 * @param {Log} log
 */
function seatMaker(makeBot, client, { trace: folder }, log) {
  return (/** @type {import("./turn.js").Match} */ match, /** @type {import("./wire.js").MatchStart} */ start) => {
    const trace = typeof folder === "string" ? new Trace(folder, start) : undefined;
    return new BotSeat(match, makeBot, (message) => client.request(message), log, trace);
  };
}
