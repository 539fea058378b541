// What an action of Catan would do, in words, before it is done. Draws nothing.
import { say } from "../../words/words.js";
import { bankRates } from "./geometry.js";
import { cornerWords, edgeWords, hexWords } from "./places.js";
import { cards, devName, resourceName } from "./words.js";

const bankArgs = (t, give, take) => ({
  rate: bankRates(t.obs, t.consts, t.seat)[give],
  give: resourceName(give),
  take: resourceName(take),
});

/** What the bank wants and gives: `4 wood for 1 ore`. */
export const bankWords = (t, give, take) => say("catan-bank-rate", bankArgs(t, give, take));

/** One card, or two: `wood + ore`. */
export const plentyWords = (resources) => resources.map(resourceName).join(" + ");

function agreed(t) {
  const [give, take] = t.obs.offer;
  return { give: cards(take), take: cards(give) };
}

const sides = (t, give, take) => ({ give: cards(give), take: cards(take) });
const at = (t, vertex) => ({ corner: cornerWords(t, vertex) });
const along = (t, edge) => ({ edge: edgeWords(t, edge) });

/** The arguments of `catan-do-VERB`, by verb. */
const ARGUMENTS = {
  roll: () => ({}),
  end_turn: () => ({}),
  accept: agreed,
  reject: () => ({}),
  withdraw: () => ({}),
  offer: sides,
  counter: sides,
  confirm: (t, seat) => ({ name: t.name(seat) }),
  buy_dev: () => ({}),
  play_knight: () => ({}),
  play_road_building: () => ({ card: devName(1) }),
  play_plenty: (t, ...resources) => ({ cards: plentyWords(resources) }),
  play_monopoly: (t, resource) => ({ name: resourceName(resource) }),
  bank: bankArgs,
  steal: (t, seat) => ({ name: t.name(seat) }),
  move_robber: (t, hex) => ({ hex: hexWords(t, hex) }),
  city: at,
  settlement: at,
  place_settlement: at,
  road: along,
  free_road: along,
  place_road: along,
};

/** An action as an order to oneself: `End your turn`. */
export const choiceWords = ([verb, ...rest], t) =>
  ARGUMENTS[verb] ? say(`catan-do-${verb}`, ARGUMENTS[verb](t, ...rest)) : verb.replaceAll("_", " ");
