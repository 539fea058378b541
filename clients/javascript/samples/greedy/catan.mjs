// Catan by rules of thumb: build what it can where the dice fall most often; trade for what it lacks.

/** @typedef {import("../../src/games/catan.js").Observation} Observation */
/** @typedef {import("../../src/games/catan.js").Action} Action */
/** @typedef {import("../../src/games/catan.js").Consts} Consts */
/** @typedef {import("../../src/index.js").Turn<Observation, Action>} CatanTurn */

const ROADS_AHEAD = 2; // more roads than the buildings at their ends need

/**
 * @param {CatanTurn} turn
 * @returns {import("../../src/turn.js").Answer}
 */
export function chooseCatan(turn) {
  switch (turn.kind) {
    case "place_settlement":
      return bestPlace(turn, turn.actions);
    case "main":
      return build(turn);
    case "robber":
      return worstForOthers(turn);
    case "discard":
      return most(turn.actionsWith("discard"), ([, resource]) => myself(turn).hand[resource]);
    case "victim":
      return most(turn.actionsWith("steal"), ([, seat]) => turn.observation.players[seat].points);
    case "answer":
      return (isNeeded(turn) ? turn.actionsWith("accept")[0] : undefined) ?? turn.actionsWith("reject")[0] ?? turn.actions[0];
    default:
      return ["roll", "reject", "withdraw"].flatMap((verb) => turn.actionsWith(verb))[0] ?? turn.actions[0];
  }
}

/** @param {CatanTurn} turn */
function build(turn) {
  const { roads, settlements, cities } = myself(turn);
  for (const places of [turn.actionsWith("city"), turn.actionsWith("settlement")]) {
    if (places.length > 0) return bestPlace(turn, places);
  }
  const wantsRoad = roads.length < 2 * (settlements.length + cities.length) + ROADS_AHEAD;
  const road = wantsRoad ? turn.actionsWith("road")[0] : undefined;
  return road ?? turn.actionsWith("buy_dev")[0] ?? trade(turn) ?? turn.actionsWith("end_turn")[0] ?? turn.actions[0];
}

/**
 * A trade with the bank that brings what the hand lacks.
 * @param {CatanTurn} turn
 */
function trade(turn) {
  const { hand } = myself(turn);
  return turn.actionsWith("bank").find(([, give, take]) => hand[take] === 0 && hand[give] > 0);
}

/**
 * Does the offer on the table bring a card of a kind that the hand lacks? Its proposer gives the first.
 * @param {CatanTurn} turn
 */
function isNeeded(turn) {
  const { hand } = myself(turn);
  const [give = []] = turn.observation.offer;
  return give.some((count, resource) => count > 0 && hand[resource] === 0);
}

/**
 * The action on the vertex whose hexes yield most often.
 * @param {CatanTurn} turn
 * @param {Action[]} actions
 */
function bestPlace(turn, actions) {
  const { hex_vertices: vertices } = /** @type {Consts} */ (turn.match.consts);
  const worth = (/** @type {unknown} */ vertex) =>
    vertices.reduce((sum, corners, hex) => sum + (corners.includes(Number(vertex)) ? pips(turn, hex) : 0), 0);
  return most(actions, (action) => worth(action[1]));
}

/**
 * The robber's move that costs others most and ourselves nothing.
 * @param {CatanTurn} turn
 */
function worstForOthers(turn) {
  const { hex_vertices: vertices } = /** @type {Consts} */ (turn.match.consts);
  return most(turn.actionsWith("move_robber"), ([, hex]) => {
    const neighbours = turn.observation.players.flatMap(({ settlements, cities }, seat) =>
      [...settlements, ...cities].filter((vertex) => vertices[hex].includes(vertex)).map(() => seat),
    );
    return neighbours.includes(turn.seat) ? -1 : neighbours.length * pips(turn, hex);
  });
}

/**
 * Ways out of 36 to roll the number of a hex.
 * @param {CatanTurn} turn
 * @param {number} hex
 */
function pips(turn, hex) {
  const number = turn.observation.board.numbers[hex];
  return number === 0 ? 0 : 6 - Math.abs(7 - number);
}

/** @param {CatanTurn} turn */
function myself(turn) {
  return turn.observation.players[turn.seat];
}

/**
 * The first of the items that is worth most.
 * @template T
 * @param {T[]} items
 * @param {(item: T) => number} worth
 */
function most(items, worth) {
  return items.reduce((best, item) => (worth(item) > worth(best) ? item : best));
}
