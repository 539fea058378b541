// Profiles: what their numbers say, and who has one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { behindOf, byActivity, courseOf, personOf, shareOf, withPerson } from "../../../clients/web/infoset_web/static/model/people.js";

test("a shared place counts as half", () => {
  const row = { met: 10, ahead: 4, level: 2 };
  assert.equal(behindOf(row), 4);
  assert.equal(shareOf(row), 0.5);
  assert.equal(shareOf({ met: 0, ahead: 0, level: 0 }), 0);
});

test("an interval is two standard deviations on each side", () => {
  const [point] = courseOf([{ at_ms: 5, rating: 1500, rd: 40, games: 3 }]);
  assert.deepEqual(point, { at: 5, rating: 1500, low: 1420, high: 1580, games: 3 });
});

test("programs of the server have no profile, nor has who sat where nobody noted it", () => {
  const item = { users: ["u_1", "u_2", "u_3"], kinds: ["human", "bot", "house"] };
  assert.deepEqual([0, 1, 2].map((seat) => personOf(item, seat)), ["u_1", "u_2", ""]);
  assert.equal(personOf({ users: ["u_1"] }, 0), "");
});

test("who does something stands first", () => {
  const people = ["away", "room", "online", "playing"].map((state) => ({ user: state, name: state, state }));
  assert.deepEqual(byActivity(people).map(({ state }) => state), ["playing", "room", "online", "away"]);
});

test("a word about somebody who is followed no longer adds nobody", () => {
  const ada = { user: "u_1", name: "Ada", state: "away" };
  assert.deepEqual(withPerson([ada], { ...ada, state: "online" }), [{ ...ada, state: "online" }]);
  assert.deepEqual(withPerson([ada], { user: "u_2", name: "Lin", state: "online" }), [ada]);
});
