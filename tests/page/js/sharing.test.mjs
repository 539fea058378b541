// Parts that two values have in common: found where they are equal, and only there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shared } from "../../../clients/web/infoset_web/static/model/sharing.js";

const PAIRS = [
  [[], {}],
  [{}, []],
  [[1, 2], [1]],
  [[1], [1, 2]],
  [{ a: undefined }, {}],
  [{}, { a: undefined }],
  [{ a: 1 }, { b: 1 }],
  [{ a: null }, { a: {} }],
  [{ a: {} }, { a: null }],
  [0, false],
  [null, 0],
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }],
];

test("the value stays what it is, whatever was before", () => {
  for (const [before, after] of PAIRS) {
    const copy = structuredClone(after);
    const found = shared(before, structuredClone(after));
    assert.deepEqual(found, copy);
    assert.notEqual(found, before);
  }
});

test("an equal value is the one before", () => {
  for (const [value] of PAIRS) assert.equal(shared(value, structuredClone(value)), value);
});

test("equal parts are shared, others are not", () => {
  const before = { same: { deep: [1] }, other: [1], gone: {} };
  const after = shared(before, { same: { deep: [1] }, other: [2], fresh: {} });
  assert.equal(after.same, before.same);
  assert.notEqual(after.other, before.other);
});
