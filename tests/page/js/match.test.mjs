// A match as one viewer sees it: what each message changes, and at what pace changes are shown.
import assert from "node:assert/strict";
import { test } from "node:test";
import { MatchView } from "../../../clients/web/infoset_web/static/model/match.js";

const START = {
  type: "match_start",
  match_id: "m1",
  game: "g",
  role: "player",
  seat: 1,
  players: [
    { seat: 0, name: "Ada" },
    { seat: 1, name: "Bea" },
  ],
};
const events = (ver, ...items) => ({ type: "events", match_id: "m1", ver, items, obs: { ver } });
const turn = (decision, more = {}) => ({
  type: "your_turn",
  match_id: "m1",
  decision,
  ver: 1,
  kind: "k",
  legal: { actions: [["a"]] },
  obs: { turn: decision },
  ...more,
});

function opened(pace = 0) {
  const timers = [];
  const match = new MatchView(START, {
    consts: { size: 3 },
    pace: () => pace,
    later: (run) => timers.push(run),
    now: () => 1000,
  });
  return { match, next: () => timers.shift()?.() };
}

test("without a pace everything is shown at once", () => {
  const { match } = opened();
  match.receive(events(1, { e: "x" }));
  match.receive(turn(7, { deadline_ms: 500 }));
  assert.equal(match.ver.value, 1);
  assert.equal(match.decision.value.decision, 7);
  assert.equal(match.decision.value.due, 1500);
});

test("with a pace one change waits for the other, and the question for both", () => {
  const { match, next } = opened(100);
  match.receive(events(1, { e: "x" }));
  match.receive(events(2, { e: "y" }));
  match.receive(turn(7));
  assert.deepEqual([match.ver.value, match.decision.value], [1, null]);
  next();
  assert.deepEqual([match.ver.value, match.decision.value], [2, null]);
  next();
  assert.equal(match.decision.value.decision, 7);
});

test("whoever is in a hurry sees the rest at once", () => {
  const { match } = opened(100);
  match.receive(events(1, { e: "x" }));
  match.receive(events(2, { e: "y" }));
  match.receive(turn(7));
  match.hurry();
  assert.equal(match.decision.value.decision, 7);
  assert.equal(match.isBehind.value, false);
});

test("a long row is not waited for", () => {
  const { match } = opened(100);
  for (let ver = 1; ver <= 100; ver += 1) match.receive(events(ver, { e: "x" }));
  assert.ok(match.ver.value >= 60);
});

test("changes without events do not hold anything up", () => {
  const { match } = opened(100);
  match.receive(events(1));
  match.receive(turn(3));
  assert.equal(match.decision.value.decision, 3);
});

test("an accepted action closes its question and no other", () => {
  const { match } = opened();
  match.receive(turn(7));
  match.receive({ type: "act_ok", match_id: "m1", decision: 6 });
  assert.equal(match.decision.value.decision, 7);
  match.receive({ type: "act_ok", match_id: "m1", decision: 7 });
  assert.equal(match.decision.value, null);
});

test("a sealed choice is remembered until something happens", () => {
  const { match } = opened();
  match.receive(turn(7));
  match.receive({ type: "act_ok", match_id: "m1", decision: 7, sealed: true });
  assert.equal(match.sealed.value.decision, 7);
  match.receive(events(2));
  assert.equal(match.sealed.value, null);
});

test("a snapshot replaces what was not shown yet", () => {
  const { match, next } = opened(100);
  match.receive(events(1, { e: "x" }));
  match.receive(events(2, { e: "y" }));
  match.receive({
    type: "snapshot",
    match_id: "m1",
    ver: 9,
    obs: { ver: 9 },
    pending: [{ decision: 4, kind: "k", legal: { actions: [] } }],
  });
  next();
  assert.equal(match.ver.value, 9);
  assert.equal(match.decision.value.decision, 4);
});

for (const pace of [0, 100]) {
  test(`a snapshot that newer messages have overtaken changes nothing, at a pace of ${pace}`, () => {
    const { match, next } = opened(pace);
    match.receive(events(1, { e: "x" }));
    match.receive(turn(7));
    match.receive({ type: "snapshot", match_id: "m1", ver: 0, obs: { ver: 0 }, pending: [] });
    next();
    assert.equal(match.ver.value, 1);
    assert.equal(match.decision.value.decision, 7);
    assert.deepEqual(match.obs.value, { turn: 7 });
  });
}

test("the end closes what was open", () => {
  const { match } = opened();
  match.receive(turn(7));
  match.receive({ type: "match_over", match_id: "m1", places: [1, 2], scores: [3, 2], reason: "finished" });
  assert.equal(match.decision.value, null);
  assert.deepEqual(match.over.value.places, [1, 2]);
});

test("a missed deadline of one's own is noted and closes the question", () => {
  const { match } = opened();
  match.receive(turn(7));
  match.receive({ type: "timeout", match_id: "m1", seat: 1, decision: 7, applied: "fallback", misses: 1 });
  assert.equal(match.decision.value, null);
  assert.equal(match.lines.value.at(-1).note.applied, "fallback");
});

test("connections that come and go are shown", () => {
  const { match } = opened();
  match.receive({ type: "seat_status", match_id: "m1", seat: 0, online: false });
  assert.deepEqual(
    match.seats.value.map((seat) => seat.online),
    [false, true],
  );
});

test("how long somebody who is away is waited for is known, and who plays on is written down once", () => {
  const { match } = opened();
  const told = (more) => match.receive({ type: "seat_status", match_id: "m1", seat: 0, online: false, ...more });
  told({ grace_ms: 500 });
  assert.equal(match.seats.value[0].lostAt, 1500);
  told({ taken_by: "heuristic", grace_ms: 60_000 });
  told({ taken_by: "heuristic", online: true });
  told({ online: true });
  assert.equal(match.seats.value[0].lostAt, undefined);
  assert.deepEqual(
    match.lines.value.map(({ note }) => note),
    [
      { kind: "replaced", seat: 0, bot: "heuristic" },
      { kind: "returned", seat: 0 },
    ],
  );
});

test("a watcher of the public view has no seat", () => {
  const match = new MatchView({ ...START, role: "watcher", view: "public", seat: undefined }, {});
  assert.deepEqual([match.seat, match.isPlayer], [-1, false]);
});

test("the log is bounded", () => {
  const { match } = opened();
  for (let ver = 1; ver <= 1000; ver += 1) match.receive(events(ver, { e: "x" }));
  assert.equal(match.lines.value.length, 600);
});

test("what has not changed stays the very same object", () => {
  const { match } = opened();
  const position = (coins) => ({ board: { hexes: [1, 2] }, players: [{ coins: 1 }, { coins }] });
  match.receive({ ...events(1, { e: "x" }), obs: position(1) });
  const before = match.obs.value;
  match.receive({ ...events(2, { e: "x" }), obs: position(2) });
  const after = match.obs.value;
  assert.deepEqual(after, position(2));
  assert.equal(after.board, before.board);
  assert.equal(after.players[0], before.players[0]);
  assert.notEqual(after.players, before.players);
  match.receive({ ...events(3, { e: "x" }), obs: position(2) });
  assert.equal(match.obs.value, after);
});

function sealedMatch() {
  const { match } = opened();
  match.receive(turn(7));
  match.draft.value = { decision: 7, king: 1 };
  match.receive({ type: "act_ok", match_id: "m1", decision: 7, sealed: true });
  return match;
}

test("what is sealed can be taken back until all have decided", () => {
  const match = sealedMatch();
  assert.equal(match.decision.value, null);
  match.reopen();
  assert.deepEqual([match.decision.value.decision, match.isReopened], [7, true]);
  match.receive({ type: "act_ok", match_id: "m1", decision: 7, sealed: true });
  assert.deepEqual([match.decision.value, match.sealed.value.decision, match.isReopened], [null, 7, false]);
});

test("what is taken back and left as it was is what was sent", () => {
  const match = sealedMatch();
  match.reopen();
  match.draft.value = { decision: 7, king: 3 };
  match.leaveSealed();
  assert.deepEqual([match.decision.value, match.sealed.value.decision], [null, 7]);
  assert.deepEqual(match.draft.value, { decision: 7, king: 1 });
});

test("nothing is taken back once all have decided", () => {
  for (const end of [events(1, { e: "x" }), { type: "turn_closed", match_id: "m1", decision: 7 }]) {
    const match = sealedMatch();
    match.reopen();
    match.receive(end);
    assert.deepEqual([match.decision.value, match.sealed.value], [null, null]);
    match.reopen();
    assert.equal(match.decision.value, null);
  }
});

test("a new question is not taken for one that was taken back", () => {
  const match = sealedMatch();
  match.reopen();
  match.receive(turn(8));
  assert.deepEqual([match.decision.value.decision, match.sealed.value, match.isReopened], [8, null, false]);
});

test("what happened before stands before what came since, in the order of the replay", () => {
  const { match } = opened();
  match.receive(events(5, { e: "new" }));
  match.recall([
    { type: "match_start", ver: 0 },
    { type: "snapshot", ver: 0 },
    { type: "events", ver: 1, items: [{ e: "old" }] },
    { type: "events", ver: 2, items: [] },
    { type: "timeout", seat: 0, applied: "fallback", misses: 1 },
  ]);
  const lines = match.lines.value;
  assert.deepEqual(
    lines.map((line) => line.note?.applied ?? line.items[0].e),
    ["old", "fallback", "new"],
  );
  assert.equal(new Set(lines.map((line) => line.number)).size, 3);
});

test("a viewer asks for the past of their own view", () => {
  const seen = (more) => new MatchView({ ...START, seat: undefined, ...more }, {}).view;
  assert.equal(seen({ seat: 1, view: "seat" }), "seat:1");
  assert.equal(seen({ role: "watcher", view: "public" }), "public");
  assert.equal(seen({ role: "watcher", view: "seat", seat: 0 }), "seat:0");
  assert.equal(seen({ role: "watcher", view: "all" }), "all");
});

test("who plays for somebody is known from the start", () => {
  const players = [{ ...START.players[0], online: false, taken_by: "heuristic" }, START.players[1]];
  const match = new MatchView({ ...START, players }, { consts: {} });
  assert.equal(match.seats.value[0].taken_by, "heuristic");
  assert.equal(match.seats.value[1].taken_by, undefined);
  match.receive({ type: "seat_status", match_id: "m1", seat: 0, online: true });
  assert.equal(match.seats.value[0].taken_by, undefined);
});

test("who is replaced is asked nothing any more, also not what was still to be shown", () => {
  const { match, next } = opened(100);
  match.receive(events(1, { e: "x" }));
  match.receive(events(2, { e: "y" }));
  match.receive(turn(7, { undo: 6 }));
  assert.equal(match.isReplaced, false);
  match.receive({ type: "seat_status", match_id: "m1", seat: 1, online: false, taken_by: "heuristic" });
  assert.deepEqual([match.isReplaced, match.ver.value, match.isBehind.value], [true, 1, false]);
  assert.deepEqual([match.decision.value, match.undoable.value, match.clocks.thinking], [null, null, []]);
  match.receive({ type: "match_over", match_id: "m1", places: [1, 2], scores: [1, 0] });
  next();
  assert.equal(match.isReplaced, false);
});

test("who looks on, or is replaced beside us, changes no question of ours", () => {
  const { match } = opened();
  match.receive(turn(7));
  match.receive({ type: "seat_status", match_id: "m1", seat: 0, online: false, taken_by: "heuristic" });
  assert.deepEqual([match.isReplaced, match.decision.value.decision], [false, 7]);
});

test("a step can be taken back until something else happens", () => {
  const { match } = opened();
  match.receive(turn(7));
  match.receive({ type: "act_ok", match_id: "m1", decision: 7, undo: 7 });
  match.receive(events(2, { e: "road", by: 1 }));
  assert.equal(match.undoable.value, 7);
  match.receive(turn(8, { undo: 7 }));
  assert.equal(match.undoable.value, 7);
  match.receive(events(3, { e: "undone", by: 1 }));
  assert.equal(match.undoable.value, null);
  match.receive(turn(9));
  match.receive({ type: "act_ok", match_id: "m1", decision: 9, undo: 9 });
  match.receive(events(4, { e: "turn", by: 0 }));
  match.receive(events(5, { e: "road", by: 0 }));
  assert.equal(match.undoable.value, null);
});

test("who is asked to let a step be taken back knows of it until it is settled", () => {
  const { match } = opened();
  const status = (state, more) => ({ type: "undo_status", match_id: "m1", seat: 0, decision: 3, status: state, ...more });
  match.receive(status("asked", { waits_for: [1] }));
  assert.deepEqual(match.undoVote.value, { seat: 0, decision: 3, waitsFor: [1] });
  match.receive(status("declined"));
  assert.equal(match.undoVote.value, null);
  assert.deepEqual(match.lines.value.at(-1).note, { kind: "declined", seat: 0 });
  match.receive(status("asked", { waits_for: [1] }));
  match.receive(status("done"));
  assert.equal(match.undoVote.value, null);
});

test("a question that was withdrawn is gone", () => {
  const { match } = opened();
  match.receive(turn(7));
  match.receive({ type: "turn_closed", match_id: "m1", decision: 7, why: "withdrawn" });
  assert.equal(match.decision.value, null);
});
