// How strong bots are: what is said of it, and who stands first.
import assert from "node:assert/strict";
import { test } from "node:test";
import { byStrength, strengthOf } from "../../../clients/web/infoset_web/static/model/strengths.js";

const bot = (name, rating, games = ["catan"], margin = 25) => ({
  bot: name,
  games,
  levels: rating ? [{ game: "catan", level: 3, of: 5, rating, margin }] : [],
});

test("the strongest comes first, and what was not measured last", () => {
  const bots = [bot("new"), bot("weak", 1200), bot("other", 1900, ["crossfire"]), bot("strong", 1700)];
  assert.deepEqual(byStrength(bots, "catan").map((one) => one.bot), ["strong", "weak", "new"]);
});

test("a strength is said by level and rating, at the game it was measured at", () => {
  assert.deepEqual(strengthOf(bot("one", 1480), "catan"), { level: "level 3 of 5", rating: "1480 ± 25" });
  const few = strengthOf(bot("one", 1480, ["catan"], 170), "catan");
  assert.deepEqual(few, { level: "about level 3 of 5", rating: "1480 ± 170" });
  assert.equal(strengthOf(bot("one", 1480), "crossfire"), null);
  assert.equal(strengthOf(undefined, "catan"), null);
});
