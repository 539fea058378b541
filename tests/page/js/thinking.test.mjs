// Answers that need no thought take as long as others.
import assert from "node:assert/strict";
import { test } from "node:test";
import { onlyChoice } from "../../../clients/web/infoset_web/static/model/legal.js";
import { Thinking } from "../../../clients/web/infoset_web/static/model/thinking.js";

const list = (actions, params = []) => ({ legal: { kind: "list", actions, params } });
const product = (...sizes) => ({ legal: { kind: "product", slots: sizes.map((n) => ({ options: Array(n).fill(["wait"]) })) } });

test("there is one answer where all listed are the same, and nothing else may be said", () => {
  assert.deepEqual(onlyChoice(list([["end"]])), { index: 0 });
  assert.deepEqual(onlyChoice(list([["end"], ["end"]])), { index: 0 });
  assert.equal(onlyChoice(list([["end"], ["build", 1]])), null);
  assert.equal(onlyChoice(list([["reject"]], [{ kind: "counter", fields: {} }])), null);
  assert.deepEqual(onlyChoice(product(1, 1)), { index: 0 });
  assert.equal(onlyChoice(product(1, 2)), null);
  assert.equal(onlyChoice(null), null);
});

test("an answer without thought takes as long as one of before took", () => {
  for (const random of [0, 0.4, 0.999]) {
    const thinking = new Thinking(() => random);
    assert.ok(thinking.wait() >= 1000, "nothing is known yet");
    for (const ms of [900, 3000, 7000]) thinking.note(ms);
    assert.ok([900, 3000, 7000].includes(thinking.wait()));
  }
});

test("it waits neither for ever nor until the time is over", () => {
  const thinking = new Thinking(() => 0);
  thinking.note(3_600_000);
  assert.ok(thinking.wait() <= 12_000);
  assert.equal(thinking.wait(1000), 500);
  assert.equal(thinking.wait(-5), 0);
});
