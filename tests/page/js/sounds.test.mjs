// Sounds: which one an event has, and that nothing is heard before it may be, nor too much at once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SOUNDS, Speaker, soundOf } from "../../../clients/web/infoset_web/static/model/sounds.js";
import { sounds as catan } from "../../../clients/web/infoset_web/static/games/catan/sounds.js";
import { sounds as colonizers } from "../../../clients/web/infoset_web/static/games/colonizers/sounds.js";
import { sounds as crossfire } from "../../../clients/web/infoset_web/static/games/crossfire/sounds.js";

/** A context without audio that notes what begins. */
function silent(state) {
  const begun = [];
  const param = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
  const node = () => ({ gain: param, frequency: param, connect() {}, start: (at) => begun.push(at), stop() {} });
  return {
    ...{ state, begun, currentTime: 2, sampleRate: 8000, destination: {} },
    ...{ createGain: node, createOscillator: node, createBufferSource: node, createBiquadFilter: node },
    createBuffer: (_, length) => ({ getChannelData: () => new Float32Array(length) }),
    async resume() {
      this.state = "running";
    },
    async suspend() {
      this.state = "suspended";
    },
  };
}

test("nothing is heard before somebody has touched the page", async () => {
  const context = silent("suspended");
  const speaker = new Speaker({ makeContext: () => context, now: () => 0 });
  assert.equal(speaker.play("turn"), false);
  speaker.wake();
  await Promise.resolve();
  assert.equal(speaker.play("turn"), true);
  assert.deepEqual(context.begun, [2, 2.11]);
});

test("where nothing sounds, the context rests, and the next sound wakes it", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const context = silent("suspended");
  const speaker = new Speaker({ makeContext: () => context, now: () => 0 });
  speaker.wake();
  await Promise.resolve();
  mock.timers.tick(5000);
  assert.equal(context.state, "suspended");
  speaker.wake(); // every touch of the page does
  assert.equal(context.state, "suspended");
  assert.equal(speaker.play("over"), true);
  mock.timers.tick(600); // it is not over yet
  assert.equal(context.state, "running");
  mock.timers.tick(5000);
  assert.equal(context.state, "suspended");
});

test("a touch that was not enough is followed by another", async () => {
  const context = silent("suspended");
  const refused = { ...context, resume: async () => Promise.reject(new Error("not allowed")) };
  const speaker = new Speaker({ makeContext: () => refused, now: () => 0 });
  speaker.wake();
  await new Promise(setImmediate);
  assert.equal(speaker.play("turn"), false);
  refused.resume = context.resume;
  speaker.wake();
  await new Promise(setImmediate);
  assert.equal(speaker.play("turn"), true);
});

test("of what comes at once, one sound is heard", () => {
  let now = 0;
  const speaker = new Speaker({ makeContext: () => silent("running"), now: () => now });
  speaker.wake();
  assert.deepEqual([speaker.play("place"), speaker.play("card")], [true, false]);
  now = 100;
  assert.equal(speaker.play("card"), true);
});

test("a browser without audio is silent", () => {
  const speaker = new Speaker({
    makeContext: () => {
      throw new Error("no audio");
    },
  });
  speaker.wake();
  assert.equal(speaker.play("turn"), false);
});

test("every sound can be made, is short, and has an end", () => {
  const context = silent("running");
  for (const name of Object.keys(SOUNDS)) {
    const speaker = new Speaker({ makeContext: () => context });
    speaker.wake();
    assert.equal(speaker.play(name), true, name);
    assert.ok(Math.max(...SOUNDS[name].map(({ at, ms }) => at + ms)) <= 700, name);
  }
});

test("dice are heard before what they bring, and what has no sound has none", () => {
  assert.equal(soundOf(catan, [{ e: "yield" }, { e: "theft" }, { e: "dice" }]), "dice");
  assert.equal(soundOf(catan, [{ e: "yield" }]), undefined);
  assert.equal(soundOf(crossfire, [{ e: "units", orders: [-1, 5] }]), "hit");
  assert.equal(soundOf(crossfire, [{ e: "units", orders: [-1, 3] }]), "place");
  assert.equal(soundOf(undefined, [{ e: "dice" }]), undefined);
});

test("a game names no sound that there is not", () => {
  for (const sounds of [catan, colonizers, crossfire])
    for (const sound of Object.values(sounds)) assert.ok(typeof sound === "function" || SOUNDS[sound], sound);
});
