// Clocks of seats that the server tells of now and then: what is left in between.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Clocks } from "../../../clients/web/infoset_web/static/model/clocks.js";

test("a bank runs while its seat decides, and no other", () => {
  const clocks = new Clocks({ kind: "bank", main_ms: 60_000 });
  clocks.turn([1], 1000);
  clocks.tell([60_000, 50_000], 1000);
  assert.deepEqual([clocks.left(0, 4000), clocks.left(1, 4000)], [60_000, 47_000]);
  clocks.turn([0], 4000, [1]);
  assert.deepEqual([clocks.left(0, 5000), clocks.left(1, 5000)], [59_000, 47_000]);
});

test("what a decision earns comes to its bank, and a delay is not charged", () => {
  const clocks = new Clocks({ kind: "bank", main_ms: 60_000, inc_ms: 5000, delay_ms: 2000 });
  clocks.turn([0], 0);
  clocks.tell([60_000, 60_000], 0);
  assert.equal(clocks.left(0, 1500), 60_000);
  assert.equal(clocks.left(0, 3000), 59_000);
  clocks.turn([1], 3000, [0]);
  assert.equal(clocks.left(0, 9000), 64_000);
});

test("nothing is left of less than nothing", () => {
  const clocks = new Clocks({ kind: "bank", main_ms: 1000 });
  clocks.turn([0], 0);
  clocks.tell([1000, 1000], 0);
  assert.equal(clocks.left(0, 60_000), 0);
});

test("a move has its own time, the first of a seat more", () => {
  const clocks = new Clocks({ kind: "per_move", move_ms: 20_000, first_ms: 30_000 });
  clocks.turn([1], 0);
  assert.deepEqual([clocks.left(0, 1000), clocks.left(1, 1000)], [null, 49_000]);
  clocks.turn([1], 5000, [1]);
  assert.equal(clocks.left(1, 6000), 19_000);
});

test("a change in which the same seats go on deciding gives them no time", () => {
  const clocks = new Clocks({ kind: "per_move", move_ms: 20_000 });
  clocks.turn([0, 1], 0);
  clocks.turn([0, 1], 5000);
  assert.equal(clocks.left(1, 6000), 14_000);
});

test("time that a device has slept through is gone for whoever was thinking, too", () => {
  const clocks = new Clocks({ kind: "per_move", move_ms: 60_000 });
  clocks.turn([1], 1000);
  clocks.slept(40_000); // the page's own clock stood still meanwhile
  assert.equal(clocks.left(1, 2000), 19_000);
  clocks.turn([1], 2000); // as it is told once more after waking
  assert.equal(clocks.left(1, 3000), 18_000);
  const banks = new Clocks({ kind: "bank", bank_ms: 90_000 });
  banks.tell([90_000, 90_000], 0);
  banks.turn([1], 0);
  banks.slept(40_000);
  assert.deepEqual([banks.left(0, 1000), banks.left(1, 1000)], [90_000, 49_000]);
});

test("without a clock nobody has a time", () => {
  const clocks = new Clocks({ kind: "none" });
  clocks.turn([0], 0);
  assert.equal(clocks.left(0, 10), null);
  assert.equal(new Clocks(undefined).left(0, 10), null);
});

test("days are counted, too", () => {
  const clocks = new Clocks({ kind: "correspondence", move_days: 1 });
  clocks.turn([0], 0);
  assert.equal(clocks.left(0, 3_600_000), 23 * 3_600_000);
});
