// A decision on a recorded seat as a test.

import assert from "node:assert/strict";
import { test } from "node:test";

import { assertDecision, Bot } from "../src/node.js";

const TRACE = new URL("../../../tests/golden/trace.ndjson", import.meta.url);

/** Takes the last action, and counts what it is told. */
class Last extends Bot {
  told = 0;

  /** @param {any} _ @param {any[]} events */
  onEvents(_, events) {
    this.told += events.length;
  }

  /** @param {import("../src/index.js").Turn} turn */
  decide(turn) {
    Last.seen.push([turn.decision, this.told]);
    return (turn.n ?? 1) - 1;
  }

  /** @type {[number, number][]} */
  static seen = [];
}

test("a decision is asserted where the bot knows what it knew", async () => {
  Last.seen = [];
  await assertDecision(Last, TRACE, 10, ["skip"]);
  assert.deepEqual(
    Last.seen.map(([decision]) => decision),
    [1, 2, 3, 4],
  );
  const told = Last.seen.map(([, count]) => count);
  assert.ok(told.every((count, at) => at === 0 || count >= told[at - 1]));
  assert.ok(told[3] > told[0]);
  await assertDecision(Last, TRACE, 10, 5);
});

test("another decision is told with both", async () => {
  await assert.rejects(assertDecision(Last, TRACE, 1, 0), {
    name: "AssertionError",
    message: 'ply 1, decision 1 (pick): expected ["pick",5], the bot answers ["pick",3]',
  });
});

test("a ply at which nothing is asked is told with those near it at which something is, and no bot is asked", async () => {
  Last.seen = [];
  await assert.rejects(assertDecision(Last, TRACE, 999, 0), /nothing is asked at ply 999, but near it at 10, 11, 21$/);
  await assert.rejects(assertDecision(Last, TRACE, 3, 0), /nothing is asked at ply 3, but near it at 1, 8, 9, 10$/);
  assert.deepEqual(Last.seen, []);
});

test("an answer that is none fails, and so does a file that is no trace", async () => {
  class Wrong extends Bot {
    decide() {
      return 99;
    }
  }
  await assert.rejects(assertDecision(Wrong, TRACE, 1, 0), /expected an index from 0 to/);
  await assert.rejects(assertDecision(Last, import.meta.filename ?? new URL(import.meta.url), 2, 0));
});
