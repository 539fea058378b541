// The trace of a bot: what is read of it, and in which order its actions stand.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  askedAt,
  chosenApart,
  isOpen,
  readTrace,
  valueText,
  weighed,
} from "../../../clients/web/infoset_web/static/model/trace.js";

const question = (decision, ver, legal = { actions: [["build", 4], ["skip"], ["build", 5]] }) => ({
  type: "your_turn",
  decision,
  ver,
  kind: "build",
  legal,
});
const thought = (decision, more) => ({ type: "thought", decision, ms: 1.8, ...more });
const write = (...lines) => lines.map((line) => JSON.stringify(line)).join("\n") + "\n";
const START = [{ form: "infoset-trace/1" }, { type: "match_start", match_id: "m_1", seat: 2 }];

test("questions come with what was thought of them", () => {
  const text = write(...START, { type: "events", items: [] }, question(3, 7), thought(3, { index: 1 }), question(4, 9));
  const { match, seat, asked } = readTrace(text);
  assert.deepEqual([match, seat, asked.length], ["m_1", 2, 1]);
  assert.deepEqual([asked[0].question.ver, asked[0].thought.index], [7, 1]);
});

test("what is no trace is refused by its line", () => {
  assert.throws(() => readTrace("no\n"), /line 1: expected an object of JSON/);
  assert.throws(() => readTrace(write({ form: "other" })), /line 1: expected the form infoset-trace\/1/);
  assert.throws(() => readTrace(write(START[0])), /line 2: expected the beginning of a match/);
});

test("a line in which something is missing is refused by its number", () => {
  const wrong = (line) => () => readTrace(write(...START, question(3, 7), line));
  assert.throws(wrong({ ...question(4, 9), legal: {} }), /line 4: expected actions or slots in your_turn/);
  assert.throws(wrong({ ...question(4, 9), legal: { slots: [{}] } }), /line 4: expected actions or slots in your_turn/);
  assert.throws(wrong({ ...question(4, "9") }), /line 4: expected a version in your_turn/);
  assert.throws(wrong({ ...question(4, 9), kind: null }), /line 4: expected a kind in your_turn/);
  assert.throws(wrong({ type: "thought", decision: 3 }), /line 4: expected milliseconds in thought/);
  assert.throws(wrong(thought(3, { values: "all" })), /line 4: expected values in a list in thought/);
  assert.throws(wrong(thought(3, { picks: 1 })), /line 4: expected picks in a list in thought/);
  assert.throws(() => readTrace(`${write(...START)}null\n`), /line 3: expected an object of JSON/);
});

test("the best action comes first, and what has no value last", () => {
  const order = weighed({ question: question(1, 1), thought: thought(1, { index: 2, values: [-1.5, null, 0.4361] }) });
  assert.deepEqual(order.map(({ index }) => index), [2, 0, 1]);
  assert.deepEqual(order.map(({ value }) => valueText(value)), ["+0.4361", "−1.5", ""]);
  assert.deepEqual(order.map(({ isChosen }) => isChosen), [true, false, false]);
});

test("without values actions keep their order", () => {
  const order = weighed({ question: question(1, 1), thought: thought(1, { index: 0 }) });
  assert.deepEqual(order.map(({ index }) => index), [0, 1, 2]);
});

test("what is chosen for slots, and actions with fields, are told apart", () => {
  const slots = { slots: [{ slot: "unit 0", options: [["move", "up"], ["move", "left"]] }] };
  assert.deepEqual(chosenApart({ question: question(1, 1, slots), thought: thought(1, { picks: [1] }) }), [
    ["unit 0", ["move", "left"]],
  ]);
  assert.equal(chosenApart({ question: question(1, 1), thought: thought(1, { index: 0 }) }), null);
  assert.equal(isOpen({ thought: thought(1, {}) }), true);
  assert.equal(isOpen({ thought: thought(1, { index: 0 }) }), false);
});

test("the question of a position is the last that was asked up to it", () => {
  const trace = { asked: [3, 7, 9].map((ver) => ({ question: question(ver, ver) })) };
  assert.deepEqual([0, 3, 8, 20].map((ver) => askedAt(trace, ver)), [0, 0, 1, 2]);
});
