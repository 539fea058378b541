import assert from "node:assert/strict";
import { test } from "node:test";
import { expectations, inOrder, latest } from "../../../clients/web/infoset_web/static/model/remarks.js";

const REMARKS = inOrder([
  [
    { seat: 0, ver: 9, value: [0.5, -0.5] },
    { seat: 0, ver: 2, note: "first" },
  ],
  [{ seat: 1, ver: 4, value: [0.25, -0.25], note: "second" }],
]);

test("remarks of all seats are in the order of the match", () => {
  assert.deepEqual(
    REMARKS.map(({ ver }) => ver),
    [2, 4, 9],
  );
});

test("a line shows what a program expected of its own seat", () => {
  assert.deepEqual(expectations(REMARKS), [
    { seat: 0, points: [[9, 0.5]] },
    { seat: 1, points: [[4, -0.25]] },
  ]);
});

test("at a place of the match the newest remark of each seat up to it is shown", () => {
  assert.deepEqual(
    latest(REMARKS, 8).map(({ seat, note }) => [seat, note]),
    [
      [0, "first"],
      [1, "second"],
    ],
  );
  assert.deepEqual(latest(REMARKS, 1), []);
});
