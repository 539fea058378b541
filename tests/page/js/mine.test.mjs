// One's own games: their order, changes, whose turn it is, and that a decision is announced once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { announce, sorted, titleOf, told, turnsOf, withGame } from "../../../clients/web/infoset_web/static/model/mine.js";

const game = (state, match_id, rest = {}) => ({ state, game: "catan", match_id, seat: 0, ...rest });
const ids = (items) => items.map(({ match_id: id, room, ticket }) => id ?? ticket ?? room);

test("what is asked comes first by its time, what is over last and the newest first", () => {
  const items = [
    game("over", "m5", { at_ms: 10 }),
    { state: "room", game: "catan", room: "R1" },
    game("waiting", "m1"),
    game("turn", "m2"),
    told(game("turn", "m3", { left_ms: 9_000 }), 100),
    { state: "seek", game: "catan", ticket: "t1" },
    told(game("turn", "m4", { left_ms: 5_000 }), 100),
    game("over", "m6", { at_ms: 20 }),
  ];
  assert.deepEqual(ids(sorted(items)), ["m4", "m3", "m2", "m1", "R1", "t1", "m6", "m5"]);
});

test("a change takes the place of what was told of the same seat, and of the room it began in", () => {
  const items = [{ state: "room", game: "catan", room: "R1" }, { state: "room", game: "catan", room: "R2" }];
  const begun = withGame(items, game("waiting", "m1", { room: "R1" }), 0);
  assert.deepEqual(ids(begun), ["m1", "R2"]);
  const asked = withGame(begun, game("turn", "m1", { room: "R1", decision: 4, left_ms: 60 }), 1000);
  assert.deepEqual(ids(asked), ["m1", "R2"]);
  assert.equal(asked[0].due, 1060);
  const both = withGame(asked, game("waiting", "m1", { seat: 1 }), 0);
  assert.equal(both.filter(({ match_id: id }) => id === "m1").length, 2);
});

test("a match of this window counts as it is shown here, one elsewhere as it is told", () => {
  const items = [game("turn", "m1"), game("turn", "m2"), game("waiting", "m3")];
  const here = [{ id: "m1", decision: null }, { id: "m3", decision: 7 }];
  assert.deepEqual(turnsOf(items, here), ["m3", "m2"]);
  assert.equal(titleOf(0, "Your turn"), "Infoset");
  assert.equal(titleOf(1, "Your turn"), "● Your turn · Infoset");
  assert.equal(titleOf(2, "Your turn"), "(2) ● Your turn · Infoset");
});

test("a decision is announced once, and the list of announcements stays short", () => {
  let { isNew, past } = announce([], "m1", 1);
  assert.equal(isNew, true);
  ({ isNew, past } = announce(past, "m1", 1));
  assert.equal(isNew, false);
  for (let i = 2; i < 300; i += 1) ({ isNew, past } = announce(past, "m1", i));
  assert.equal(isNew, true);
  assert.equal(past.length, 100);
  assert.equal(past.at(-1), "m1:299");
});
