// A bot that is written in the page: where it finds the SDK, what its errors point at, what results say.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  lineOf,
  manifestOf,
  readable,
  shareWon,
  slugOf,
  withImports,
} from "../../../clients/web/infoset_web/static/model/playground.js";

const PLACES = { "#infoset": "blob:1", "#infoset/games/catan": "blob:2" };

test("the SDK is found under its name, and nothing else of the program changes", () => {
  const code = `import { Bot } from "#infoset";\nimport { act } from '#infoset/games/catan.js';\nconst text = "#infoset";\n`;
  const told = `import { Bot } from "blob:1";\nimport { act } from 'blob:2';\nconst text = "#infoset";\n`;
  assert.equal(withImports(code, PLACES), told);
  assert.equal(withImports('await import("#infoset")', PLACES), 'await import("blob:1")');
  assert.equal(withImports('import x from "#infoset/other";', PLACES), 'import x from "#infoset/other";');
});

const STACK = `TypeError: nothing.here
    at MyBot.decide (blob:null/7-a:13:25)
    at #decide (blob:null/9-b:4100:7)`;

test("an exception names lines of the program alone", () => {
  const told = readable(STACK, { "blob:null/7-a": "bot.js" });
  assert.equal(told, "TypeError: nothing.here\n    at MyBot.decide bot.js:13");
  assert.equal(lineOf(told), 13);
  assert.equal(lineOf("of no line"), undefined);
});

test("a module of the SDK goes by its name", () => {
  const told = readable("The module 'blob:null/1' has no Nothing", { "blob:null/1": "#infoset" });
  assert.equal(told, "The module '#infoset' has no Nothing");
});

const share = (won, played) => shareWon(Array.from({ length: played }, (_, i) => ({ place: i < won ? 1 : 2 })));

test("a share of first places has the interval of Wilson", () => {
  const rounded = ({ low, high }) => [low.toFixed(3), high.toFixed(3)];
  assert.deepEqual(rounded(share(0, 10)), ["0.000", "0.278"]); // statsmodels: proportion_confint(.., method="wilson")
  assert.deepEqual(rounded(share(7, 10)), ["0.397", "0.892"]);
  assert.deepEqual(rounded(share(50, 100)), ["0.404", "0.596"]);
  assert.deepEqual(share(0, 0), { played: 0, won: 0, low: 0, high: 1 });
});

test("whatever is written as a name becomes one that servers take", () => {
  assert.equal(slugOf("Žofia's 2nd Bot!"), "zofia_s_2nd_bot");
  assert.equal(slugOf("42"), "");
  assert.equal(slugOf("x".repeat(50)).length, 32);
});

test("a manifest is under another name, for some games or all, and else as it was", () => {
  const manifest = 'name = "my_bot"\nabout = "It has a name."\n';
  assert.equal(manifestOf(manifest, "crab", null), 'name = "crab"\nabout = "It has a name."\n');
  assert.equal(manifestOf(manifest, "crab", ["catan"]), 'name = "crab"\ngames = ["catan"]\nabout = "It has a name."\n');
});
