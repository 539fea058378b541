// Runs the bot that somebody has written in the page. It has no connection: the page passes on what the server says and what
// the bot answers, as a bridge does for a program over standard input and output.
import * as sdk from "../sdk/index.js";
import * as catan from "../sdk/games/catan.js";
import * as colonizers from "../sdk/games/colonizers.js";
import * as crossfire from "../sdk/games/crossfire.js";
import { MOST_LINES, PROGRAM, readable, withImports } from "../model/playground.js";

const MOST_CHARACTERS = 4000; // of a line

/** @type {MessagePort} */
let port;
let lines = 0; // in the match that is played
const tell = (message) => port.postMessage(message);

/** @type {new () => sdk.Bot} what the program has given to `run` */
let runs;

/** What a program may import, by name. At home `run` plays the bot, here it says which class does. */
const MODULES = {
  "#infoset": { ...sdk, isMain: () => true, run: (BotClass) => void (runs = BotClass) },
  "#infoset/games/catan": catan,
  "#infoset/games/colonizers": colonizers,
  "#infoset/games/crossfire": crossfire,
};

const urlOf = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));

/** Under which address a module can be imported; its names are looked up in `globalThis`, which modules share. */
function offered(name, exports) {
  globalThis[Symbol.for(name)] = exports;
  const found = `globalThis[Symbol.for(${JSON.stringify(name)})]`;
  return urlOf(Object.keys(exports).map((one) => `export const ${one} = ${found}.${one};`).join("\n"));
}

/** Of modules by their address. */
const names = {};

/** One line of the log; of many in one match the rest is left out. */
function log(level, text) {
  lines += 1;
  if (lines <= MOST_LINES) tell({ kind: "log", level, text: readable(text, names).slice(0, MOST_CHARACTERS) });
  else if (lines === MOST_LINES + 1) tell({ kind: "log", level: "left-out", text: "" });
}

const shown = (value) => {
  if (typeof value === "string") return value;
  if (value instanceof Error) return value.stack ?? String(value);
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
};
for (const name of ["log", "info", "debug", "warn", "error"])
  console[name] = (...values) => log("printed", values.map(shown).join(" "));

/** What the server says to the bot, and what the bot asks: a client as `Host` wants one. */
class Passage {
  waiting = [];
  asked = new Map();
  numbers = 0;
  wake = () => {};

  request(message) {
    this.numbers += 1;
    const number = this.numbers;
    tell({ kind: "request", number, message });
    return new Promise((resolve, reject) => this.asked.set(number, { resolve, reject }));
  }

  async receive() {
    while (this.waiting.length === 0) await new Promise((resolve) => (this.wake = resolve));
    return this.waiting.shift();
  }

  take({ kind, number, message, error, isLost }) {
    if (kind === "message") {
      this.waiting.push(message);
      this.wake();
      return;
    }
    const { resolve, reject } = this.asked.get(number);
    this.asked.delete(number);
    if (message) resolve(message);
    else reject(isLost ? new sdk.ConnectionLostError(error.msg) : new sdk.RequestError(error));
  }
}

/** Runs the program, and so learns which class plays. */
async function load(code) {
  const addresses = Object.fromEntries(Object.entries(MODULES).map(([name, exports]) => [name, offered(name, exports)]));
  const address = urlOf(withImports(code, addresses));
  for (const [name, one] of [...Object.entries(addresses), [PROGRAM, address]]) names[one] = name;
  await import(address);
}

/** Plays with the program, whose way to the page is `way`. */
export async function begin(code, way) {
  port = way;
  try {
    await load(code);
  } catch (error) {
    tell({ kind: "failed", text: readable(shown(error), names), isUnread: error instanceof SyntaxError });
    return;
  }
  if (!runs) {
    tell({ kind: "failed", isWithoutRun: true });
    return;
  }
  const passage = new Passage();
  port.onmessage = ({ data }) => passage.take(data);
  const makeSeat = (match, start) => {
    lines = 0;
    const trace = new sdk.TraceLines(start, (line) => tell({ kind: "traced", match: match.matchId, line }));
    trace.begin();
    return new sdk.BotSeat(match, () => new runs(), (message) => passage.request(message), log, trace);
  };
  const onResult = ({ match, faults }) => tell({ kind: "played", match: match.matchId, faults: { ...faults } });
  tell({ kind: "ready" });
  await new sdk.Host(passage, makeSeat, {}, { onResult, log }).run();
}

addEventListener("unhandledrejection", ({ reason }) => log("error", shown(reason)));
