// What an action of Catan would do, in words, before it is done. Draws nothing.
import { bankRates } from "./geometry.js";
import { cornerWords, edgeWords, hexWords } from "./places.js";
import { DEV_CARDS, RESOURCES, cards } from "./words.js";

/** What the bank wants and gives: `4 wood for 1 ore`. */
export const bankWords = (t, give, take) =>
  `${bankRates(t.obs, t.consts, t.seat)[give]} ${RESOURCES[give]} for 1 ${RESOURCES[take]}`;

/** One card, or two: `wood + ore`. */
export const plentyWords = (resources) => resources.map((one) => RESOURCES[one]).join(" + ");

const agreed = (t) => {
  const [give, take] = t.obs.offer;
  return `give ${cards(take)} for ${cards(give)}`;
};

const SAID = {
  roll: () => "Roll the dice",
  end_turn: () => "End your turn",
  accept: (t) => `Agree to ${agreed(t)}`,
  reject: () => "Decline the trade",
  withdraw: () => "Take the offer back",
  confirm: (t, seat) => `Trade with ${t.name(seat)}`,
  buy_dev: () => "Buy a development card",
  play_knight: () => "Play a knight",
  play_road_building: () => `Play ${DEV_CARDS[1]}`,
  play_plenty: (t, ...resources) => `Take ${plentyWords(resources)}`,
  play_monopoly: (t, resource) => `Take all ${RESOURCES[resource]}`,
  bank: (t, give, take) => `Trade ${bankWords(t, give, take)}`,
  steal: (t, seat) => `Rob ${t.name(seat)}`,
  move_robber: (t, hex) => `Move the robber to ${hexWords(t, hex)}`,
  city: (t, vertex) => `Build a city at ${cornerWords(t, vertex)}`,
  settlement: (t, vertex) => `Build a settlement at ${cornerWords(t, vertex)}`,
  place_settlement: (t, vertex) => `Place a settlement at ${cornerWords(t, vertex)}`,
  road: (t, edge) => `Build a road ${edgeWords(t, edge)}`,
  free_road: (t, edge) => `Build a road ${edgeWords(t, edge)}`,
  place_road: (t, edge) => `Place a road ${edgeWords(t, edge)}`,
};

/** An action as an order to oneself: `End your turn`. */
export const choiceWords = ([verb, ...rest], t) => SAID[verb]?.(t, ...rest) ?? verb.replaceAll("_", " ");
