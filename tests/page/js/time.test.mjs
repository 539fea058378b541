// Time in words, and when the words are others: as often as that a clock is drawn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { left, untilOther } from "../../../clients/web/infoset_web/static/model/time.js";

const DAY_MS = 86_400_000;

test("between two changes of the words nothing changes", () => {
  for (const from of [0, 99, 350, 9_999, 10_000, 10_001, 10_500, 59_999.5, 600_000, DAY_MS, DAY_MS + 1, 2 * DAY_MS + 7_200_000.25]) {
    const wait = untilOther(from);
    const words = left(from);
    assert.equal(left(from - Math.min(wait - 1, from)), words, `${from}: just before`);
    if (wait !== Infinity) assert.notEqual(left(from - Math.ceil(wait)), words, `${from}: after ${wait} ms`);
  }
});

test("a minute is told in sixty words, a day in one for each hour", () => {
  const count = (from, to) => {
    let changes = 0;
    for (let ms = from; ms > to; ms -= Math.ceil(untilOther(ms))) changes += 1;
    return changes;
  };
  assert.equal(count(120_000, 60_000), 60);
  assert.equal(count(2 * DAY_MS, DAY_MS), 25);
});

test("what is over needs no more words", () => {
  assert.deepEqual([untilOther(0), untilOther(-5)], [Infinity, Infinity]);
});
