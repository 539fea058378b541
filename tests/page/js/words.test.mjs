import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { languageFor } from "../../../clients/web/infoset_web/static/net/languages.js";
import { drawn, isSaid, say, speak } from "../../../clients/web/infoset_web/static/words/words.js";
import { sourceOf } from "./english.mjs";

const told = [];
console.error = (text) => told.push(text);
afterEach(() => {
  told.length = 0;
  speak("en", sourceOf("en"));
});

const COUNTS = { one: 1, few: 3, other: 7 };

test("a number takes the form that its language wants", () => {
  const matches = (language) => {
    speak(language, sourceOf(language));
    return Object.values(COUNTS).map((count) => say("frame-matches", { count }));
  };
  assert.deepEqual(matches("en"), ["1 match", "3 matches", "7 matches"]);
  assert.deepEqual(matches("cs"), ["1 partie", "3 partie", "7 partií"]);
  assert.deepEqual(matches("sk"), ["1 partia", "3 partie", "7 partií"]);
  assert.deepEqual(matches("de"), ["1 Partie", "3 Partien", "7 Partien"]);
});

test("a turn in the log begins with no dot behind a colon", () => {
  const lines = ["en", "de", "cs", "sk"].map((language) => {
    speak(language, sourceOf(language));
    return say("match-log-line", { who: "Ada", text: say("catan-log-turn", { round: 2 }) });
  });
  assert.deepEqual(lines, ["Ada · round 2", "Ada: Runde 2", "Ada: 2. kolo", "Ada: 2. kolo"]);
});

test("what a language lacks is said in English", () => {
  speak("cs", "frame-lobby = Herna\n" + sourceOf("en"));
  assert.equal(say("frame-lobby"), "Herna");
  assert.equal(say("frame-ladder"), "Ladder");
  assert.deepEqual(told, []);
});

test("what nobody has words for is told", () => {
  assert.equal(say("frame-nothing"), "frame-nothing");
  assert.deepEqual(told, ["no words for frame-nothing"]);
  assert.equal(isSaid("frame-nothing"), false);
});

test("an argument that is not given is told", () => {
  assert.match(say("frame-room"), /Room/);
  assert.equal(told.length, 1);
  assert.match(told[0], /words of frame-room: .*room/);
});

test("a sentence keeps its place for what is drawn", () => {
  const link = { type: "a" };
  assert.deepEqual(drawn("frame-who", { name: link, server: "here" }), ["You are ", link, ", on here."]);
});

test("a pseudo-language has no letter of English, and leaves arguments alone", () => {
  speak("en-XA", sourceOf("en"));
  assert.doesNotMatch(say("frame-settings"), /[a-z]/i);
  assert.ok(say("frame-settings").length > "Settings".length);
  assert.match(say("frame-room", { room: "abc" }), /abc/);
  assert.equal(say("frame-direction"), "ltr");
  speak("ar-XB", sourceOf("en"));
  assert.equal(say("frame-direction"), "rtl");
  assert.match(say("frame-room", { room: "abc" }), /\u2068abc\u2069/);
});

test("the language is the one chosen, or the first of the browser's that there is", () => {
  const all = ["cs", "de", "en", "sk"];
  assert.equal(languageFor("de", ["cs"], all), "de");
  assert.equal(languageFor("auto", ["fr-FR", "sk-SK", "cs"], all), "sk");
  assert.equal(languageFor("auto", ["fr"], all), "en");
  assert.equal(languageFor("xx", ["de-AT"], all), "de");
  assert.equal(languageFor("auto", [], all), "en");
});

test("no line ends with a word of one letter in Czech and Slovak", () => {
  const source = "a-a = Hraj s botem a { $name } v klidu, i K tomu ok a\na-b = O krok zpět v { $place }\nframe-direction = ltr\n";
  speak("cs", source);
  assert.equal(say("a-a", { name: "A b" }), "Hraj s\u00a0botem a\u00a0A b v\u00a0klidu, i\u00a0K\u00a0tomu ok a");
  assert.equal(say("a-b", { place: "k tomu" }), "O\u00a0krok zpět v\u00a0k tomu");
  speak("de", source);
  assert.equal(say("a-b", { place: 1 }), "O krok zpět v 1");
});
