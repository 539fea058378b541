// The options of games as people speak of them: what they are called, what is usually wanted, which few are chosen often.
import { titleOf } from "../model/options.js";

const RULES = {
  catan: {
    presets: {
      quick: { words: "quick: 7 points, the beginners' island", options: { target: 7, layout: "beginner" } },
      kind: { words: "kind: the robber spares whoever is behind", options: { friendly_robber: true } },
      quiet: { words: "quiet: no trade between players", options: { max_offers: 0 } },
      strict: { words: "from memory: discards and the bank are hidden", options: { public_discards: false, bank_public: false } },
    },
    often: ["seats", "target", "layout", "max_offers"],
    titles: {
      target: "Points to win",
      layout: "Island",
      round_limit: "Rounds at most",
      public_discards: "Discards are seen",
      bank_public: "The bank is seen",
      trade_menu: "Offers on the list",
      max_offers: "Offers in a turn",
      rob_empty: "Empty hands can be robbed",
    },
    words: {
      layout: {
        beginner: "printed, for beginners",
        thesis: "as in the thesis",
        random: "shuffled, red numbers apart",
        fully_random: "shuffled freely",
      },
      trade_menu: { none: "none", "1:1": "one card for one", small: "up to two for two" },
    },
  },
  colonizers: {
    presets: {
      quick: { words: "quick: colonies of 4", options: { colony: 4 } },
      first: { words: "a first look: colonies of 2", options: { colony: 2 } },
    },
    often: ["colony"],
    titles: { colony: "Modules of a colony", legacy: "Every full colony earns 4", copies: "The deck" },
    words: {},
  },
  crossfire: {
    presets: {
      mini: { words: "mini: 3 units on 11×11", options: { preset: "mini" } },
      large: { words: "large: 8 units on 21×21", options: { preset: "large" } },
      fair: { words: "a map that looks the same to both", options: { symmetry: "half_turn" } },
    },
    often: ["preset", "symmetry"],
    titles: {
      preset: "Board and units",
      laser_stop: "What stops a beam",
      recharge_min: "Shortest recharge",
      recharge_max: "Longest recharge",
      symmetry: "Map",
      map: "Drawn map",
    },
    words: {
      preset: { mini: "mini: 11×11, 3 units", standard: "standard: 15×15, 5 units", large: "large: 21×21, 8 units" },
      laser_stop: { obstructed: "mountains and water", mountain: "mountains only" },
      symmetry: {
        any: "any symmetry",
        half_turn: "the same after half a turn",
        left_right: "left and right mirrored",
        top_bottom: "top and bottom mirrored",
        diagonal: "mirrored along a diagonal",
        antidiagonal: "mirrored along the other diagonal",
      },
    },
  },
};

const rulesOf = (game) => RULES[game] ?? { presets: {}, often: [], titles: {}, words: {} };

/** Sets of options by name: `{words, options}`. */
export const presetsOf = (game) => rulesOf(game).presets;

/** Is it one of the options that people choose often? All are, of a game that the page has never heard of. */
export const isOften = (game, name) => !RULES[game] || rulesOf(game).often.includes(name);

export const optionTitle = (game, name) => rulesOf(game).titles[name] ?? titleOf(name);

/** One of the choices of an option. */
export const choiceText = (game, name, value) => rulesOf(game).words[name]?.[value] ?? String(value).replaceAll("_", " ");

/** The value of an option, of whatever kind: what is drawn or written down as a whole is only said to be there. */
export function valueText(game, name, value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string" && (value.includes("\n") || value.length > 60)) return "one of its own";
  if (Array.isArray(value)) return value.join(" ");
  return typeof value === "object" ? "one of its own" : choiceText(game, name, value);
}
