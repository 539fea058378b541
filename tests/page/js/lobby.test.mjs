// The lobby: changes of the list, what of it is wanted, which rows are in view; options of any game as a form.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bodyOf, GROUPS } from "../../../clients/web/infoset_web/static/model/commands.js";
import {
  changed,
  clockWords,
  fieldOfRefusal,
  fieldsOf,
} from "../../../clients/web/infoset_web/static/model/options.js";
import { wordsOf } from "../../../clients/web/infoset_web/static/model/refusals.js";
import {
  callsOf,
  isOfThisComputer,
  isTableRoom,
  openSeats,
  wanted,
  windowOf,
  withChanges,
  withCup,
  withTable,
  withTableIds,
} from "../../../clients/web/infoset_web/static/model/rooms.js";

const room = (id, more = {}) => ({
  room: id,
  title: id,
  game: "g",
  status: "open",
  seats: [{ kind: "open" }, { kind: "human", name: "Ada" }],
  ...more,
});

test("changes are added, replaced and taken away", () => {
  let rooms = withChanges(new Map(), { full: true, rooms: [room("A"), room("B")] });
  rooms = withChanges(rooms, { rooms: [room("B", { title: "new" }), room("C")], gone: ["A"] });
  assert.deepEqual([...rooms.keys()], ["B", "C"]);
  assert.equal(rooms.get("B").title, "new");
});

test("one is called to the table that the server has named, until one is ready there", () => {
  const seat = (ready) => [{ kind: "human", user: "u_1", ready }];
  const rooms = new Map([
    ["R7K2", room("R7K2", { seats: seat(false) })],
    ["R7K", room("R7K", { seats: seat(false) })],
    ["B", room("B", { seats: seat(true) })],
    ["C", room("C", { seats: seat(false), status: "playing" })],
  ]);
  const text = "Cup 1.2: your table is room R7K2. Say that you are ready. (Not B, not C.)";
  const none = new Map();
  const spoken = "R7K2: you are called to your table. Say there that you are ready."; // not the English of the server
  assert.deepEqual(callsOf(rooms, none, ["hello", text], "u_1"), [{ room: "R7K2", text: spoken, greeting: text }]);
  assert.deepEqual(callsOf(rooms, none, ["hello"], "u_1"), []);
  assert.deepEqual(callsOf(rooms, none, [text], "u_2"), []);
});

test("who comes back is called by what is told of the table", () => {
  const seats = [{ kind: "human", user: "u_1", ready: false }];
  const rooms = new Map([["R7K2", room("R7K2", { seats })]]);
  const told = { tournament: "cup", title: "Cup", table: "R1.2", round: 1, entrants: ["Ada", "Bob"], you: 1 };
  const called = withTable(new Map(), { ...told, status: "called", room: "R7K2" }, 0);
  const [{ text, greeting }] = callsOf(rooms, called, [], "u_1");
  assert.match(text, /^Cup, round 1: you are called to your table, against Ada\./);
  assert.equal(greeting, undefined);
  assert.equal(withTable(called, { ...told, table: "R1.3", status: "decided" }, 0).size, 1);
  const again = withTable(called, { ...told, status: "called", room: "R8K2" }, 0);
  assert.deepEqual([...again.keys()], ["R8K2"]);
  assert.equal(withTable(called, { ...told, status: "playing" }, 0).size, 0);
});

test("a room stays a table of a tournament when it is not called any more", () => {
  const known = withTableIds(new Set(), { status: "called", room: "R7K2" });
  const after = withTableIds(known, { status: "decided" });
  assert.equal(after, known);
  assert.ok(isTableRoom(after, new Map(), "R7K2"));
  assert.ok(!isTableRoom(after, new Map(), "R8K2"));
});

test("so does that of a match which was played already when whoever plays there came", () => {
  const known = withTableIds(new Set(), { status: "playing", match_id: "m_1" });
  const playedIn = new Map([["m_1", "R7K2"], ["m_2", "R8K2"]]);
  assert.ok(isTableRoom(known, playedIn, "R7K2"));
  assert.ok(!isTableRoom(known, playedIn, "R8K2"));
  assert.ok(!isTableRoom(known, new Map(), "R7K2")); // not known yet
});

test("a whole list replaces the one before", () => {
  const rooms = withChanges(new Map([["A", room("A")]]), { full: true, rooms: [room("B")] });
  assert.deepEqual([...rooms.keys()], ["B"]);
});

test("rooms one can join come first", () => {
  const rooms = new Map([
    ["A", room("A", { status: "playing" })],
    ["B", room("B", { seats: [{ kind: "bot" }] })],
    ["C", room("C")],
  ]);
  assert.deepEqual(
    wanted(rooms).map((one) => one.room),
    ["C", "B", "A"],
  );
});

test("a room that is over and full is found by its name alone", () => {
  const done = { status: "over", seats: [{ kind: "bot" }, { kind: "human", name: "Zoe" }] };
  const rooms = new Map([
    ["A", room("A", done)],
    ["B", room("B", { ...done, seats: [{ kind: "bot" }, { kind: "open" }] })],
  ]);
  const found = (filter) => wanted(rooms, filter).map((one) => one.room);
  assert.deepEqual(found(), ["B"]);
  assert.deepEqual(found({ text: "zoe" }), ["A"]);
});

test("rooms are found by title, player, game and free seats", () => {
  const rooms = new Map([
    ["A", room("A", { title: "Evening" })],
    ["B", room("B", { game: "h", seats: [{ kind: "human", name: "Zoe" }] })],
  ]);
  assert.deepEqual(
    wanted(rooms, { text: "even" }).map((one) => one.room),
    ["A"],
  );
  assert.deepEqual(
    wanted(rooms, { text: "zoe" }).map((one) => one.room),
    ["B"],
  );
  assert.deepEqual(
    wanted(rooms, { game: "h" }).map((one) => one.room),
    ["B"],
  );
  assert.deepEqual(
    wanted(rooms, { status: "open" }).map((one) => one.room),
    ["A"],
  );
  assert.equal(openSeats(rooms.get("A")), 1);
});

test("of a thousand rows only those in view are drawn, and a few more", () => {
  assert.deepEqual(windowOf({ top: 0, visible: 500, height: 50, count: 1000 }), { first: 0, last: 16 });
  const { first, last } = windowOf({ top: 25_000, visible: 500, height: 50, count: 1000 });
  assert.ok(first <= 500 && last >= 510 && last - first < 30);
  assert.deepEqual(windowOf({ top: 0, visible: 500, height: 50, count: 3 }), { first: 0, last: 3 });
});

test("every kind of option has a kind of field", () => {
  const fields = fieldsOf({
    a: { type: "integer", default: 1 },
    b: { type: "boolean", default: false },
    c: { type: "string", enum: ["x"], default: "x" },
    d: { type: "array", length: 3, default: [1, 2, 3] },
    some_map: { type: "string", default: "" },
  });
  assert.deepEqual(
    fields.map((field) => field.kind),
    ["number", "switch", "choice", "counts", "text"],
  );
  assert.equal(fields[4].title, "Some map");
});

test("only what differs from the defaults is sent", () => {
  const options = { a: { default: 1 }, d: { default: [1, 2] } };
  assert.deepEqual(changed(options, { a: 1, d: [1, 3], unknown: 5 }), { d: [1, 3] });
});

test("a refusal is shown at the field it is about", () => {
  assert.equal(fieldOfRefusal({ data: { path: "options.colony" } }), "colony");
  assert.equal(fieldOfRefusal({ data: { path: "changes.options.colony" } }), "colony");
  assert.equal(fieldOfRefusal(null), "");
});

test("clocks are told in words", () => {
  assert.equal(clockWords({ kind: "none" }), "no clock");
  assert.equal(clockWords({ kind: "per_move", move_ms: 20_000 }), "20 s a move");
  assert.equal(clockWords({ kind: "bank", main_ms: 600_000, inc_ms: 5_000 }), "10 min + 5 s");
});

test("a refusal says why, and where it does not, what its code means", () => {
  assert.equal(
    wordsOf({ code: "illegal_action", data: { why: "you have 2 omnium, the module costs 3" } }),
    "You have 2 omnium, the module costs 3.",
  );
  assert.equal(
    wordsOf({ code: "bad_option", data: { path: "options.colony", want: "an integer" } }),
    "options.colony: expected an integer",
  );
  assert.equal(wordsOf({ code: "seat_taken", msg: "x" }), "Somebody sits there already.");
  assert.match(wordsOf({ code: "forbidden", data: { scope: "chat" } }), /"chat"/);
  assert.equal(
    wordsOf({ code: "forbidden", msg: "this room admits no watchers", data: { scope: "watch" } }),
    "You may not do that here: this room admits no watchers.",
  );
  assert.equal(wordsOf({ code: "never_heard_of", msg: "something else" }), "Something else.");
});

test("a command is sent without what was left empty", () => {
  const ban = GROUPS.people.find((command) => command.name === "ban");
  assert.deepEqual(bodyOf(ban, { user: "Ada", minutes: "" }), { user: "Ada" });
  const add = GROUPS.classes.find((command) => command.name === "add-class");
  assert.deepEqual(bodyOf(add, { name: "7b" }), { name: "7b", pupils: 24 });
  const pupils = GROUPS.classes.find((command) => command.name === "add-pupils");
  assert.deepEqual(bodyOf(pupils, { name: "7b", names: "Ada\n\n Otter" }), { name: "7b", names: ["Ada", "Otter"] });
  const rule = GROUPS.tournaments.find((command) => command.name === "tournament-rule");
  const ruled = { tournament: "cup", table: "R1.1", places: "1 2, 2" };
  assert.deepEqual(bodyOf(rule, ruled), { ...ruled, places: [1, 2, 2] });
});

test("a bot of the server can be named as one reads it, and anybody else with a space in the name is meant as written", () => {
  const off = GROUPS.bots.find((command) => command.name === "disable-bot");
  const named = (bot) => bodyOf(off, { bot }, ["heuristic_trader", "random"]).bot;
  assert.equal(named("heuristic trader"), "heuristic_trader");
  assert.equal(named("heuristic_trader"), "heuristic_trader");
  assert.equal(named("Mr Robot"), "Mr Robot");
  const batch = GROUPS.ladders.find((command) => command.name === "batch");
  const asked = bodyOf(batch, { ladder: "l", entry: "random", against: "heuristic trader\nAda" }, ["heuristic_trader"]);
  assert.deepEqual(asked.against, ["heuristic_trader", "Ada"]);
});

test("a program is sent as what its JSON says, and what is no JSON is told by its field", () => {
  const submit = GROUPS.abtests.find((command) => command.name === "ab-submit");
  const sent = bodyOf(submit, { a: '{"label": "new", "spec": "ismcts"}', against: "best", game: "catan" });
  assert.deepEqual(sent.a, { label: "new", spec: "ismcts" });
  assert.equal("b" in sent, false);
  assert.throws(() => bodyOf(submit, { a: "{label" }), /A, as \{"label".*expected JSON/);
});

test("a refusal over HTTP is told by its number, or in the server's words", () => {
  assert.equal(wordsOf({ status: 401, message: "x" }), "The token of your account is not valid any more. Log in again.");
  assert.equal(wordsOf({ status: 409, message: "there is an account Ada already" }), "Refused: There is an account Ada already.");
});

test("a tournament is added, changed in its place, and taken away", () => {
  const cup = (tournament, state) => ({ tournament, state });
  let cups = withCup(new Map(), cup("a", "open"));
  cups = withCup(cups, cup("b", "open"));
  assert.deepEqual([...cups.keys()], ["b", "a"]);
  cups = withCup(cups, cup("a", "running"));
  assert.deepEqual([...cups.values()].map((one) => one.state), ["open", "running"]);
  assert.deepEqual([...withCup(cups, cup("b", "gone")).keys()], ["a"]);
});

test("an invitation to this computer itself leads nobody else there", () => {
  const hosts = ["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "192.168.1.5", "laptop.local", "localhost.example", "1270.example"];
  assert.deepEqual(hosts.map(isOfThisComputer), [true, true, true, true, false, false, false, false]);
});
