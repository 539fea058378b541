// A bot that somebody writes in the page: how it finds the SDK, what its errors point at, what its results say. Runs nothing.
import { intervalOf } from "./known.js";

export const PROGRAM = "bot.js"; // its file in a starter's folder
export const MOST_LINES = 500; // of the log of a match

/** The code with `addresses` in the place of names such as `#infoset`; its lines stay where they are. */
export const withImports = (code, addresses) =>
  code.replace(
    /(\bfrom\s*|\bimport\s*\(?\s*)(["'])(#infoset(?:\/[\w/]+)?)(?:\.js)?\2/g,
    (whole, before, quote, name) => (addresses[name] ? `${before}${quote}${addresses[name]}${quote}` : whole),
  );

/**
 * A text of an exception, with the name of a module for its address, by `names`, and `bot.js:12` for a place in the program.
 * What else is on its stack runs the program, and is left out.
 */
export function readable(text, names) {
  const named = Object.entries(names).reduce((found, [address, name]) => found.replaceAll(address, name), text);
  const lines = named.split("\n").filter((line) => !line.includes("blob:"));
  return lines.map((line) => line.replace(/\(?\b(bot\.js:\d+):\d+\)?/g, "$1")).join("\n");
}

/** The line of the program that a text names first; undefined where it names none. */
export function lineOf(text) {
  const found = /bot\.js:(\d+)/.exec(text);
  return found ? Number(found[1]) : undefined;
}

/** Of so many results, `{played, won, low, high}`: the share of first places with Wilson's interval of 95 %. */
export function shareWon(results) {
  const played = results.length;
  const won = results.filter(({ place }) => place === 1).length;
  return { played, won, ...(played > 0 ? intervalOf(won / played, played) : { low: 0, high: 1 }) };
}

/** A name of a bot as servers want it, made of whatever was written. */
export const slugOf = (written) =>
  written
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "")
    .slice(0, 32);

/** The starter's manifest under another name, for these games; null: for all. */
export const manifestOf = (starter, name, games) =>
  starter.replace(/^name = .*$/m, () => [`name = "${name}"`, ...(games ? [`games = ${JSON.stringify(games)}`] : [])].join("\n"));
