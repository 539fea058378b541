// Options of games in words: names, presets, and values of whatever kind.
import assert from "node:assert/strict";
import { test } from "node:test";
import { choiceText, isOften, optionTitle, presetsOf, valueText } from "../../../clients/web/infoset_web/static/games/rules.js";

test("values are told in words, and what is written down as a whole only as being there", () => {
  assert.equal(valueText("catan", "layout", "random"), "shuffled, red numbers apart");
  assert.equal(valueText("catan", "layout", { hexes: [1, 2], harbours: [] }), "one of its own");
  assert.equal(valueText("crossfire", "map", "half_turn\nG0G\n1Gb"), "one of its own");
  assert.equal(valueText("catan", "friendly_robber", true), "yes");
  assert.equal(valueText("colonizers", "copies", [4, 1]), "4 1");
});

test("a game that the page has never heard of has its own names, and all of its options at once", () => {
  assert.deepEqual(presetsOf("go"), {});
  assert.equal(optionTitle("go", "board_size"), "Board size");
  assert.equal(choiceText("go", "ko", "super_ko"), "super ko");
  assert.ok(isOften("go", "board_size"));
  assert.ok(!isOften("catan", "rob_empty"));
});
