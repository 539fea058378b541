// What happened in blocks, one for each turn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { blocksOf } from "../../../clients/web/infoset_web/static/model/turns.js";

const entry = (key, opens) => ({ key, said: { text: key, ...(opens && { opens }) } });

test("what comes before the first turn is a block without a head", () => {
  const [before, turn] = blocksOf([entry("a"), entry("b"), entry("c", true), entry("d")]);
  assert.deepEqual([before.head, before.items.map(({ key }) => key)], [null, ["a", "b"]]);
  assert.deepEqual([turn.head.key, turn.items.map(({ key }) => key)], ["c", ["d"]]);
});

test("a turn in which nothing has happened yet has a head alone", () => {
  assert.deepEqual(
    blocksOf([entry("a", true), entry("b", true)]).map(({ items }) => items.length),
    [0, 0],
  );
  assert.deepEqual(blocksOf([]), []);
});
