// Hexes, corners and edges of Catan in words: what lies around them. Draws nothing.
import { say } from "../../words/words.js";
import { hexesAround } from "./geometry.js";
import { RESOURCES, resourceName } from "./words.js";

/** Kinds of land by number, as the page calls them in styles. */
export const TERRAIN = [...RESOURCES, "desert"];

const landName = (terrain) => (terrain < RESOURCES.length ? resourceName(terrain) : say("catan-desert"));

/** `wheat 8`, or `desert`. */
export const landWords = (terrain, number) => `${landName(terrain)} ${number || ""}`.trim();

export const hexWords = ({ obs: { board } }, hex) => landWords(board.terrain[hex], board.numbers[hex]);

/** `harbour 2 wood for 1`, of a corner at which there is one. */
function harbourWords({ obs: { board }, consts }, vertex) {
  const at = consts.harbour_edges.findIndex((edge) => consts.edges[edge].includes(vertex));
  return at < 0 ? undefined : say("catan-harbour", { exchange: exchangeWords(board.harbours[at]) });
}

/** What a harbour does, by its kind. */
export const exchangeWords = (kind) =>
  kind < RESOURCES.length ? say("catan-exchange", { name: resourceName(kind) }) : say("catan-exchange-any");

/** `wood 6, ore 5, harbour 3 for 1`. */
export const cornerWords = (t, vertex) =>
  [...hexesAround(t.consts)[vertex].map((hex) => hexWords(t, hex)), harbourWords(t, vertex)].filter(Boolean).join(", ");

/** `between wood 6, ore 5 and ore 5, sheep 9`. */
export function edgeWords(t, edge) {
  const [one, other] = t.consts.edges[edge].map((vertex) => cornerWords(t, vertex));
  return say("catan-between", { one, other });
}
