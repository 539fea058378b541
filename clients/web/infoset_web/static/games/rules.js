// The options of games as people speak of them: what they are called, what is usually wanted, which few are chosen often.
import { titleOf } from "../model/options.js";
import { isSaid, say } from "../words/words.js";

const RULES = {
  catan: {
    presets: {
      quick: { target: 7, layout: "beginner" },
      kind: { friendly_robber: true },
      quiet: { max_offers: 0 },
      strict: { public_discards: false, bank_public: false },
    },
    often: ["seats", "target", "layout", "max_offers"],
  },
  colonizers: {
    presets: { quick: { colony: 4 }, first: { colony: 2 } },
    often: ["colony"],
  },
  crossfire: {
    presets: { mini: { preset: "mini" }, large: { preset: "large" }, fair: { symmetry: "half_turn" } },
    often: ["preset", "symmetry"],
  },
};

const rulesOf = (game) => RULES[game] ?? { presets: {}, often: [] };

/** Sets of options by name: `{words, options}`. */
export const presetsOf = (game) =>
  Object.fromEntries(
    Object.entries(rulesOf(game).presets).map(([name, options]) => [
      name,
      { words: say(`${game}-preset-${name}`), options },
    ]),
  );

/** Is it one of the options that people choose often? All are, of a game that the page has never heard of. */
export const isOften = (game, name) => !RULES[game] || rulesOf(game).often.includes(name);

/** Whether an option has no words of its game, but only its name on the wire. */
export const isOwnTitle = (game, name) => !isSaid(`${game}-option-${name}`);

export const optionTitle = (game, name) =>
  isOwnTitle(game, name) ? titleOf(name) : say(`${game}-option-${name}`);

/** What an option is about: in words of its game, or as the server tells it. */
export const optionAbout = (game, { name, about }) =>
  isSaid(`${game}-option-about-${name}`) ? say(`${game}-option-about-${name}`) : about;

/** One of the choices of an option. */
export function choiceText(game, name, value) {
  const key = String(value).replace(/\W/g, "_");
  if (isSaid(`${game}-choice-${name}-${key}`)) return say(`${game}-choice-${name}-${key}`);
  return String(value).replaceAll("_", " ");
}

/** The value of an option, of whatever kind: what is drawn or written down as a whole is only said to be there. */
export function valueText(game, name, value) {
  if (typeof value === "boolean") return value ? say("room-yes") : say("room-no");
  if (typeof value === "string" && (value.includes("\n") || value.length > 60)) return say("room-own");
  if (Array.isArray(value)) return value.join(" ");
  return typeof value === "object" ? say("room-own") : choiceText(game, name, value);
}
