// The options that programs share: where the server is, who we are, what to play. Node only.
//
// Tokens come from the environment or a file only: a command line can be read by everybody.

import { fstatSync } from "node:fs";
import { parseArgs } from "node:util";

import { DEFAULT_URL } from "./address.js";
import { CommandError } from "./errors.js";
import { loadCertificates, loadKey, loadToken } from "./keys.js";
import { TIMING } from "./timing.js";

export const CONNECTION_OPTIONS = /** @type {const} */ ({
  url: { type: "string" },
  name: { type: "string" },
  "token-file": { type: "string" },
  "key-file": { type: "string" },
  "ca-file": { type: "string" },
  encoding: { type: "string" },
  wait: { type: "string" },
  log: { type: "string" },
  verbose: { type: "boolean", short: "v" },
  help: { type: "boolean", short: "h" },
});

const PLAN_OPTIONS = /** @type {const} */ ({
  seek: { type: "string" },
  room: { type: "string" },
  ladder: { type: "string" },
  version: { type: "string" },
  games: { type: "string" },
  seats: { type: "string" },
  fill: { type: "string" },
  tables: { type: "string" },
  seat: { type: "string" },
  code: { type: "string" },
  delta: { type: "boolean" },
  trace: { type: "string" },
  stdio: { type: "boolean" },
});

export const CONNECTION_HELP = `connection:
  --url URL          infoset://HOST:PORT, infosets://, ws:// or wss:// (default: $INFOSET_URL or ${DEFAULT_URL})
  --name NAME        name to play under (default: $INFOSET_NAME)
  --token-file FILE  file with the secret token (default: the token in $INFOSET_TOKEN, else a guest)
  --key-file FILE    file with the private key to log in with instead
  --ca-file FILE     certificates to trust beside the usual authorities, under TLS
  --encoding NAME    json (default) or msgpack
  --wait SECONDS     keep trying this long while the server cannot be reached (default: 0; to come back, ten minutes at least)
  --log FILE         keep a log in this file, too (default: $INFOSET_LOG)
  -v, --verbose      tell more on stderr`;

const PLAN_HELP = `what to play:
  --seek GAME        be paired with whoever seeks the same game
  --room ROOM        take a seat in this room
  --ladder LADDER    play rated matches on this ladder
  --games N          matches to play in all (default: 1 with --seek and --room, else no end)
  --seats N          with --seek: number of seats
  --fill SECONDS     with --seek: wait before house bots fill the empty seats (default: the server's)
  --tables N         with --seek and --ladder: matches at the same time (default: 1)
  --seat N           with --room: seat, from 0
  --code CODE        with --room: code of an unlisted room
  --version TEXT     with --ladder: which program this is; another version begins anew (default: 1)
  --delta            be sent what has changed in place of whole observations: less traffic, the same turns
  --trace FOLDER     write there what the bot sees, thinks and does, a file for each match; see infoset trace
  --stdio            play over standard input and output (default where they are pipes and nothing else is said)`;

/** @typedef {Record<string, string | boolean | undefined>} Values */

/**
 * The options of a program that plays; `defaults` are options by name. Throws CommandError.
 * @param {string[]} argv
 * @param {Values} defaults
 */
export function readBotOptions(argv, defaults) {
  const values = readOptions(argv, { ...CONNECTION_OPTIONS, ...PLAN_OPTIONS }, defaults);
  return { values, help: `${PLAN_HELP}\n\n${CONNECTION_HELP}` };
}

/**
 * Options by name. Throws CommandError for one that is unknown or lacks its value.
 * @param {string[]} argv
 * @param {Record<string, {type: "string" | "boolean", short?: string}>} options
 * @param {Values} [defaults]
 * @returns {Values}
 */
export function readOptions(argv, options, defaults = {}) {
  try {
    const { values } = parseArgs({ args: argv, options });
    const given = /** @type {Values} */ (values);
    // Who says where to play on the command line does not want the program's usual place as well.
    const isPlaced = [given.seek, given.room, given.ladder, given.stdio].some((way) => way !== undefined);
    const { seek, room, ladder, ...others } = defaults;
    return { ...others, ...(!isPlaced && { seek, room, ladder }), ...given };
  } catch (error) {
    throw new CommandError(`${/** @type {Error} */ (error).message} (--help lists the options)`);
  }
}

/**
 * How to connect, as options for `Client`. Throws CommandError.
 * @param {Values} values
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {{url: string, options: import("./client.js").ClientOptions}}
 */
export function readConnection(values, env = process.env) {
  const text = (/** @type {string} */ name) => /** @type {string | undefined} */ (values[name]);
  const keyFile = text("key-file");
  const tokenFile = text("token-file");
  const caFile = text("ca-file");
  const token = tokenFile === undefined ? env.INFOSET_TOKEN : loadToken(tokenFile);
  const encoding = text("encoding");
  if (encoding !== undefined && encoding !== "json" && encoding !== "msgpack") {
    throw new CommandError("--encoding: expected json or msgpack");
  }
  return {
    url: text("url") ?? env.INFOSET_URL ?? DEFAULT_URL,
    options: {
      name: text("name") ?? env.INFOSET_NAME,
      ...(keyFile === undefined ? { token: token || undefined } : { key: loadKey(keyFile) }),
      ca: caFile === undefined ? undefined : loadCertificates(caFile),
      encoding: /** @type {import("./address.js").Encoding | undefined} */ (encoding),
      timing: patience(1000 * (readNumber(values, "wait", 0, 86_400) ?? 0)),
    },
  };
}

/**
 * Keeps trying so long whenever the server cannot be reached; to come back never less than usual.
 * @param {number} waitMs
 */
function patience(waitMs) {
  return { connectMs: waitMs, reconnectMs: Math.max(waitMs, TIMING.reconnectMs) };
}

/**
 * What to play; `undefined` means over standard input and output. Throws CommandError where nothing is said.
 * @param {Values} values
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {import("./playing.js").Plan | undefined}
 */
export function readPlan(values, env = process.env) {
  const { seek, room, ladder, version, code, stdio } = /** @type {Record<string, any>} */ (values);
  const ways = [seek, room, ladder].filter((way) => way !== undefined).length;
  const isPlaced = ways > 0;
  if (ways > 1) throw new CommandError("expected one of --seek, --room and --ladder");
  if (stdio || (!isPlaced && !env.INFOSET_TOKEN && isPiped())) return undefined;
  if (!isPlaced && !env.INFOSET_TOKEN) {
    throw new CommandError("what shall be played? Add --seek GAME to be paired, --room ROOM to take a seat, or --ladder LADDER");
  }
  const fill = readNumber(values, "fill", 0, 86_400);
  return {
    game: seek,
    room,
    ladder,
    version,
    code,
    seats: readNumber(values, "seats", 1, 16),
    seat: readNumber(values, "seat", 0, 15),
    tables: readNumber(values, "tables", 1, 64),
    fillMs: fill === undefined ? undefined : Math.round(1000 * fill),
    matches: readNumber(values, "games", 1, Number.MAX_SAFE_INTEGER) ?? (seek === undefined && room === undefined ? undefined : 1),
  };
}

/**
 * @param {Values} values
 * @param {string} name
 * @param {number} least
 * @param {number} most
 */
function readNumber(values, name, least, most) {
  if (values[name] === undefined) return undefined;
  const number = Number(values[name]);
  if (!(number >= least && number <= most)) {
    throw new CommandError(`--${name}: expected ${least} to ${most}, got ${values[name]}`);
  }
  return number;
}

/** Does a program, not a person, hold the other end of our input? */
function isPiped() {
  const input = fstatSync(0);
  return input.isFIFO() || input.isSocket();
}
