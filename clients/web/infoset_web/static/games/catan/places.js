// Hexes, corners and edges of Catan in words: what lies around them. Draws nothing.
import { hexesAround } from "./geometry.js";
import { RESOURCES } from "./words.js";

export const TERRAIN = [...RESOURCES, "desert"];

/** `wheat 8`, or `desert`. */
export const hexWords = ({ obs: { board } }, hex) =>
  `${TERRAIN[board.terrain[hex]]} ${board.numbers[hex] || ""}`.trim();

/** `harbour 2 wood for 1`, of a corner at which there is one. */
function harbourWords({ obs: { board }, consts }, vertex) {
  const at = consts.harbour_edges.findIndex((edge) => consts.edges[edge].includes(vertex));
  return at < 0 ? undefined : `harbour ${exchangeWords(board.harbours[at])}`;
}

/** What a harbour does, by its kind. */
export const exchangeWords = (kind) => (kind < RESOURCES.length ? `2 ${RESOURCES[kind]} for 1` : "3 for 1");

/** `wood 6, ore 5, harbour 3 for 1`. */
export const cornerWords = (t, vertex) =>
  [...hexesAround(t.consts)[vertex].map((hex) => hexWords(t, hex)), harbourWords(t, vertex)].filter(Boolean).join(", ");

/** `between wood 6, ore 5 and ore 5, sheep 9`. */
export const edgeWords = (t, edge) =>
  `between ${t.consts.edges[edge].map((vertex) => cornerWords(t, vertex)).join(" and ")}`;
