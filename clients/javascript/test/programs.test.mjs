// What surrounds bots and assistants in Node: standard input and output, logs, options, drawing.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { test } from "node:test";

import { Assistant } from "../src/assistant/assistant.js";
import { CommandError, ConnectionLostError, RequestError } from "../src/errors.js";
import { LogFile } from "../src/logfile.js";
import { readBotOptions, readConnection, readPlan } from "../src/options.js";
import { StdioClient } from "../src/stdio.js";
import { matchOver, start, yourTurn } from "./samples.mjs";

test("over standard input and output requests are answered and pushes come in order", async () => {
  const input = new PassThrough();
  /** @type {any[]} */
  const said = [];
  const client = new StdioClient(input, (text) => said.push(JSON.parse(text)), () => {});
  await client.connect();
  const reply = client.request({ type: "act", match_id: "m_1", decision: 17, index: 0 });
  const refused = client.request({ type: "sync", match_id: "m_1" });
  const lines = [start(), { type: "error", re: 2, code: "not_found", msg: "no" }, { type: "ok", re: 1 }];
  input.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  assert.equal((await client.receive()).type, "match_start");
  assert.equal(/** @type {{type: string}} */ (await reply).type, "ok");
  await assert.rejects(refused, RequestError);
  await assert.rejects(client.receive(), (error) => error instanceof ConnectionLostError && error.code === 1000);
  assert.deepEqual(said.map(({ id }) => id), [1, 2]);
});

test("what a page loads needs nothing of Node", () => {
  const folder = new URL("../src/", import.meta.url);
  const waiting = ["index.js"];
  const seen = new Set(waiting);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const [, wanted] of readFileSync(new URL(file, folder), "utf8").matchAll(/^(?:import|export) [^;]*? from "(.+)";$/gm)) {
      const path = new URL(wanted, new URL(file, folder)).href.slice(folder.href.length);
      assert.ok(wanted.startsWith("./") || wanted.startsWith("../"), `${file} imports ${wanted}`);
      if (!seen.has(path)) waiting.push(path);
      seen.add(path);
    }
  }
  assert.ok(seen.has("client.js") && seen.has("assistant/assistant.js") && seen.size > 15);
});

/**
 * A program whose `decide` has this body, over standard input and output, that is sent `signal` once it has said "here";
 * returns its exit code and the signal that it ended by.
 * @param {string} body
 * @param {NodeJS.Signals} signal
 */
async function interrupted(body, signal) {
  const sdk = JSON.stringify(new URL("../src/node.js", import.meta.url).href);
  const code = `import { Bot, run } from ${sdk};\nawait run(class extends Bot { async decide(turn) { ${body} } });`;
  const program = spawn(process.execPath, ["--input-type=module", "--eval", code], { stdio: ["pipe", "ignore", "pipe"] });
  const patience = setTimeout(() => program.kill("SIGKILL"), 100_000);
  for (const message of [start(), yourTurn()]) program.stdin.write(`${JSON.stringify(message)}\n`);
  program.stderr.once("data", () => program.kill(signal));
  const ended = await once(program, "exit");
  clearTimeout(patience);
  return ended;
}

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  test(`a bot in a loop without an end is ended by ${signal}`, async () => {
    assert.deepEqual(await interrupted('console.log("here"); for (;;);', signal), [null, signal]);
    const later = 'await new Promise((done) => setTimeout(done, 1)); console.log("here"); for (;;);';
    assert.deepEqual(await interrupted(later, signal), [null, signal]);
  });

  test(`a bot that waits for the others leaves in order at ${signal}`, async () => {
    const answers = 'setTimeout(() => console.log("here"), 50); return 0;';
    assert.deepEqual(await interrupted(answers, signal), [130, null]);
  });
}

test("a log file is turned over before it grows without bound", () => {
  const folder = mkdtempSync(join(tmpdir(), "infoset-"));
  try {
    const file = join(folder, "bot.log");
    const log = new LogFile(file);
    for (let i = 0; i < 12; i += 1) log.write(`${i} ${"x".repeat(500_000)}`);
    assert.ok(readFileSync(file).length < 5 << 20);
    assert.match(readFileSync(`${file}.1`, "utf8"), / 0 x/);
    assert.match(readFileSync(file, "utf8"), / 11 x/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("options say what to play, defaults give way to them", () => {
  const { values } = readBotOptions(["--room", "R1", "--games", "3"], { seek: "catan" });
  const plan = readPlan(values, {});
  assert.deepEqual([plan?.game, plan?.room, plan?.matches], [undefined, "R1", 3]);
  assert.equal(readPlan(readBotOptions([], { seek: "catan" }).values, {})?.matches, 1);
  assert.equal(readPlan({}, { INFOSET_TOKEN: "t" })?.matches, undefined); // a house bot is given its seats
  assert.equal(readPlan({ stdio: true }, {}), undefined);
  assert.throws(() => readBotOptions(["--sek", "catan"], {}), CommandError);
  assert.throws(() => readPlan({ seek: "catan", tables: "none" }, {}), /--tables: expected 1 to 64/);
  assert.throws(() => readPlan({ seek: "catan", room: "R" }, {}), CommandError);
});

test("the environment names server, user and secret", () => {
  const { url, options } = readConnection({}, { INFOSET_URL: "ws://h", INFOSET_NAME: "ada", INFOSET_TOKEN: "t" });
  assert.deepEqual([url, options.name, options.token], ["ws://h", "ada", "t"]);
  assert.throws(() => readConnection({ "token-file": "/nowhere" }, {}), CommandError);
});

/** An assistant that is told a match has begun. @param {Partial<Assistant>} hooks */
function assist(hooks) {
  /** @type {any[]} */
  const sent = [];
  const assistant = Object.assign(new Assistant((message) => sent.push(message), () => 1000), hooks);
  assistant.take({ ...start(), ver: 0 });
  return { assistant, sent };
}

test("an assistant suggests legal answers and draws on layers of its own", () => {
  const { assistant, sent } = assist({
    everyTurn() {
      const self = /** @type {Assistant} */ (/** @type {unknown} */ (this));
      self.suggest([["build", 9]], { text: "why not", values: [0.5] });
      self.draw.mark("cell:1,2", { color: "good" });
    },
  });
  assistant.take(yourTurn());
  assert.deepEqual(sent, [
    { type: "suggest", decision: 17, top: [{ index: 1, value: 0.5 }], text: "why not" },
    { type: "overlay", layer: "turn", items: [{ k: "mark", at: ["cell:1,2"], c: "good" }], until: "turn" },
  ]);
});

test("what has not changed is not drawn again", () => {
  const { assistant, sent } = assist({
    everySecond() {
      /** @type {Assistant} */ (/** @type {unknown} */ (this)).draw.table({ turn: 1 });
    },
  });
  assistant.take({ type: "tick", seconds: 1 });
  assistant.take({ type: "tick", seconds: 2 });
  assert.equal(sent.length, 1);
});

test("an exception in a hook goes to the owner's log, and the others go on", () => {
  let ended = false;
  const { assistant, sent } = assist({
    everyTurn() {
      throw new Error("oh no");
    },
    over: () => void (ended = true),
  });
  assistant.take(yourTurn());
  assistant.take(matchOver());
  assert.equal(sent[0].level, "error");
  assert.match(sent[0].text, /oh no/);
  assert.ok(ended);
  assert.equal(assistant.match, null);
});
