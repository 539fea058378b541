// Observations that come as differences: completed, or asked for again.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { applyPatch, DeltaReader } from "../src/deltas.js";

const VECTORS = new URL("../../../protocol/vectors/v1/patches.ndjson", import.meta.url);

/** @param {number} ver @param {Record<string, any>} fields @param {string} [matchId] */
const question = (ver, fields, matchId = "m_1") => ({ type: "your_turn", match_id: matchId, ver, ...fields });

test("merge patches do what the vectors say, and leave the old value alone", () => {
  for (const line of readFileSync(VECTORS, "ascii").trim().split("\n")) {
    const { name, before, patch, after } = JSON.parse(line);
    const asItWas = JSON.stringify(before);
    assert.deepEqual(applyPatch(before, patch), after, name);
    assert.equal(JSON.stringify(before), asItWas, name);
  }
});

test("a question is completed from the last one of its match", () => {
  const reader = new DeltaReader();
  assert.ok(reader.complete(question(1, { obs: { a: 1, b: [1, 2] } })));
  assert.ok(reader.complete(question(1, { obs: { a: 9 } }, "m_2")));
  const second = question(3, { delta: { base: 1, patch: { b: [3] } } });
  assert.ok(reader.complete(second));
  assert.deepEqual(second, question(3, { obs: { a: 1, b: [3] } }));
  const third = question(4, { delta: { base: 3, patch: { a: null } } });
  assert.ok(reader.complete(third));
  assert.deepEqual(third, question(4, { obs: { b: [3] } }));
});

test("a difference from what is not known is not guessed", () => {
  const reader = new DeltaReader();
  const short = (/** @type {number} */ base) => question(7, { delta: { base, patch: {} } });
  assert.equal(reader.complete(short(1)), false);
  reader.complete(question(1, { obs: {} }));
  assert.equal(reader.complete(short(2)), false);
  reader.complete({ type: "match_over", match_id: "m_1" });
  assert.equal(reader.complete(short(1)), false);
  reader.complete(question(1, { obs: {} }));
  reader.forgetAll();
  assert.equal(reader.complete(short(1)), false);
});

test("other messages stay as they are", () => {
  const events = { type: "events", match_id: "m_1", ver: 2, items: [], obs: {} };
  assert.ok(new DeltaReader().complete(events));
  assert.deepEqual(events, { type: "events", match_id: "m_1", ver: 2, items: [], obs: {} });
});
