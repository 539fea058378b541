// A bot is written here, plays here, and goes on from here: to the server's ladders, or home as a folder.
import { html, useEffect, useRef, useState } from "../ui/ui.js";
import { Problem, Scrolled, Select, useAction, useTicks } from "../ui/parts.js";
import { Guarded } from "../ui/guarded.js";
import { PACES, account, bots, games, go, me, toast } from "../net/app.js";
import { saveBlob } from "../net/saving.js";
import { upload } from "../net/upload.js";
import { SAMPLES, STARTER, away, choose, chosen, folderOf, log, play, position, question, results, sample, since, stage, stop, trouble, wanted, write, written } from "../net/playground.js";
import { faceOf } from "../games/faces.js";
import { viewOf } from "../games/index.js";
import { presetsOf } from "../games/rules.js";
import { quietTable } from "../games/seen.js";
import { botWords } from "../model/naming.js";
import { byStrength, strengthOf } from "../model/strengths.js";
import { paceWords } from "../model/wording.js";
import { PROGRAM, lineOf, shareWon, slugOf } from "../model/playground.js";
import { say } from "../words/words.js";

const FIRST = "colonizers"; // the game of the starter
const AT_ONCE = "instant";
const COUNTS = [1, 5, 20, 100];
const LONG_MS = 10_000; // for an answer
const INDENT = "  ";
const MOST_SHOWN = 200; // lines of the log

/** Which games there are is known a moment after a reload. */
export const Playground = () => games.value.size > 0 && html`<${Desk} />`;

/** As `useState`: what was chosen last is there again. `otherwise` stands for nothing, and for what is not offered any more. */
function useChoice(name, otherwise, isOffered = () => true) {
  const before = chosen(name);
  const [value, set] = useState(before !== undefined && isOffered(before) ? before : otherwise);
  const change = (to) => {
    set(to);
    choose(name, to);
  };
  return [value, change];
}

function Desk() {
  const [code, setCode] = useState(written);
  const firstGame = games.value.has(FIRST) ? FIRST : [...games.value.keys()][0];
  const [game, setGame] = useChoice("game", firstGame, (name) => games.value.has(name));
  const [pace, setPace] = useChoice("pace", AT_ONCE, (name) => name in PACES);
  const box = useRef();
  const change = (text) => {
    setCode(text);
    write(text);
  };
  const [begin, , problem] = useAction(async (name) => {
    const text = await sample(name);
    if (written() !== null && !confirm(say("playground-sample-sure"))) return;
    setCode(text);
    write(name === STARTER ? null : text); // who has changed nothing sees the starter as it is then
  });
  useEffect(() => {
    if (code === null) begin(STARTER);
    return away;
  }, []);
  const open = async (file) => file && change(await file.text());
  if (code === null) return html`<${Problem} problem=${problem} />`;
  return html`<div class="two-sides playground">
    <div class="stack">
      <div class="panel stack"><div class="row spread"><h2>${PROGRAM}</h2><div class="row">
          <label class="button small quiet">${say("playground-open")}<input class="hidden-text" type="file" accept=".js,.mjs,text/javascript"
            onChange=${(event) => {
              open(event.target.files[0]);
              event.target.value = "";
            }} /></label>
          <select name="sample" style="width:auto" aria-label=${say("playground-sample")} value="" onChange=${(event) => {
            begin(event.target.value);
            event.target.value = "";
          }}><option value="" disabled>${say("playground-sample")}</option>${SAMPLES.map((name) => html`
            <option value=${name}>${say(`playground-sample-${name}`)}</option>`)}</select></div></div>
        <p class="muted small">${say("playground-about")}</p>
        <${Problem} problem=${problem} />
        <${Editor} code=${code} onChange=${change} box=${box} wrong=${trouble.value?.line} /></div>
      ${pace !== AT_ONCE && html`<${Live} />`}</div>
    <div class="stack"><${Trial} code=${code} game=${game} setGame=${setGame} pace=${pace} setPace=${setPace} box=${box} /><${Onward} code=${code} game=${game} /></div></div>`;
}

/** Where the code is written: lines are numbered, and the one that is wrong stands out. */
function Editor({ code, onChange, box, wrong }) {
  const isLeaving = useRef(false);
  const keys = (event) => {
    const { target, key } = event;
    if (key === "Tab" && !event.shiftKey && !isLeaving.current) {
      event.preventDefault();
      target.setRangeText(INDENT, target.selectionStart, target.selectionEnd, "end");
      onChange(target.value);
    }
    isLeaving.current = key === "Escape";
  };
  const lines = code.split("\n");
  return html`<div class="editor"><div class="editor-lines" aria-hidden="true">${lines.map(
    (_, i) => html`<div key=${i} class=${wrong === i + 1 ? "wrong" : ""}>${i + 1}</div>`,
  )}</div><textarea ref=${box} class="code" name="program" aria-label=${say("playground-editor")} value=${code} rows=${lines.length + 1}
    wrap="off" spellcheck=${false} autocapitalize="off" autocomplete="off" translate=${false} dir="ltr"
    onInput=${(event) => onChange(event.target.value)} onKeyDown=${keys}></textarea></div>`;
}

/** The cursor goes to a line. */
function goTo(box, line) {
  const before = box.value.split("\n").slice(0, line - 1);
  const start = before.reduce((sum, one) => sum + one.length + 1, 0);
  box.focus();
  box.setSelectionRange(start, start + (box.value.split("\n")[line - 1] ?? "").length);
}

function Trial({ code, game, setGame, pace, setPace, box }) {
  const presets = presetsOf(game);
  const [opponent, setOpponent] = useChoice("opponent", null);
  const [set, setSet] = useChoice("rules", "", (name) => name in presets);
  const [matches, setMatches] = useChoice("matches", COUNTS[0], (count) => COUNTS.includes(count));
  const offered = byStrength(bots.value, game);
  const weakest = offered.findLast((one) => strengthOf(one, game)) ?? offered.at(-1); // others may think for long
  const against = offered.some(({ bot }) => bot === opponent) ? opponent : (weakest?.bot ?? "");
  const isBusy = stage.value !== "idle";
  const begin = () =>
    play(
      code,
      {
        game,
        opponent: against,
        options: presets[set]?.options ?? {},
        title: say("playground-room", { name: me.value.name }),
        paceMs: PACES[pace],
      },
      matches,
    );
  const inWords = (one) => [botWords(one.bot), strengthOf(one, game)?.level].filter(Boolean).join(" · ");
  return html`<div class="panel stack"><h2>${say("playground-try")}</h2>
      <div class="option-grid">
        <${Select} title=${say("lobby-game")} name="game" value=${game} choices=${[...games.value.keys()].map((name) => [name, faceOf(name).title])}
          onChange=${(name) => {
            setGame(name);
            setSet("");
          }} />
        ${Object.keys(presets).length > 0 && html`<${Select} title=${say("playground-rules")} name="rules" value=${set}
          choices=${[["", say("playground-rules-usual")], ...Object.entries(presets).map(([name, { words }]) => [name, words])]} onChange=${setSet} />`}
        <${Select} title=${say("playground-against")} name="opponent" value=${against}
          choices=${offered.map((one) => [one.bot, inWords(one)])} onChange=${setOpponent} />
        <${Select} title=${say("playground-matches")} name="matches" value=${matches} choices=${COUNTS.map((count) => [count, count])}
          onChange=${(count) => setMatches(Number(count))} />
        <${Select} title=${say("playground-pace")} name="pace" value=${pace} choices=${Object.entries(paceWords())} onChange=${setPace} /></div>
      <div class="row">${
        isBusy
          ? html`<button class="primary" onClick=${stop}>${say("playground-stop")}</button>`
          : html`<button class="primary" disabled=${!against} onClick=${begin}>${say("playground-play")}</button>`
      }<span class="muted small" role="status">${progress()}</span></div>
      <${Patience} />
      <${Trouble} box=${box} /></div>
    ${results.value.length > 0 && html`<${Results} />`}
    ${log.value.length > 0 && html`<${Log} box=${box} />`}
    ${question.value && html`<${Asked} />`}`;
}

const progress = () => {
  if (stage.value === "starting") return say("playground-starting");
  return wanted.value > 0 && say("playground-progress", { played: results.value.length, count: wanted.value });
};

/** The table as the bot sees it, while its acts are held back. */
function Live() {
  if (!position.value) return null;
  const { start, obs, items, over } = position.value;
  const t = quietTable({ start, obs, items, seat: start.seat, over }, games.value.get(start.game));
  const view = viewOf(start.game);
  return html`<div class=${`panel stack live game-${start.game}`}><span class="turn-word">${view.status(t)}</span>
    <section class="board-area" aria-label=${say("match-board")}><${Guarded} instead=${() => null}><${view.Board} t=${t} /><//></section></div>`;
}

/** A program that does not answer perhaps never will: whoever has written it decides. */
function Patience() {
  useTicks(1000, stage.value !== "idle");
  const waits = since.value !== null && performance.now() - since.value > LONG_MS;
  return waits && html`<p class="problem" role="status">${say("playground-waits")}</p>`;
}

const troubleWords = ({ isWithoutRun, problem, text }) => (isWithoutRun ? say("playground-no-run") : (problem ?? text));

function Trouble({ box }) {
  if (!trouble.value) return null;
  return html`<div class="problem" role="alert"><${Text} text=${troubleWords(trouble.value)} box=${box} line=${trouble.value.line} /></div>`;
}

/** A text that names a line of the program, with a way there. */
function Text({ text, box, line = lineOf(text) }) {
  return html`<span class="said" translate=${false}>${text}</span>${line && html` <button class="small"
    onClick=${() => goTo(box.current, line)}>${say("playground-line", { line })}</button>`}`;
}

const faultsOf = ({ faults }) => (faults ? faults.exceptions + faults.wrongAnswers + faults.missed : 0);

function Results() {
  const { played, won, low, high } = shareWon(results.value);
  const share = { won, played, low: Math.round(100 * low), high: Math.round(100 * high) };
  const faults = results.value.reduce((sum, one) => sum + faultsOf(one), 0);
  return html`<div class="panel stack"><h2>${say("playground-results")}</h2>
    <p role="status">${say("playground-won", share)}</p>
    ${faults > 0 && html`<p class="problem">${say("playground-faults", { count: faults })}</p>`}
    <${Scrolled} label=${say("playground-results")} isPanel=${false}><table><thead><tr><th class="n">${say("playground-match")}</th>
      <th class="n">${say("playground-place")}</th><th class="n">${say("playground-points")}</th><th class="n">${say("playground-fault")}</th>
      <th>${say("playground-why")}</th></tr></thead><tbody>${results.value.map(
      (one, i) => html`<tr key=${one.match}><td class="n">${i + 1}</td><td class="n">${one.place}</td><td class="n">${one.score}</td>
        <td class="n">${faultsOf(one)}</td><td><a href=${`#/replay/${one.match}`}>${say("playground-replay")}</a></td></tr>`,
    )}</tbody></table><//></div>`;
}

function Log({ box }) {
  const end = useRef();
  useEffect(() => {
    end.current.scrollTop = end.current.scrollHeight;
  }, [log.value]);
  return html`<div class="panel stack"><h2>${say("playground-log")}</h2><div class="code playground-log" ref=${end} role="log" tabindex="0"
    aria-label=${say("playground-log")}>${log.value.slice(-MOST_SHOWN).map(
    ({ level, text }, i) => html`<div key=${i} class=${level}><${Text} text=${level === "left-out" ? say("playground-left-out") : text}
      box=${box} /></div>`,
  )}</div></div>`;
}

/** What `turn` holds at the last question: who writes a bot looks up here what there is. Written only for who has opened it. */
function Asked() {
  const [isOpen, setOpen] = useState(false);
  const { kind, legal, obs, n } = question.value;
  return html`<details class="panel" onToggle=${(event) => setOpen(event.target.open)}><summary>${say("playground-asked", { kind })}</summary>
    ${isOpen && html`<div class="stack">
      <h3>turn.actions${n !== undefined && html` <span class="chip number">${n}</span>`}</h3><pre class="code" tabindex="0">${lines(legal.actions ?? legal.slots ?? legal)}</pre>
      <h3>turn.observation</h3><pre class="code" tabindex="0">${lines(obs)}</pre></div>`}</details>`;
}

/** As JSON, one part of it a line. */
function lines(value) {
  const parts = Array.isArray(value) ? value.map((one) => JSON.stringify(one)) : Object.entries(value).map(([name, one]) => `${name}: ${JSON.stringify(one)}`);
  return parts.join("\n");
}

/** Where a bot goes on: to the server, and home. */
function Onward({ code, game }) {
  const [name, setName] = useChoice("name", slugOf(`${me.value.name} bot`) || "my_bot", slugOf); // all its versions bear it
  const [isForAll, setForAll] = useChoice("all", false); // a program may expect what one game alone shows
  const folder = () => folderOf(slugOf(name), isForAll ? null : [game], code);
  const token = account.value?.kind === "token" ? account.value.token : null;
  const [send, isSending, sendProblem] = useAction(async () => {
    toast((await upload(await folder(), token)).message);
    go("learn", "bots");
  });
  const [save, , saveProblem] = useAction(async () => saveBlob(`${slugOf(name)}.zip`, await folder()));
  return html`<div class="panel stack"><h2>${say("playground-onward")}</h2><p>${say("playground-onward-about")}</p>
    <div class="row"><label class="field"><span>${say("playground-name")}</span><input name="bot" maxlength="32" value=${name}
      onInput=${(event) => setName(event.target.value)} /></label>
      <${Select} title=${say("playground-plays")} name="plays" value=${isForAll ? "all" : "one"}
        choices=${[["one", faceOf(game).title], ["all", say("playground-plays-all")]]} onChange=${(value) => setForAll(value === "all")} /></div>
    <div class="row"><button disabled=${!slugOf(name)} onClick=${save}>${say("playground-save")}</button>
      ${token && html`<button disabled=${isSending || !slugOf(name)} onClick=${send}>${say("playground-upload")}</button>`}</div>
    ${!token && html`<p class="muted small">${say("learn-account")}</p>`}
    <${Problem} problem=${saveProblem ?? sendProblem} /></div>`;
}
