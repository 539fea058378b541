// Sentences about oneself and about others.
import assert from "node:assert/strict";
import { test } from "node:test";
import { who, winWords } from "../../../clients/web/infoset_web/static/model/wording.js";
import { say } from "../../../clients/web/infoset_web/static/words/words.js";

test("others do what you do with another ending", () => {
  assert.equal(say("catan-rolls", who("Ada")), "Ada rolls.");
  assert.equal(say("catan-rolls", who("You")), "You roll.");
  assert.equal(say("colonizers-does-build", who("You")), "You may build.");
});

test("one wins, several win", () => {
  assert.equal(winWords(["Ada"]), "Ada wins.");
  assert.equal(winWords(["You"]), "You win.");
  assert.equal(winWords(["Ada", "Bea"]), "Ada and Bea win.");
});
