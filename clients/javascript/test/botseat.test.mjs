// A bot on its seat: whatever it does, the match goes on.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Bot } from "../src/bot.js";
import { BotSeat } from "../src/botseat.js";
import { ConnectionLostError, RequestError } from "../src/errors.js";
import { Match } from "../src/turn.js";
import { decision, matchOver, snapshot, start, yourTurn } from "./samples.mjs";

/**
 * Plays one question to the end of the match; returns what was sent and logged.
 * @param {Partial<Bot>} hooks
 * @param {(message: any, number: number) => any} [answer] what the server says to request `number`
 * @param {number} [requests] so many come before the end
 */
async function play(hooks, answer = () => ({ type: "act_ok" }), requests = 1) {
  /** @type {any[]} */
  const sent = [];
  /** @type {string[]} */
  const logged = [];
  /** @type {() => void} */
  let enough = () => {};
  const allSent = new Promise((resolve) => (enough = () => resolve(undefined)));
  const request = async (/** @type {any} */ message) => {
    if (sent.push(message) === requests) enough();
    return answer(message, sent.length);
  };
  const seat = new BotSeat(new Match(start()), () => Object.assign(new Bot(), hooks), request, (_, text) => logged.push(text));
  seat.take(yourTurn());
  const done = seat.play();
  await allSent;
  await new Promise((resolve) => setImmediate(resolve)); // the answer has come
  seat.take(matchOver());
  await done;
  return { sent, logged: logged.join("\n"), seat };
}

test("a bot's answer is sent", async () => {
  const { sent, seat } = await play({ decide: () => ["build", 9] });
  assert.deepEqual(sent, [{ type: "act", match_id: "m_1", decision: 17, index: 1 }]);
  assert.equal(seat.result?.place, 3);
});

test("an exception in decide is logged with its stack, and the fallback is played", async () => {
  const { sent, logged, seat } = await play({
    decide() {
      throw new TypeError("oh no");
    },
  });
  assert.equal(sent[0].index, 2);
  assert.equal(sent[0].note, "fallback: decide raised TypeError");
  assert.match(logged, /oh no\n.*botseat\.test\.mjs/s);
  assert.equal(seat.faults.exceptions, 1);
});

test("an answer that is none is named, and the fallback is played", async () => {
  const { sent, logged, seat } = await play({ decide: () => 7 });
  assert.equal(sent[0].index, 2);
  assert.equal(sent[0].note, "fallback: wrong answer");
  assert.match(logged, /expected an index from 0 to 2/);
  assert.equal(seat.faults.wrongAnswers, 1);
});

test("a remark goes along with the act, cut between characters, and with no fallback", async () => {
  for (const answer of [0, 7]) {
    const { sent, seat } = await play({
      decide(turn) {
        for (const value of [[0.5], [2, ...turn.match.players.slice(1).map(() => 0)]]) {
          assert.throws(() => turn.remark("", value), RangeError);
        }
        turn.remark("🎲".repeat(600), turn.match.players.map(() => -0.5));
        return answer;
      },
    });
    const isFallback = answer === 7;
    assert.equal(sent[0].note, isFallback ? "fallback: wrong answer" : "🎲".repeat(500));
    assert.deepEqual(sent[0].value, isFallback ? undefined : seat.match.players.map(() => -0.5));
  }
});

test("what a bot says goes before its act, and a refusal changes nothing", async () => {
  const refuse = (/** @type {any} */ message) => {
    if (message.type === "chat") throw new RequestError({ code: "forbidden", msg: "programs are silent here" });
    return { type: "act_ok" };
  };
  for (const answer of [() => ({ type: "act_ok" }), refuse]) {
    const { sent, seat } = await play(
      {
        decide(turn) {
          turn.say("  ");
          turn.say(` ${"🎲".repeat(400)}`);
          return 0;
        },
      },
      answer,
      2,
    );
    assert.deepEqual(sent[0], { type: "chat", match_id: "m_1", text: "🎲".repeat(300) });
    assert.deepEqual([sent[1].type, sent[1].index], ["act", 0]);
    assert.equal(seat.faults.exceptions, 0);
  }
});

test("a bot hears what is said", async () => {
  /** @type {string[][]} */
  const heard = [];
  const hooks = { decide: () => 0, onTalk: (/** @type {any[]} */ ...[, name, text]) => void heard.push([name, text]) };
  const bot = Object.assign(new Bot(), hooks);
  const seat = new BotSeat(new Match(start()), () => bot, async () => ({ type: "act_ok" }), () => {});
  seat.take(/** @type {any} */ ({ type: "chat_msg", seq: 1, user: "u_1", name: "ann", to: "all", text: "hi" }));
  seat.take(matchOver());
  await seat.play();
  assert.deepEqual(heard, [["ann", "hi"]]);
});

test("hooks are called in order, and their exceptions forgotten", async () => {
  /** @type {string[]} */
  const calls = [];
  const { seat } = await play({
    onStart: () => void calls.push("start"),
    decide: () => calls.push("decide") - 2,
    onOver: () => {
      calls.push("over");
      throw new Error("late");
    },
  });
  assert.deepEqual(calls, ["start", "decide", "over"]);
  assert.equal(seat.faults.exceptions, 1);
});

test("an illegal action is replaced by the fallback", async () => {
  const refuse = (/** @type {any} */ message) => {
    if (message.index !== 2) throw new RequestError({ code: "illegal_action", msg: "no" });
    return { type: "act_ok" };
  };
  const { sent, seat } = await play({ decide: () => 0 }, refuse, 2);
  assert.deepEqual(sent.map(({ index }) => index), [0, 2]);
  assert.equal(seat.faults.wrongAnswers, 1);
});

test("a server that is too busy is asked again, and one with a new excuse that names a wait", async () => {
  for (const code of ["busy", "x_moonrise"]) {
    const isBusy = (/** @type {any} */ _, /** @type {number} */ number) => {
      if (number === 1) throw new RequestError({ code, msg: "later", retry_ms: 1 });
      return { type: "act_ok" };
    };
    const { sent } = await play({ decide: () => 0 }, isBusy, 2);
    assert.deepEqual(sent.map(({ index }) => index), [0, 0], code);
  }
});

test("after a lost connection the same choice is sent for the same decision", async () => {
  let decided = 0;
  /** @type {any[]} */
  const sent = [];
  const request = async (/** @type {any} */ message) => {
    if (sent.push(message) === 1) throw new ConnectionLostError("gone");
    return { type: "act_ok" };
  };
  const bot = Object.assign(new Bot(), { decide: () => decided++ });
  const seat = new BotSeat(new Match(start()), () => bot, request, () => {});
  seat.take(yourTurn());
  const done = seat.play();
  await new Promise((resolve) => setImmediate(resolve));
  seat.take(snapshot([decision()]));
  await new Promise((resolve) => setImmediate(resolve));
  seat.take(matchOver());
  await done;
  assert.deepEqual(sent.map(({ index }) => index), [0, 0]);
  assert.equal(decided, 1);
});

test("a factory that makes no bot leaves the fallback to play", async () => {
  /** @type {any[]} */
  const sent = [];
  const request = async (/** @type {any} */ message) => sent.push(message);
  const seat = new BotSeat(new Match(start()), () => /** @type {any} */ ({}), request, () => {});
  seat.take(yourTurn());
  seat.take(matchOver());
  const done = seat.play();
  await done;
  assert.equal(seat.faults.exceptions, 1);
  assert.deepEqual(sent, []); // the match was over before it could act
});
