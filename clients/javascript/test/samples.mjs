// Messages that several tests use.

/** @returns {import("../src/wire.js").MatchStart} */
export function start() {
  return {
    type: "match_start",
    match_id: "m_1",
    game: "colonizers",
    rules: "colonizers/1.0",
    role: "player",
    seat: 2,
    players: [0, 1, 2, 3].map((seat) => ({ seat, kind: "bot", name: `p${seat}` })),
    clock: { kind: "none" },
    consts_hash: "c",
  };
}

/** @returns {import("../src/wire.js").Decision} */
export function decision() {
  const actions = [["build", 10], ["build", 9], ["skip"]];
  return { decision: 17, kind: "build", n: 3, legal: { actions }, fallback: 2 };
}

/** @returns {import("../src/wire.js").YourTurn} */
export function yourTurn(number = 17) {
  return { type: "your_turn", match_id: "m_1", seat: 2, ver: 1, obs: { round: 1 }, ...decision(), decision: number };
}

/**
 * @param {import("../src/wire.js").Decision[]} pending
 * @returns {import("../src/wire.js").Snapshot}
 */
export function snapshot(pending) {
  return { type: "snapshot", match_id: "m_1", ver: 1, obs: { round: 1 }, pending };
}

/** @returns {import("../src/wire.js").MatchOver} */
export function matchOver() {
  return {
    type: "match_over",
    match_id: "m_1",
    reason: "finished",
    places: [1, 2, 3, 4],
    scores: [4, 3, 2, 1],
    returns: [1, 0.3, -0.3, -1],
  };
}
