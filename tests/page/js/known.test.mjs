import assert from "node:assert/strict";
import { test } from "node:test";
import { Asker, MOST_WEIGHED, factsOf, intervalOf, intervalWords, percentWords, tellsMore, toWeigh, weighed } from "../../../clients/web/infoset_web/static/model/known.js";

test("only what is certain is said to be", () => {
  assert.equal(percentWords(1, true), "100 %");
  assert.equal(percentWords(1), "> 99 %");
  assert.equal(percentWords(0.997), "> 99 %");
  assert.equal(percentWords(0.994), "99 %");
  assert.equal(percentWords(0.002), "< 1 %");
  assert.equal(percentWords(0.5), "50 %");
});

test("an interval is never told narrower than it is", () => {
  assert.equal(intervalWords({ low: 0.1539, high: 0.3121 }), "15–32 %");
  assert.equal(intervalWords({ chance: 0.5 }), "");
});

test("actions are told best first, with how far off the estimate may be", () => {
  const rows = [
    { first: { index: 0 }, n: 100, win: [0.5, 0.5] },
    { first: { index: 3 }, n: 400, win: [0.8, 0.2] },
    { first: { index: 1 }, n: 25, win: [0, 1] },
  ];
  const found = weighed(rows, 0);
  assert.deepEqual(found.map(({ first }) => first.index), [3, 0, 1]);
  assert.ok(Math.abs(found[1].low - 0.404) < 0.001, "Newcombe (1998), Wilson's score");
  assert.ok(found[2].high > 0.1, "nothing in 25 plays is not nothing");
});

/** How often a chance lies in the interval that follows from so many plays: summed over all that may come of them. */
function covered(chance, n, interval) {
  let [likely, sum] = [(1 - chance) ** n, 0];
  for (let hits = 0; hits <= n; hits++) {
    const { low, high } = interval(hits / n, n);
    if (low <= chance && chance <= high) sum += likely;
    likely *= ((n - hits) / (hits + 1)) * (chance / (1 - chance));
  }
  return sum;
}

test("the interval of an estimate holds as often as it says, of small chances, too", () => {
  const chances = [0.01, 0.02, 0.03, 0.05, 0.1, 0.3, 0.5, 0.8, 0.97];
  for (const n of [60, 100, 200]) {
    const shares = chances.map((chance) => covered(chance, n, intervalOf));
    assert.ok(Math.min(...shares) > 0.92, `${n}: ${shares}`);
    assert.ok(shares.reduce((sum, one) => sum + one, 0) / shares.length > 0.945, `${n}: ${shares}`);
  }
  const naive = (share, n) => {
    const half = 1.96 * Math.sqrt((share * (1 - share)) / n);
    return { low: share - half, high: share + half };
  };
  assert.ok(covered(0.02, 100, naive) < 0.9, "the usual one does not, and this test would see it");
});

test("a number is told beside a chance where it tells more", () => {
  assert.ok(tellsMore({ chance: 1, mean: 2.5 }));
  assert.ok(!tellsMore({ chance: 0.33, mean: 0.34 }));
  assert.ok(!tellsMore({ chance: 0.5 }));
});

test("actions of which there are few are weighed before places on a board", () => {
  const places = [...Array(40)].map((_, i) => ({ index: i, action: ["road", i] }));
  const chosen = toWeigh([...places, { index: 40, action: ["end_turn"] }, { index: 41, action: ["buy_dev"] }]);
  assert.equal(chosen.length, MOST_WEIGHED);
  assert.deepEqual(chosen.slice(0, 2).map(({ index }) => index), [40, 41]);
  const offer = { action: ["offer", [1, 0, 0, 0, 0], [0, 1, 0, 0, 0]] };
  assert.equal(toWeigh(places, [offer])[0], offer, "what is prepared comes first");
  assert.deepEqual(toWeigh([{ index: 0, ...offer }], [offer]), [{ index: 0, ...offer }], "and once");
});

test("facts of one kind about one seat", () => {
  const told = { seats: [{ seat: 1, facts: [{ what: ["enemy", 7], chance: 0.5 }, { what: ["king", 7], chance: 0.1 }] }] };
  assert.deepEqual([...factsOf(told, 1, "enemy").keys()], [7]);
  assert.equal(factsOf(undefined, 1, "enemy").size, 0);
});

/** An asker whose requests are answered by hand, and whose waits end by hand. */
function asking() {
  const asked = [];
  const told = [];
  let timer = null;
  const ask = (message) => new Promise((resolve, reject) => asked.push({ message, resolve, reject }));
  const later = (run, ms) => (timer = { run, ms });
  const asker = new Asker({ ask, matchId: "m_1", tell: (found) => told.push(found), later, forget: () => (timer = null) });
  return { asker, asked, told, wait: () => timer?.ms, pass: () => { const { run } = timer; timer = null; return run(); } };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("one request at a time, and the newest position after it", async () => {
  const { asker, asked, told, wait, pass } = asking();
  asker.see(1);
  asker.see(2);
  pass();
  assert.deepEqual(asked.map(({ message }) => message), [{ type: "know", match_id: "m_1" }]);
  asker.see(3);
  assert.equal(wait(), undefined, "the first answer is waited for");
  asked[0].resolve({ seats: [] });
  await settled();
  assert.equal(told.length, 1);
  pass();
  asked[1].resolve({ seats: [] });
  await settled();
  assert.equal(told.length, 2);
  assert.equal(wait(), undefined, "nothing new has happened");
});

test("a busy server is asked again later, a refusal is told once", async () => {
  const { asker, asked, told, wait, pass } = asking();
  asker.see(1);
  pass();
  asked[0].reject(Object.assign(new Error("busy"), { code: "busy", retryMs: 700 }));
  await settled();
  assert.equal(wait(), 700);
  assert.deepEqual(told, []);
  pass();
  asked[1].reject(Object.assign(new Error("off"), { code: "compute_off" }));
  await settled();
  assert.equal(told[0].problem.code, "compute_off");
  assert.equal(wait(), undefined);
});

test("who has closed the panel is told nothing", async () => {
  const { asker, asked, told, wait, pass } = asking();
  asker.see(1);
  pass();
  asker.close();
  asked[0].resolve({ seats: [] });
  await settled();
  assert.deepEqual(told, []);
  assert.equal(wait(), undefined);
});
