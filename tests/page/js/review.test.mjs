import assert from "node:assert/strict";
import { test } from "node:test";
import * as catan from "../../../clients/web/infoset_web/static/games/catan/words.js";
import * as colonizers from "../../../clients/web/infoset_web/static/games/colonizers/words.js";
import {
  bars,
  chanceWords,
  costOf,
  kinds,
  mistakes,
  pointAt,
  reviewOf,
  swings,
  verdict,
  worthWords,
} from "../../../clients/web/infoset_web/static/model/review.js";
import { left } from "../../../clients/web/infoset_web/static/model/time.js";
import { speak } from "../../../clients/web/infoset_web/static/words/words.js";
import { sourceOf } from "./english.mjs";

const judged = (seat, ver, mean, blunder) => ({
  kind: "judged",
  seat,
  ver,
  decision: ver,
  loss: { mean, error: 0.02 },
  blunder,
});
const ENTRIES = [
  { kind: "head", game: "catan" },
  { kind: "chances", ver: 0, win: [0.5, 0.5], errors: [0.02, 0.02] },
  { kind: "chances", ver: 10, win: [0.2, 0.8], errors: [0.02, 0.02] },
  judged(0, 3, 0.2, true),
  judged(0, 7, 0.4, true),
  judged(0, 9, 0.01, false),
  judged(1, 4, 0.3, true),
  { kind: "deal", ver: 0, swing: [0.01, -0.01], errors: [0.02, 0.02] },
  { kind: "luck", ver: 5, event: ["dice", 1, 1], swing: [-0.2, 0.2], errors: [0.02, 0.02] },
  { kind: "luck", ver: 8, event: ["dice", 3, 4], swing: [0.03, -0.03], errors: [0.02, 0.02] },
  { kind: "seat", seat: 0, lost: 0.61, lost_error: 0.1, deal: 0.01, play: -0.17, luck_error: 0.05 },
  { kind: "seat", seat: 1, lost: 0.01, lost_error: 0.1, deal: 0, play: 0.01, luck_error: 0.05 },
];
const REVIEW = reviewOf(ENTRIES);

test("mistakes of a seat come with the dearest first, and without what may be noise", () => {
  assert.deepEqual(
    mistakes(REVIEW, 0).map(({ ver }) => ver),
    [7, 3],
  );
  assert.equal(mistakes(REVIEW, null).length, 3);
});

test("what a decision cost is what other positions have confirmed", () => {
  const [dear, cheap] = mistakes({ judged: [judged(0, 3, 0.2, true), { ...judged(0, 7, 0.4, true), again: { mean: 0.1, error: 0.01 } }] }, 0);
  assert.deepEqual([dear.ver, cheap.ver], [3, 7]);
  assert.equal(costOf(cheap).mean, 0.1);
});

test("chance that mattered is beyond its own uncertainty", () => {
  assert.deepEqual(
    swings(REVIEW, 0).map(({ ver }) => ver),
    [5],
  );
});

test("a worth is places among several seats and a chance to win among two, with its interval", () => {
  assert.equal(worthWords({ mean: 0.5, error: 0.05 }, 4), "1.5 ± 0.3 places");
  assert.equal(worthWords({ mean: 0.125, error: 0.02 }, 2), "13 ± 4 % chance to win");
  assert.equal(worthWords({ mean: -0.5, error: 0.05 }, 4, { sign: true }), "−1.5 ± 0.3 places");
  assert.equal(worthWords({ mean: 0.5, error: 0.05 }, 4, { sign: true }), "+1.5 ± 0.3 places");
  assert.equal(chanceWords(0.34, 0.02), "34 ± 4 %");
  assert.equal(chanceWords(1, 0), "100 %");
});

test("figures are written as the language does, and nothing has no sign", () => {
  assert.equal(worthWords({ mean: -0.01, error: 0.05 }, 4, { sign: true }), "0.0 ± 0.3 places");
  assert.equal(worthWords({ mean: -0.01, error: 0.05 }, 4), "0.0 ± 0.3 places");
  speak("de", sourceOf("de"));
  try {
    assert.match(worthWords({ mean: -0.5, error: 0.05 }, 4), /^−1,5 ± 0,3 /);
    assert.equal(left(8_450), "8,4");
    assert.equal(left(-5), "0,0");
  } finally {
    speak("en", sourceOf("en"));
  }
});

test("the verdict says what can be told from chance, and nothing more", () => {
  assert.equal(
    verdict(REVIEW, 0, 4, { name: "Ada", me: "yes" }),
    "Your luck was bad: −0.5 ± 0.3 places. Your decisions cost 1.8 ± 0.6 places.",
  );
  assert.equal(
    verdict(REVIEW, 1, 4, { name: "bob", me: "no" }),
    "bob’s luck was even, as far as can be told: 0.0 ± 0.3 places. bob’s decisions cost nothing that can be told from chance.",
  );
  assert.equal(verdict(reviewOf(ENTRIES.slice(0, 3)), 0, 4, {}), "");
});

test("throws of two dice are counted by their sum", () => {
  const rows = [
    [["dice", 1, 3], 2, 1.5],
    [["dice", 2, 2], 1, 1.5],
    [["dice", 6, 6], 0, 1.5],
    [["stolen", 3], 1, 0.5],
  ];
  assert.deepEqual(bars(rows), [
    { name: "4", seen: 3, expected: 3 },
    { name: "12", seen: 0, expected: 1.5 },
  ]);
});

test("the point of the curve is the last one that was reached", () => {
  assert.equal(pointAt(REVIEW, 9).ver, 0);
  assert.equal(pointAt(REVIEW, 10).ver, 10);
});

test("what chance decided is named, whatever else came of the same step", () => {
  const names = { name: (seat) => ["You", "Bob"][seat] };
  const shuffled = [{ e: "skip", by: 1, phase: "build" }, { e: "shuffle", round: 5 }];
  assert.deepEqual(colonizers.chanceWords(["shuffle", 2, 0, 1, 3, 4, 5], shuffled).text, "Round 5: the shuffle put away one colonist: Miner");
  const robbed = [{ e: "robber", by: 0 }, { e: "theft", by: 0, from: 1, resource: 4 }];
  assert.match(catan.chanceWords(["stolen", 4], robbed, names).text, /^stole .*ore.* from Bob$/);
  assert.deepEqual(catan.chanceWords(["drawn", 0], [{ e: "buy", by: 1 }], names), { by: 1, text: "drew Knight" });
  assert.equal(catan.chanceWords(["dice", 1, 2], [], names), null);
});

test("kinds of cards stand in their own list, in the words of the game", () => {
  const rows = [
    [["dice", 1, 2], 3, 2.5],
    [["drawn", 0], 2, 1.5],
    [["drawn", 4], 0, 0.5],
    [["stolen", 0], 1, 0.25],
  ];
  assert.deepEqual(
    kinds(rows, "drawn", (kind) => `card ${kind}`),
    [
      { name: "card 0", seen: 2, expected: 1.5 },
      { name: "card 4", seen: 0, expected: 0.5 },
    ],
  );
});
