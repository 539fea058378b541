// A tournament that was filled in as a form, as the file that the server takes (docs/tournaments.md). Sends nothing.

import { wireName } from "./naming.js";

/** What is played, by the name of the format: with a number where it wants one. */
export const FORMATS = {
  swiss: { number: { name: "rounds", value: 0 } }, // as many as it takes
  round_robin: { number: { name: "cycles", value: 1 } },
  single_elimination: {},
  double_elimination: {},
  arena: { number: { name: "minutes", value: 45 } },
};

/** The name in commands and addresses that goes with a title; `otherwise` where it has no letters of ours. */
export const idOf = (title, otherwise = "tournament") =>
  title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "")
    .slice(0, 32) || otherwise;

const value = (one) => (Array.isArray(one) ? `[${one.map(value).join(", ")}]` : JSON.stringify(one));
const pair = ([name, one]) => `${name} = ${value(one)}`;
const inline = (object) => `{ ${Object.entries(object).map(pair).join(", ")} }`;
const lines = (text) =>
  (text ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/**
 * The file. `form` has `title`, `game`, `options`, `format`, `number`, `clock`, `opens` (a list of who may enter), `classroom`,
 * `users` and `bots` (names, one a line); `known` are the names of the bots of the server.
 */
export function writeTournament({ title, game, options, format, number, clock, opens, classroom, users, bots }, known = []) {
  const wanted = FORMATS[format].number;
  const counted = wanted && Number(number ?? wanted.value);
  const entrants = [
    ...(classroom ? [{ classroom }] : []),
    ...lines(users).map((user) => ({ user })),
    ...lines(bots).map((bot) => ({ bot: wireName(bot, known) })),
  ];
  return [
    ...Object.entries({ id: idOf(title), title, game, open_to: opens, ...(classroom && { classroom }) }).map(pair),
    ...(Object.keys(options).length ? [`options = ${inline(options)}`] : []),
    `format = ${inline({ kind: format, ...(counted && { [wanted.name]: counted }) })}`,
    `clock = ${inline(clock)}`,
    ...entrants.flatMap((entrant) => ["", "[[entrant]]", ...Object.entries(entrant).map(pair)]),
    "",
  ].join("\n");
}
