// Windows of one browser: what they tell each other, and who lets go of what.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Windows } from "../../../clients/web/infoset_web/static/net/windows.js";

/** Channels that reach each other at once. */
function hall() {
  const channels = [];
  return () => {
    const channel = { onmessage: null };
    channel.postMessage = (data) => channels.forEach((one) => one !== channel && one.onmessage({ data }));
    channels.push(channel);
    return channel;
  };
}

function opened(channel, name, user, matches = []) {
  const state = { user, matches };
  const left = [];
  const windows = new Windows({ channel, name, mine: () => state, letGo: (match) => left.push(match) });
  windows.tell();
  return { windows, state, left };
}

test("a new window hears what the others play, and they hear of it", () => {
  const join = hall();
  const older = opened(join(), "w1", "ada", ["m1"]);
  const newer = opened(join(), "w2", "ada");
  assert.deepEqual(newer.windows.matchesOf("ada"), ["m1"]);
  assert.deepEqual(older.windows.matchesOf("ada"), []);
  older.state.matches = [];
  older.windows.tell();
  assert.deepEqual(newer.windows.matchesOf("ada"), []);
});

test("whoever has a match that is claimed lets go of it, and nobody else does", () => {
  const join = hall();
  const has = opened(join(), "w1", "ada", ["m1"]);
  const hasNot = opened(join(), "w2", "ada", ["m2"]);
  const rival = opened(join(), "w3", "bea", ["m1"]); // plays against ada, at the same screen
  const newer = opened(join(), "w4", "ada");
  newer.windows.claim("m1");
  assert.deepEqual([has.left, hasNot.left, rival.left], [["m1"], [], []]);
  assert.deepEqual(newer.windows.matchesOf("ada"), ["m2"]);
  assert.deepEqual(newer.windows.matchesOf("bea"), ["m1"]);
});

test("a match that one window plays is no longer that of one that was closed", () => {
  const join = hall();
  const third = opened(join(), "w3", "ada");
  opened(join(), "w1", "ada", ["m1"]).state.matches = []; // closed without a word
  opened(join(), "w2", "ada", ["m1"]);
  assert.deepEqual(third.windows.matchesOf("ada"), ["m1"]);
});

test("windows without end are not remembered", () => {
  const join = hall();
  const first = opened(join(), "w", "ada");
  for (let i = 0; i < 100; i += 1) opened(join(), `w${i}`, "ada", [`m${i}`]);
  assert.equal(first.windows.matchesOf("ada").length, 32);
});
