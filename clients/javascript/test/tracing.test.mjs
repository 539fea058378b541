// The trace of a bot's own play, and a decision on a recorded seat as a test.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";

import { assertDecision, Bot, BotSeat, CommandError, ConnectionLostError, Match, Trace, Turn } from "../src/node.js";
import { decision, matchOver, snapshot, start, yourTurn } from "./samples.mjs";

const TRACE = new URL("../../../tests/golden/trace.ndjson", import.meta.url);

/** Takes the last action, and counts what it is told. */
class Last extends Bot {
  told = 0;

  /** @param {any} _ @param {any[]} events */
  onEvents(_, events) {
    this.told += events.length;
  }

  /** @param {import("../src/index.js").Turn} turn */
  decide(turn) {
    Last.seen.push([turn.decision, this.told]);
    return (turn.n ?? 1) - 1;
  }

  /** @type {[number, number][]} */
  static seen = [];
}

test("a decision is asserted where the bot knows what it knew", async () => {
  Last.seen = [];
  await assertDecision(Last, TRACE, 10, ["skip"]);
  assert.deepEqual(
    Last.seen.map(([number]) => number),
    [1, 2, 3, 4],
  );
  const told = Last.seen.map(([, count]) => count);
  assert.ok(told.every((count, at) => at === 0 || count >= told[at - 1]));
  assert.ok(told[3] > told[0]);
  await assertDecision(Last, TRACE, 10, 5);
});

test("another decision is told with both", async () => {
  await assert.rejects(assertDecision(Last, TRACE, 1, 0), {
    name: "AssertionError",
    message: 'ply 1, decision 1 (pick): expected ["pick",5], the bot answers ["pick",3]',
  });
});

test("a ply at which nothing is asked is told with those near it at which something is, and no bot is asked", async () => {
  Last.seen = [];
  await assert.rejects(assertDecision(Last, TRACE, 999, 0), /nothing is asked at ply 999, but near it at 10, 11, 21$/);
  await assert.rejects(assertDecision(Last, TRACE, 3, 0), /nothing is asked at ply 3, but near it at 1, 8, 9, 10$/);
  assert.deepEqual(Last.seen, []);
});

test("an answer that is none fails, and so does a file that is no trace", async () => {
  class Wrong extends Bot {
    decide() {
      return 99;
    }
  }
  await assert.rejects(assertDecision(Wrong, TRACE, 1, 0), /expected an index from 0 to/);
  await assert.rejects(assertDecision(Last, import.meta.filename ?? new URL(import.meta.url), 2, 0));
});

/** @type {string} */
let folder;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "traces-"))));
afterEach(() => rmSync(folder, { recursive: true }));

/** The only file in the folder, line by line. */
function written() {
  const [name] = readdirSync(folder);
  return readFileSync(join(folder, name), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** Everything that waits for nothing else is done. */
async function settled() {
  for (let round = 0; round < 3; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * A bot on a traced seat.
 * @param {(turn: Turn) => any} decide
 * @param {import("../src/botseat.js").Trace} trace
 * @param {() => Promise<unknown>} request
 */
function seated(decide, trace = new Trace(folder, start()), request = async () => ({ type: "act_ok" })) {
  const bot = () => Object.assign(new Bot(), { decide });
  return new BotSeat(new Match(start()), bot, request, () => {}, trace);
}

/**
 * What is written of a match in which a bot is told these messages, one after the other.
 * @param {(turn: Turn) => any} decide
 * @param {any[]} messages
 */
async function traced(decide, ...messages) {
  const seat = seated(decide);
  const done = seat.play();
  for (const message of messages) {
    seat.take(message);
    await settled();
  }
  seat.take(matchOver());
  await done;
  return written().map((line) => (line.type === "thought" ? { ...line, ms: typeof line.ms } : line));
}

test("a match is written from its start to its end", async () => {
  const events = { type: "events", match_id: "m_1", ver: 4, items: [{ e: "taxes", amount: 2 }] };
  const question = { ...yourTurn(), ver: 5, clock: [1, 2, 3, 4], deadline_ms: 500, tick: 0 };
  const lines = await traced(
    (turn) => {
      turn.weigh([0.5, null, -Infinity]);
      turn.remark("the dearest", [0, 0, 0.5, 0]);
      return ["build", 10];
    },
    events,
    question,
  );
  assert.deepEqual(lines, [
    { form: "infoset-trace/1" },
    start(),
    events,
    { ...question, legal: { kind: "list", ...question.legal } },
    { type: "thought", decision: 17, values: [0.5, null, null], index: 0, note: "the dearest", ms: "number" },
    matchOver(),
  ]);
  assert.deepEqual(readdirSync(folder), ["m_1-seat2.ndjson"]);
});

test("numbers of the stream are left out, and of the name what no file is called", () => {
  const begun = /** @type {any} */ ({ ...start(), match_id: "../ä:1", seq: 3, re: 4 });
  new Trace(join(folder, "a", "b"), begun).close();
  const [name] = readdirSync(join(folder, "a", "b"));
  assert.equal(name, ".._ä_1-seat2.ndjson");
  const told = JSON.parse(readFileSync(join(folder, "a", "b", name), "utf8").split("\n")[1]);
  assert.deepEqual(told, { ...start(), match_id: "../ä:1" });
});

test("what a bot fails at is told with the fallback, and what it has said of the actions stays", async () => {
  const lines = await traced((turn) => {
    turn.weigh([1, 2, 3]);
    if (turn.decision === 2) return 7;
    throw new RangeError("no idea");
  }, yourTurn(1), yourTurn(2));
  const failed = lines.filter(({ type }) => type === "thought");
  const said = { type: "thought", values: [1, 2, 3], index: 2, ms: "number" };
  assert.deepEqual(failed, [
    { ...said, decision: 1, note: "fallback: decide raised RangeError" },
    { ...said, decision: 2, note: "fallback: wrong answer" },
  ]);
});

test("joint orders, written actions and turns left open are told as in an act", async () => {
  const slots = { slots: [{ slot: "a", options: [["stay"], ["go", 1]] }] };
  const params = [{ kind: "offer", fields: { give: { len: 5 } } }];
  const many = { ...yourTurn(1), n: undefined, legal: slots };
  const lines = await traced(
    ({ decision: number }) => [[1], ["offer", 3], null][number - 1],
    many,
    { ...yourTurn(2), legal: { ...decision().legal, params } },
    { ...yourTurn(3), optional: true },
  );
  assert.deepEqual(
    lines.filter(({ type }) => type === "thought"),
    [
      { type: "thought", decision: 1, picks: [1], ms: "number" },
      { type: "thought", decision: 2, action: ["offer", 3], ms: "number" },
      { type: "thought", decision: 3, ms: "number" },
    ],
  );
  const [first, second, third] = lines.filter(({ type }) => type === "your_turn");
  assert.deepEqual(first.legal, { kind: "product", ...slots });
  assert.equal("n" in first, false);
  assert.deepEqual(second.legal.params, params);
  assert.deepEqual([second.optional, third.optional], [undefined, true]);
});

test("what a snapshot asks has its version, and what it asks again is not thought of again", async () => {
  const late = { ...snapshot([decision()]), ver: 8, clock: [9, 9, 9, 9] };
  let cuts = 1;
  const cutOnce = async (/** @type {{type?: string}} */ { type } = {}) => {
    if (type === "replay") return { type: "replay_part", entries: [] };
    if (cuts-- > 0) throw new ConnectionLostError("cut");
    return { type: "act_ok" };
  };
  const seat = seated(() => 0, undefined, cutOnce);
  const done = seat.play();
  for (const message of [late, { ...late, ver: 9 }, matchOver()]) {
    seat.take(message);
    await settled();
  }
  await done;
  assert.equal(cuts, -1, "the choice was sent again");
  const lines = written().slice(2, -1);
  assert.deepEqual(lines.map(({ type, ver }) => [type, ver]), [["your_turn", 8], ["thought", undefined]]);
  assert.deepEqual(lines[0].clock, [9, 9, 9, 9]);
});

test("a line is there at once, and the file is closed when the match is lost sight of", async () => {
  const trace = new Trace(folder, start());
  const seat = seated(() => 0, trace);
  const done = seat.play();
  seat.take(yourTurn());
  await settled();
  assert.deepEqual(written().map(({ type }) => type), [undefined, "match_start", "your_turn", "thought"]);
  seat.leave();
  await done;
  trace.events([{ e: "late" }], 9); // as by a bot that is left behind
  assert.equal(written().length, 4);
});

test("a folder that cannot be written is told by its name, before the match and within", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  const told = (/** @type {any} */ error) => error instanceof CommandError && error.message.startsWith("--trace ");
  assert.throws(() => new Trace(join(file, "x"), start()), told);
  if (!existsSync("/dev/full")) return;
  symlinkSync("/dev/full", join(folder, "m_1-seat2.ndjson"));
  assert.throws(() => new Trace(folder, start()), told);
  const decided = () => {
    throw new CommandError("--trace x: no space left");
  };
  const seat = seated(() => 0, { events: () => {}, decided, over: () => {}, close: () => {} });
  seat.take(yourTurn());
  await assert.rejects(seat.play(), told);
});

test("a value is said of each listed action", () => {
  const turn = new Turn(new Match(start()), decision(), {});
  assert.throws(() => turn.weigh([1, 2]), {
    name: "RangeError",
    message: "values: expected a number or null for each of 3 listed actions, got 2",
  });
  assert.deepEqual(turn.values, []);
  turn.weigh(Float64Array.of(1, NaN, 3));
  assert.deepEqual(turn.values, [1, null, 3]);
});

test("a joint order is not weighed", () => {
  const legal = { kind: /** @type {const} */ ("product"), slots: [{ slot: "a", options: [["x"], ["y"]] }] };
  const turn = new Turn(new Match(start()), { ...decision(), n: 2, legal }, {});
  const message = "values: a joint order lists no actions to weigh, got 2";
  assert.throws(() => turn.weigh([1, 2]), { name: "RangeError", message });
});
