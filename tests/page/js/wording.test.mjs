// Sentences about oneself and about others.
import assert from "node:assert/strict";
import { test } from "node:test";
import { does, winWords } from "../../../clients/web/infoset_web/static/model/wording.js";

test("others do what you do with another ending", () => {
  assert.equal(does("Ada", "chooses omnium or cards"), "Ada chooses omnium or cards.");
  assert.equal(does("You", "chooses omnium or cards"), "You choose omnium or cards.");
  assert.equal(does("You", "may build"), "You may build.");
});

test("one wins, several win", () => {
  assert.equal(winWords(["Ada"]), "Ada wins.");
  assert.equal(winWords(["You"]), "You win.");
  assert.equal(winWords(["Ada", "Bea"]), "Ada and Bea win.");
});
