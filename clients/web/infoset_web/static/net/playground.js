// The bot that somebody writes in the page, at work: in a frame without a network, on a seat of a room of its own.
// It plays in the session of whoever has written it, against bots of the server alone.
import { batch, effect, signal } from "../vendor/signals-core.js";
import { RequestError } from "../sdk/errors.js";
import { ask, askPatiently, leaveRoom, me, openAgainst, program } from "./app.js";
import { keep, kept } from "./keep.js";
import { wordsOf } from "../model/refusals.js";
import { PROGRAM, lineOf, manifestOf } from "../model/playground.js";
import { readTrace } from "../model/trace.js";
import { textOf, withFolder, withTexts } from "../model/zip.js";
import { root } from "../ui/root.js";

const ARCHIVE = "download/bot-javascript.zip"; // of the starter
const FOLDER = "my_bot"; // in it
const NAMING = ["README.md", "package.json"]; // what calls the bot like its folder
const MOST_LINES = 1000; // of the log, over all matches
const MOST_TRACES = 20; // of the latest matches
const FRAME = `${root}/playground.html`;
const RUNNER = `${root}/built/playground.js`;
const MAY_ASK = new Set(["act", "chat", "determinize", "simulate", "rollout", "release", "know", "replay"]);

export const stage = signal("idle"); // idle, starting, playing
export const results = signal([]); // of this run: {match, place, score, faults}
export const wanted = signal(0); // how many matches this run has
export const log = signal([]); // {level, text}
export const trouble = signal(null); // why the program cannot run: {text, line}, or {isWithoutRun}, or {problem}
export const question = signal(null); // the last that was asked
export const position = signal(null); // as the bot sees it: {start, obs, items}, with `over` at the end
export const since = signal(null); // when that was, while there is no answer

const traces = new Map(); // lines by match, the latest last
let run = null; // {code, terms, port, left, start}
let frame = null;

// What somebody has written and chosen, on this device, by who they are.

const drafts = () => kept("playground", {});
const choices = () => kept("playground-choices", {});

/** What was written last; null where that was nothing. */
export const written = () => drafts()[me.value.user] ?? null;

/** Null: what was written is forgotten. */
export function write(code) {
  keep("playground", { ...drafts(), [me.value.user]: code ?? undefined });
}

/** What was chosen last of what has this name; undefined where that was nothing. */
export const chosen = (name) => choices()[me.value.user]?.[name];

export function choose(name, value) {
  const { user } = me.value;
  keep("playground-choices", { ...choices(), [user]: { ...choices()[user], [name]: value } });
}

/** The programs to begin with: that of the folder which everybody may have, and samples that go further. */
export const STARTER = "starter";
export const SAMPLES = [STARTER, "verbs", "playouts"];

export async function sample(name) {
  if (name === STARTER) return textOf(await starter(), `${FOLDER}/${PROGRAM}`);
  return (await fetched(`${root}/playground/samples/${name}.js`)).text();
}

/** The folder of a bot called `name` with this program, for `games` or, where that is null, for all, as an archive. */
export async function folderOf(name, games, code) {
  const archive = await starter();
  const texts = { [`${FOLDER}/${PROGRAM}`]: code };
  for (const file of NAMING) texts[`${FOLDER}/${file}`] = (await textOf(archive, `${FOLDER}/${file}`)).replaceAll(FOLDER, name);
  texts[`${FOLDER}/bot.toml`] = manifestOf(await textOf(archive, `${FOLDER}/bot.toml`), name, games);
  const made = withFolder(withTexts(archive, texts), FOLDER, name); // two bots, unpacked in one place, stay apart
  return new Blob([made], { type: "application/zip" });
}

async function fetched(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${response.statusText}`);
  return response;
}

const starter = async () => new Uint8Array(await (await fetched(ARCHIVE)).arrayBuffer());

// The frame.

/** The frame, once it listens. */
function openFrame() {
  return new Promise((resolve) => {
    frame = document.createElement("iframe");
    frame.sandbox = "allow-scripts";
    frame.src = FRAME;
    frame.hidden = true;
    const hear = ({ source }) => {
      if (source !== frame.contentWindow) return;
      removeEventListener("message", hear);
      resolve();
    };
    addEventListener("message", hear);
    document.body.append(frame);
  });
}

function closeFrame() {
  frame?.remove(); // its worker goes with it
  frame = null;
}

// Runs.

/**
 * Plays `matches` of them, one behind the other, as `terms` say: `{game, options, opponent, title, paceMs}`. Each act is held
 * back for `paceMs`, for whoever looks on. `trouble` tells what does not begin.
 */
export async function play(code, terms, matches) {
  await stop();
  batch(() => {
    stage.value = "starting";
    results.value = [];
    log.value = [];
    trouble.value = null;
    question.value = null;
    position.value = null;
    wanted.value = matches;
  });
  const { port1: port, port2: other } = new MessageChannel();
  const mine = (run = { code, terms, port, left: matches, start: null });
  port.onmessage = ({ data }) => run === mine && heard(mine, data);
  try {
    const runner = await (await fetched(RUNNER)).text();
    await openFrame();
    frame.contentWindow.postMessage({ kind: "start", runner, code }, "*", [other]);
  } catch (problem) {
    fail(mine, { problem: wordsOf(problem) });
  }
}

/** Ends the run: a match that is being played is given up, and goes on without us. */
export async function stop() {
  const ended = run;
  if (!ended) return;
  run = null;
  closeFrame();
  ended.port.close();
  batch(() => {
    stage.value = "idle";
    since.value = null;
  });
  if (!ended.start || !me.value) return;
  await ask({ type: "resign", match_id: ended.start.match_id }).catch(() => {}); // it has ended meanwhile, then
  await leave();
}

/** Gives the room up, which is kept from run to run: servers take few new ones a minute. */
async function leave() {
  const { room } = program.value ?? {};
  program.value = null;
  if (room) await leaveRoom(room).catch(() => {}); // it is gone with its session, then
}

/** Whoever writes bots looks at something else: a run goes on, and else nothing is kept open. */
export const away = () => void (run || leave());

function fail(mine, why) {
  if (run !== mine) return;
  trouble.value = why;
  stop();
}

/** The program is there: it sits down. */
async function begin(mine) {
  const { game, options, opponent, title } = mine.terms;
  const kind = JSON.stringify([game, options, opponent]);
  try {
    if (program.value?.kind !== kind) {
      await leave();
      const room = await openAgainst(game, { options, title, unlisted: true }, opponent);
      program.value = { room, kind, take };
    }
    if (run !== mine) return;
    stage.value = "playing";
    await ask({ type: "ready", room: program.value.room });
  } catch (problem) {
    fail(mine, { problem: wordsOf(problem) });
  }
}

const addLine = (level, text) => (log.value = [...log.value, { level, text }].slice(-MOST_LINES));

/** What the program, or what runs it, tells. */
function heard(mine, told) {
  if (told.kind === "ready") begin(mine);
  else if (told.kind === "failed") explain(mine, told);
  else if (told.kind === "log") addLine(told.level, told.text);
  else if (told.kind === "traced") traced(told);
  else if (told.kind === "request") answer(mine, told);
  else if (told.kind === "played") note(mine, told);
}

function traced({ match, line }) {
  if (!traces.has(match)) traces.set(match, []);
  traces.get(match).push(line);
  if (traces.size > MOST_TRACES) traces.delete(traces.keys().next().value);
}

/**
 * What the program thought in one of its latest matches: `{trace}`, as `readTrace` has it, or `{problem}` where what it told is
 * no trace. Nothing where it has played no such match here, or was asked nothing there.
 */
export function traceHere(match) {
  if (!traces.has(match)) return {};
  try {
    const trace = readTrace(traces.get(match).join("\n"));
    return trace.asked.length > 0 ? { trace } : {};
  } catch (problem) {
    return { problem: wordsOf(problem) };
  }
}

/** Tells why the program does not run, and where. */
async function explain(mine, { text = "", isUnread, ...told }) {
  const fault = isUnread ? await grammarFault(mine.code) : null;
  fail(mine, fault ?? { text, line: lineOf(text), ...told });
}

/** What cannot be read in the program, `{text, line}`; null where all can. */
function grammarFault(code) {
  const { port1, port2 } = new MessageChannel();
  frame.contentWindow.postMessage({ kind: "read", code }, "*", [port2]);
  return new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
}

/** Passes on what the program asks of its own match, and nothing else. */
async function answer(mine, { number, message }) {
  if (message.type === "act") {
    since.value = null;
    await new Promise((resolve) => setTimeout(resolve, mine.terms.paceMs));
  }
  try {
    mine.port.postMessage({ kind: "reply", number, message: await askFor(mine, message) });
  } catch (problem) {
    const { code, data, retryMs } = problem;
    const error = { code, msg: problem.msg ?? problem.message, data, retry_ms: retryMs };
    mine.port.postMessage({ kind: "reply", number, error, isLost: code === undefined });
  }
}

function askFor(mine, message) {
  const match = message.type === "replay" ? message.replay : message.match_id;
  if (!MAY_ASK.has(message.type) || match !== mine.start?.match_id)
    throw new RequestError({ code: "forbidden", msg: `${message.type}: expected something of the match that is played` });
  return askPatiently(message);
}

/** A match is over, and the program has heard of it. */
async function note(mine, { match, faults }) {
  results.value = results.value.map((one) => (one.match === match ? { ...one, faults } : one));
  if (mine.left === 0) await stop();
  else await ask({ type: "ready", room: program.value.room }).catch((problem) => fail(mine, { problem: wordsOf(problem) }));
}

/** What the server says of a match in the room. */
function take(message) {
  const mine = run;
  if (!mine) return; // one that was given up goes on
  if (message.type === "match_start") mine.start = message;
  if (message.obs) position.value = { start: mine.start, obs: message.obs, items: message.items ?? [] };
  if (message.type === "your_turn") {
    question.value = message;
    since.value = performance.now();
  }
  if (message.type === "match_over") {
    const { match_id: match, places, scores } = message;
    const { seat } = mine.start;
    results.value = [...results.value, { match, place: places[seat], score: scores[seat] }];
    if (position.value) position.value = { ...position.value, over: message };
    mine.start = null;
    mine.left -= 1;
    since.value = null;
  }
  mine.port.postMessage({ kind: "message", message });
}

effect(() => {
  if (me.value) return; // else whoever has written it has gone
  stop();
  program.value = null;
});
addEventListener("pagehide", () => run && stop()); // its matches would wait for us
