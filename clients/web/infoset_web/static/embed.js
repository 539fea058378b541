// One finished match in a frame of another site. Nobody is logged in here, nothing is kept, and the server is asked once.
import { html, render, useEffect, useMemo, useState } from "./ui/ui.js";
import { Guarded } from "./ui/guarded.js";
import { Icon } from "./ui/icons.js";
import { useKeys } from "./ui/parts.js";
import { readFilm } from "./model/film.js";
import { faceOf } from "./games/faces.js";
import { viewOf } from "./games/index.js";
import { seenTable } from "./games/seen.js";

const STEP_MS = 700;
const VIEW = "all"; // it is over

const dark = matchMedia("(prefers-color-scheme: dark)");
const dress = () => (document.documentElement.dataset.theme = dark.matches ? "dark" : "light");
dark.addEventListener("change", dress);

async function fetched() {
  const response = await fetch(`${location.pathname.replace(/\/$/, "")}/film.json`, { credentials: "omit" });
  if (response.ok) return readFilm(await response.text());
  const { error } = await response.json().catch(() => ({}));
  throw new Error(error ?? `The server answered ${response.status}.`);
}

function Embedded({ film: { tapes } }) {
  const tape = tapes[VIEW];
  const end = tape.frames.length - 1;
  const [at, setAt] = useState(end);
  const [isRunning, run] = useState(false);
  const t = useMemo(() => seenTable(tape, at, VIEW), [at]);
  const view = viewOf(t.game);
  const to = (frame) => setAt(Math.max(0, Math.min(end, frame)));
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setTimeout(() => (at < end ? to(at + 1) : run(false)), STEP_MS);
    return () => clearTimeout(timer);
  }, [isRunning, at]);
  const toggle = () => {
    if (!isRunning && at === end) to(0);
    run(!isRunning);
  };
  useKeys((event) => {
    const jump = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key];
    if (jump) to(at + jump);
    else if (event.key === " ") toggle();
    else return;
    event.preventDefault();
  });
  return html`<div class=${`table game-${t.game}`}>
    <div class="table-head"><div class="grow row"><h1 class="game-title">${faceOf(t.game).title}</h1>
      <span class="turn-word" role="status">${view.status(t)}</span></div></div>
    <section class="board-area" aria-label="Board"><${view.Board} t=${t} /></section>
    <div class="action-bar tape" role="group" aria-label="Tape"><div class="row" style="flex-wrap:nowrap">
      <button class="round" aria-label="One back" onClick=${() => to(at - 1)}>‹</button>
      <button class="round primary" aria-label=${isRunning ? "Stop" : "Run"} onClick=${toggle}>
        <${Icon} name=${isRunning ? "pause" : "play"} /></button>
      <button class="round" aria-label="One on" onClick=${() => to(at + 1)}>›</button>
      <input class="grow" type="range" min="0" max=${end} value=${at} aria-label="Place in the match"
        style=${{ "--share": `${(100 * at) / Math.max(1, end)}%` }} onInput=${(event) => to(Number(event.target.value))} />
      <span class="number small" style="min-width:5.5em;text-align:right">${at} / ${end}</span></div></div></div>`;
}

const Word = ({ children }) => html`<p role="status" class="overlay-word">${children}</p>`;

function show(what) {
  const page = document.getElementById("page");
  page.replaceChildren();
  render(what, page);
}

dress();
fetched().then(
  (film) => show(html`<${Guarded} instead=${() => html`<${Word}>This match cannot be shown here.<//>`}><${Embedded} film=${film} /><//>`),
  (problem) => show(html`<${Word}>${problem.message}<//>`),
);
