// What the views of the games reckon: geometry, previews, words, merged views. No browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { words as anyWords } from "../../../clients/web/infoset_web/static/games/any/words.js";
import { bankRates, layOut, pips, placeBeside } from "../../../clients/web/infoset_web/static/games/catan/geometry.js";
import { choiceWords as catanChoice } from "../../../clients/web/infoset_web/static/games/catan/choice_words.js";
import { cards, deciders as catanDeciders, words as catanWords } from "../../../clients/web/infoset_web/static/games/catan/words.js";
import {
  choiceWords as colonizersChoice,
  deciders as colonizersDeciders,
  knownCopies,
  endWords,
  seenBy,
  whyNothing,
  words as colonizersWords,
} from "../../../clients/web/infoset_web/static/games/colonizers/words.js";
import {
  beam,
  doomedRing,
  isBuried,
  members,
  ringOf,
  slide,
  spawns,
  squareName,
  step,
  warnings,
} from "../../../clients/web/infoset_web/static/games/crossfire/board_geometry.js";
import { deciders as crossfireDeciders, words as crossfireWords } from "../../../clients/web/infoset_web/static/games/crossfire/words.js";
import { merged } from "../../../clients/web/infoset_web/static/games/merged.js";
import { apart, extent, scale, ticks } from "../../../clients/web/infoset_web/static/model/chart.js";
import { allowsParam, choices, indexOf, targets } from "../../../clients/web/infoset_web/static/model/legal.js";
import { frameOf, linesUpTo, tapeOf } from "../../../clients/web/infoset_web/static/model/tape.js";
import { left } from "../../../clients/web/infoset_web/static/model/time.js";

const TERRAIN = [
  ["M", 0, 0],
  ["W", 0, 0],
  ["F", 1, 0],
  ["D", 1, 0],
  ["G", 1, 1],
].map(([letter, passable, slippery]) => ({ letter, passable, slippery }));
const FIELD = {
  terrain: "GGGGD" + "MGGGG" + "GGFGG" + "GWGGG" + "GGGGG",
  round: 1,
  units: [
    [0, -1, 0, 1],
    [10, -1, 0, 1],
  ],
};
const RULES = { terrain: TERRAIN, laser_stop: "obstructed", period: 5, last_round: 10 };
const named = (more) => ({ name: (seat) => (seat === 0 ? "You" : `P${seat}`), seat: 0, ...more });

test("a set of squares is read from its hexadecimal number", () => {
  assert.deepEqual(members("800000001"), [0, 35]);
  assert.deepEqual(members(""), []);
  assert.deepEqual(members(-1), []);
});

test("squares have a letter for the column and a number for the row", () => {
  assert.equal(squareName(11, 0), "A1");
  assert.equal(squareName(11, 68), "C7");
});

test("a unit slides over ground and stops on anything else", () => {
  assert.deepEqual(slide(FIELD, RULES, 0, 1), [1, 2, 3, 4]);
  assert.deepEqual(slide(FIELD, RULES, 2, 2), [7, 12]);
  assert.deepEqual(slide(FIELD, RULES, 0, 2), []);
  assert.equal(step(5, 4, 1), -1);
});

test("a beam passes forest and stops at water unless the rules let it", () => {
  assert.deepEqual(beam(FIELD, RULES, 1, 2), [6, 11]);
  assert.deepEqual(beam(FIELD, { ...RULES, laser_stop: "mountain" }, 1, 2), [6, 11, 16, 21]);
});

const FALLING = { terrain: "G".repeat(25), round: 5, units: [[7, -1, 0, 1]] };

test("a ring that falls meanwhile stops a slide before it", () => {
  const early = { ...FALLING, round: 4 };
  assert.deepEqual(slide({ ...early, round: 3 }, RULES, 22, 0), [17, 12, 7]); // desert too, since ring 0 is gone
  assert.deepEqual(slide(early, RULES, 21, 0), [16, 11]); // the ring inside it is desert then
  assert.equal(isBuried(early, RULES, [16, 11]), false);
});

test("who is on a ring when it falls is told so before", () => {
  const path = slide(FALLING, RULES, 7, 0);
  assert.deepEqual(path, [2]);
  assert.ok(isBuried(FALLING, RULES, path));
  assert.match(warnings(FALLING, RULES, { 0: ["move", "up"] })[0], /be lost: C1 becomes mountain/);
  assert.deepEqual(warnings({ ...FALLING, round: 1 }, RULES, { 0: ["move", "down"] }), []);
});

test("a beam comes after the reduction of its round, and one of the past as it was", () => {
  assert.deepEqual(beam(FALLING, RULES, 12, 0), [7]);
  assert.deepEqual(beam(FALLING, RULES, 12, 0, 4), [7, 2]);
});

test("rings fall from the outside, one in each period", () => {
  assert.equal(ringOf(5, 0), 0);
  assert.equal(ringOf(5, 12), 2);
  assert.equal(doomedRing({ round: 5 }, RULES), 0);
  assert.equal(doomedRing({ round: 6 }, RULES), 1);
});

test("spawns are found in the drawn map, by side and unit", () => {
  const obs = { terrain: "GGGG", map: ["half_turn", "0b", "a1"] };
  assert.deepEqual(spawns(obs, 0), [0, 3]);
  assert.deepEqual(spawns(obs, 1), [2, 1]);
});

test("orders that stand in each other's way are told before they are sent", () => {
  const both = {
    round: 1,
    terrain: "G".repeat(25),
    units: [
      [0, -1, 0, 1],
      [2, -1, 0, 1],
    ],
  };
  assert.deepEqual(warnings(both, RULES, { 0: ["move", "right"], 1: ["move", "left"] }), [
    "Units 1 and 2 both want B1: neither would move.",
  ]);
  assert.match(warnings(both, RULES, { 0: ["fire", "right"] })[0], /passes your own unit 2/);
  assert.match(warnings(both, RULES, { 0: ["move", "up"] })[0], /the edge/);
});

test("a blocked unit is explained: both wanted the same square", () => {
  const t = named({ obs: { terrain: "G".repeat(121) } });
  const event = { e: "units", by: 0, orders: [1, 3], squares: [67, 69], moved: [0, 0], alive: [1, 1] };
  assert.match(crossfireWords(event, t).text, /both units 1 and 2 wanted C7/);
});

test("a unit is lost once, and not again in every round", () => {
  const lost = { e: "units", by: 0, orders: [-1, -1], squares: [5, 9], moved: [0, 1], alive: [0, 1] };
  const later = { ...lost };
  const lines = { value: [{ items: [lost] }, { note: {} }, { items: [later] }] };
  const t = named({ obs: { terrain: "G".repeat(121) }, match: { lines } });
  assert.match(crossfireWords(lost, t).text, /unit 1 was destroyed at F1; unit 2 slid on/);
  assert.equal(crossfireWords(later, t).text, "played: unit 2 slid on to J1");
});

test("of hidden orders nothing is said", () => {
  const t = named({ obs: { terrain: "G".repeat(121) } });
  assert.equal(crossfireWords({ e: "units", by: 1, orders: [-1], squares: [-1], moved: [-1], alive: [-1] }, t), null);
});

const ISLAND = {
  hexes: [
    [0, 0],
    [1, 0],
  ],
  hex_vertices: [
    [0, 1, 2, 3, 4, 5],
    [6, 7, 8, 9, 2, 1],
  ],
  edges: [
    [0, 1],
    [8, 9],
  ],
  harbour_edges: [0, 1],
  harbours: ["wood", "brick", "sheep", "wheat", "ore", "3:1"],
};

test("corners that two hexes share lie in one place", () => {
  const { vertices, hexes } = layOut(ISLAND);
  assert.equal(vertices.length, 10);
  assert.ok(Math.abs(vertices[1].x - (hexes[0].x + hexes[1].x) / 2) < 1e-9);
});

test("harbours make the bank cheaper", () => {
  const at = (settlements, cities = []) =>
    bankRates({ players: [{ settlements, cities }], board: { harbours: [5, 2] } }, ISLAND, 0);
  assert.deepEqual(at([]), [4, 4, 4, 4, 4]);
  assert.deepEqual(at([0]), [3, 3, 3, 3, 3]);
  assert.deepEqual(at([0], [9]), [3, 3, 2, 3, 3]);
});

test("a number has as many pips as rolls of 36 bring it", () => {
  assert.deepEqual([2, 6, 7, 8, 12, 0].map(pips), [1, 5, 6, 5, 1, 0]);
});

test("cards and thefts are told as far as they are known", () => {
  assert.equal(cards([2, 0, 0, 0, 1]), "2 wood, 1 ore");
  assert.equal(cards([0, 0, 0, 0, 0]), "nothing");
  assert.equal(catanWords({ e: "theft", by: 1, from: 0, resource: -1 }, named({})).text, "stole a card from you");
});

test("a game without words of its own has its acts told as it writes them, and hidden ones as hidden", () => {
  assert.deepEqual(anyWords({ e: "act", by: 1, action: "Draw upcard" }, named({})), { by: 1, text: "Draw upcard" });
  assert.equal(anyWords({ e: "act", by: 1, action: -1 }, named({})).text, "acted, you do not see how");
  assert.equal(anyWords({ e: "bid_made", by: 1, card: 3 }, named({})).text, "bid made: card 3");
});

test("a hidden card is told as hidden", () => {
  const t = named({ consts: { modules: [{ name: "Quarry" }] } });
  assert.equal(colonizersWords({ e: "draw", by: 1, module: -1 }, t).text, "drew a card");
  assert.equal(colonizersWords({ e: "draw", by: 0, module: 0 }, t).text, "drew Quarry");
  assert.match(colonizersWords({ e: "steal", by: 0, role: 2, from: -1, amount: 0 }, t).text, /nobody has/);
});

test("cards are counted wherever their face is known", () => {
  const player = { colony: [0, 1], hand: [1, -1], seen: [[0, 0b0110]] };
  assert.deepEqual(
    knownCopies(
      {
        players: [player],
        bottom: [
          [1, 1],
          [-1, 0],
        ],
        drawn: [],
        gone: [],
      },
      3,
    ),
    [1, 3, 0],
  );
  assert.deepEqual(seenBy(player, 0, 1).get(0), [2]);
});

test("all eyes together show every hand", () => {
  const hidden = {
    players: [
      { hand: [-1], role: -1, seen: [] },
      { hand: [-1], role: -1, seen: [] },
    ],
    turn: 0,
    drawn: [],
  };
  const own = (seat) => ({
    ...hidden,
    players: hidden.players.map((player, i) => (i === seat ? { ...player, hand: [seat], role: seat } : player)),
  });
  const all = merged("colonizers", { public: hidden, seats: [own(0), own(1)] });
  assert.deepEqual(
    all.players.map((player) => player.hand),
    [[0], [1]],
  );
});

test("of a game nobody here knows the public part is shown", () => {
  assert.deepEqual(merged("liars_dice", { public: { a: 1 }, seats: [] }), { a: 1 });
  assert.deepEqual(merged("colonizers", { a: 1 }), { a: 1 });
});

test("a replay is a tape of positions", () => {
  const tape = tapeOf([
    { type: "match_start" },
    { type: "snapshot", ver: 0, obs: { n: 0 } },
    { type: "events", ver: 1, items: [], obs: { n: 1 } },
    { type: "events", ver: 2, items: [{ e: "x" }], obs: { n: 2 } },
    { type: "match_over", places: [1] },
  ]);
  assert.deepEqual(
    tape.frames.map((frame) => frame.obs.n),
    [0, 1, 2],
  );
  assert.deepEqual([frameOf(tape, 1), frameOf(tape, 99), frameOf(tape, 0)], [1, 2, 0]);
  assert.deepEqual(
    linesUpTo(tape, 2).map((line) => line.ver),
    [2],
  );
  assert.deepEqual(linesUpTo(tape, 1), []);
});

test("legal actions are found by how they begin", () => {
  const decision = { legal: { actions: [["build", 5], ["build", 5], ["skip"]], params: [{ kind: "offer" }] } };
  assert.equal(indexOf(decision, "skip"), 2);
  assert.equal(indexOf(decision, "build", 6), -1);
  assert.deepEqual([...targets(decision, "build")], [[5, 0]]);
  assert.equal(choices(decision).length, 2);
  assert.ok(allowsParam(decision, "offer") && !allowsParam(null, "offer"));
});

test("time that is left becomes exact when it is short", () => {
  assert.deepEqual([125_000, 9_960, 0].map(left), ["2:05", "9.9", "0.0"]);
});

test("ticks of a chart are round and within it", () => {
  assert.deepEqual(ticks(0, 10, 5), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(ticks(5, 5), [5]);
  assert.equal(scale(0, 10, 0, 100)(5), 50);
  const [low, high] = extent([10, 20]);
  assert.ok(low < 10 && high > 20);
});

test("labels that would lie on each other are moved apart, in order", () => {
  assert.deepEqual(apart([50, 50, 10], 10, 0, 100), [50, 60, 10]);
  assert.deepEqual(apart([98, 99], 10, 0, 100), [90, 100]);
  assert.deepEqual(apart([], 10, 0, 100), []);
});

test("an arrow leads to the nearest place in its quarter, and nowhere behind the last", () => {
  const places = [
    { x: 0, y: 0 },
    { x: 10, y: 2 },
    { x: 9, y: -30 },
    { x: -5, y: 40 },
  ];
  assert.equal(placeBeside(places, places[0], "ArrowRight"), places[1]);
  assert.equal(placeBeside(places, places[0], "ArrowUp"), places[2]);
  assert.equal(placeBeside(places, places[0], "ArrowDown"), places[3]);
  assert.equal(placeBeside(places, places[1], "ArrowRight"), undefined);
});

test("who decides is who is asked, not whose turn it is", () => {
  const players = [{ due: 0 }, { due: 4 }, { due: 2 }];
  assert.deepEqual(catanDeciders({ phase: "discard", turn: 0, players }), [1, 2]);
  assert.deepEqual(catanDeciders({ phase: "answer", turn: 0, answers: [[], ["waiting"], ["accept"]] }), [1]);
  assert.deepEqual(catanDeciders({ phase: "main", turn: 2 }), [2]);
  assert.deepEqual(catanDeciders({ phase: "over", turn: 2 }), []);
  assert.deepEqual(colonizersDeciders({ phase: "draw", turn: 3 }), [3]);
  assert.deepEqual(colonizersDeciders({ phase: "shuffle", turn: 0 }), []);
  assert.deepEqual(crossfireDeciders({ phase: "setup" }), [0, 1]);
  assert.deepEqual(crossfireDeciders({ phase: "orders", seat: 1, asked: [0], enemy_asked: "110" }), [1]);
  assert.deepEqual(crossfireDeciders({ phase: "orders", seat: 1, asked: [], enemy_asked: "1" }), [0]);
  assert.deepEqual(crossfireDeciders({ phase: "orders", seat: -1, asked: [], enemy_asked: "" }), []);
});

test("an action is an order to oneself before it is done", () => {
  const t = { name: (seat) => `N${seat}`, consts: { modules: [{ name: "Mine" }] }, decision: { kind: "build" } };
  assert.equal(catanChoice(["end_turn"], t), "End your turn");
  assert.equal(catanChoice(["steal", 2], t), "Rob N2");
  assert.equal(catanChoice(["play_plenty", 0, 4], t), "Take wood + ore");
  assert.equal(catanChoice(["something_new", 1], t), "something new");
  assert.equal(colonizersChoice(["build", 0], t), "Build Mine");
  assert.equal(colonizersChoice(["skip"], t), "Build nothing");
});

test("at the end of Colonizers equal points are explained, and only they", () => {
  const ended = (...points) => ({ obs: { draw: false, players: points.map((each) => ({ points: each })) } });
  assert.match(endWords(ended(34, 30, 26, 34)), /Of equal points the first seat is ahead\.$/);
  assert.doesNotMatch(endWords(ended(34, 30, 26, 33)), /equal/);
});

test("where Colonizers leaves no choice it says why", () => {
  const asked = (kind, role, hand = []) => ({ seat: 0, decision: { kind }, obs: { players: [{ role, hand }] } });
  const nothing = new Set(["skip"]);
  assert.equal(whyNothing(asked("power", 1), nothing), "The general names nobody. What it does comes by itself.");
  assert.equal(whyNothing(asked("power", 3), new Set(["skip", "steal"])), "");
  assert.equal(whyNothing(asked("build", 1), nothing), "Your hand is empty.");
  assert.equal(whyNothing(asked("build", 1, [5]), nothing), "Nothing in your hand is affordable yet.");
});
