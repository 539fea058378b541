// The small parts that do no I/O: addresses, waits, rates, turns, tracking, tallies.

import assert from "node:assert/strict";
import { test } from "node:test";

import { readAddress } from "../src/address.js";
import { noteArrival } from "../src/arrivals.js";
import { Backoff } from "../src/backoff.js";
import { AddressError, WrongChoiceError } from "../src/errors.js";
import { act, RULES } from "../src/games/catan.js";
import { resultText, Tally } from "../src/tally.js";
import { Throttle } from "../src/throttle.js";
import { AWAY, MatchTracker } from "../src/tracking.js";
import { Match, MatchResult, Turn } from "../src/turn.js";
import { decision, snapshot, start, yourTurn } from "./samples.mjs";

test("an address names transport, port, path and encoding", () => {
  assert.equal(readAddress("infoset://localhost").url, "infoset://localhost:7421");
  assert.equal(readAddress("10.0.0.7:99").url, "infoset://10.0.0.7:99");
  assert.equal(readAddress("wss://host").url, "wss://host:443/v1");
  assert.equal(readAddress("ws+msgpack://[::1]:7421/play").encoding, "msgpack");
  assert.equal(readAddress("ws://h", "msgpack").encoding, "msgpack");
});

test("a bad address is refused with what was expected", () => {
  for (const text of ["http://host", "infoset://", "ws://a@b", "ws://h?x=1", "ws+yaml://h", "infoset://h:x"]) {
    assert.throws(() => readAddress(text), AddressError, text);
  }
});

test("only TLS and this machine may carry a token", () => {
  assert.ok(readAddress("infoset://127.0.0.1").canCarryToken);
  assert.ok(readAddress("wss://example.org").canCarryToken);
  assert.ok(!readAddress("ws://example.org").canCarryToken);
});

test("waits double up to a bound, by chance, on top of what was asked", () => {
  const backoff = new Backoff(() => 1);
  const waits = Array.from({ length: 8 }, () => backoff.nextWaitMs());
  assert.deepEqual(waits, [250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  backoff.reset();
  assert.equal(backoff.nextWaitMs(3000), 3250);
  assert.equal(new Backoff(() => 0).nextWaitMs(), 0);
});

test("messages beyond the burst wait until the rate allows them", () => {
  const throttle = new Throttle();
  throttle.allow(10, 0);
  const waits = Array.from({ length: 20 }, () => throttle.take(0));
  assert.ok(waits.slice(0, 18).every((wait) => wait === 0));
  assert.ok(Math.abs(waits[19] - 2000 / 9) < 1);
  assert.equal(throttle.take(10_000), 0);
});

test("an answer is an index, an action, or one option for each slot", () => {
  const turn = new Turn(new Match(start()), decision(), {});
  assert.deepEqual(turn.readAnswer(2), { index: 2 });
  assert.deepEqual(turn.readAnswer(["build", 9]), { index: 1 });
  assert.equal(turn.indexOf(["skip"]), 2);
  assert.deepEqual(turn.actionsWith("build"), [["build", 10], ["build", 9]]);
  assert.deepEqual(turn.fallbackChoice(), { index: 2 });

  /** @type {import("../src/wire.js").Legal} */
  const legal = { kind: "product", slots: [{ slot: "a", options: [["x"], ["y"]] }, { slot: "b", options: [["z"]] }] };
  const joint = new Turn(new Match(start()), { ...decision(), n: undefined, legal }, {});
  assert.deepEqual(joint.readAnswer([["y"], 0]), { picks: [1, 0] });
  assert.deepEqual(joint.fallbackChoice(), { picks: [0, 0] });
});

test("an action of a described form may be written freely", () => {
  const legal = { actions: [["end_turn"]], params: [{ kind: "offer", fields: {} }] };
  const turn = new Turn(new Match(start()), { ...decision(), n: 1, legal }, {});
  const offer = act.offer([1, 0, 0, 0, 0], [0, 1, 0, 0, 0]);
  assert.deepEqual(turn.readAnswer(offer), { action: offer });
});

test("a wrong answer is refused with what was expected", () => {
  const turn = new Turn(new Match(start()), decision(), {});
  for (const answer of [3, -1, 1.5, "1", null, undefined, true, {}, ["build", 3]]) {
    assert.throws(() => turn.readAnswer(answer), WrongChoiceError, String(answer));
  }
  assert.throws(() => turn.readAnswer(["build", 3]), /legal: \["build",10\]/);
});

test("a random answer is any of the legal ones", () => {
  const turn = new Turn(new Match(start()), decision(), {});
  assert.deepEqual([0, 0.5, 0.99].map((chance) => turn.randomAnswer(() => chance)), [0, 1, 2]);
});

test("builders write actions as the rules want them", () => {
  assert.equal(RULES, "catan/1.0");
  assert.deepEqual(act.road(17), ["road", 17]);
  assert.deepEqual(act.playPlenty(3), ["play_plenty", 3]);
  assert.deepEqual(act.offer([1], [2], [0]), ["offer", [1], [2], [0]]);
});

test("a decision is open from its question to its answer, its timeout or its end", () => {
  const tracker = new MatchTracker(new Match(start()));
  const [asked] = tracker.take(yourTurn());
  assert.equal(asked.kind, "asked");
  assert.ok(tracker.isOpen(17));
  assert.deepEqual(
    tracker.take({ type: "timeout", match_id: "m_1", seat: 2, decision: 17, applied: "fallback", misses: 1 }),
    [{ kind: "missed", decision: 17, why: "timeout, fallback played" }],
  );
  assert.ok(!tracker.isOpen(17));
});

test("a snapshot without a decision says that it was missed", () => {
  const tracker = new MatchTracker(new Match(start()));
  tracker.take(yourTurn());
  assert.deepEqual(tracker.take(snapshot([])), [{ kind: "missed", decision: 17, why: AWAY }]);
});

test("a question that arrived before its acceptance is not asked again", () => {
  const tracker = new MatchTracker(new Match(start()));
  tracker.take(yourTurn());
  const late = snapshot([decision()]);
  const reply = { type: "act_ok" };
  noteArrival(late);
  noteArrival(reply);
  tracker.close(17, reply);
  assert.deepEqual(tracker.take(late), []);
  const again = snapshot([decision()]); // the server has lost the choice
  noteArrival(again);
  assert.equal(tracker.take(again)[0].kind, "asked");
});

test("unknown messages are passed over", () => {
  assert.deepEqual(new MatchTracker(new Match(start())).take({ type: "x_news" }), []);
});

test("results are told in words", () => {
  const over = { type: "match_over", match_id: "m_1", reason: "finished", places: [2, 1], scores: [3, 7], returns: [-1, 1] };
  const match = new Match({ ...start(), seat: 1 });
  const result = new MatchResult(/** @type {any} */ (over), 1);
  assert.equal(resultText(match, result), "colonizers m_1 seat 1: place 1 of 2, score 7 (finished)");
  assert.equal(resultText(match, null), "colonizers m_1 seat 1: went on without us");
  const tally = new Tally();
  tally.add(result);
  tally.add(null);
  assert.equal(tally.text(), "played 2 matches: 1 first place, average place 1.00, 1 went on without us");
});
