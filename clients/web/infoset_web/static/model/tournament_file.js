// A tournament that was filled in as a form, as the file that the server takes (docs/tournaments.md). Sends nothing.

/** What is played, by the name of the format: with a number where it wants one. */
export const FORMATS = {
  swiss: { words: "Swiss: those of like scores meet", number: { name: "rounds", words: "Rounds; 0 for as many as it takes", value: 0 } },
  round_robin: { words: "Everybody meets everybody", number: { name: "cycles", words: "How often", value: 1 } },
  single_elimination: { words: "Knock-out: who loses is out" },
  double_elimination: { words: "Knock-out: who loses twice is out" },
  arena: { words: "Arena: again as soon as one is free", number: { name: "minutes", words: "Minutes", value: 45 } },
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
 * `users` and `bots` (names, one a line).
 */
export function writeTournament({ title, game, options, format, number, clock, opens, classroom, users, bots }) {
  const wanted = FORMATS[format].number;
  const counted = wanted && Number(number ?? wanted.value);
  const entrants = [
    ...(classroom ? [{ classroom }] : []),
    ...lines(users).map((user) => ({ user })),
    ...lines(bots).map((bot) => ({ bot })),
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
