// One finished match in a frame of another site. Nobody is logged in here, nothing is kept, and the server is asked once.
import { html, render, useEffect, useMemo, useState } from "./ui/ui.js";
import { Guarded } from "./ui/guarded.js";
import { Icon } from "./ui/icons.js";
import { useKeys } from "./ui/parts.js";
import { readFilm } from "./model/film.js";
import { faceOf } from "./games/faces.js";
import { viewIsThere, viewOf } from "./games/index.js";
import { seenTable } from "./games/seen.js";
import { AUTO, languageFor, wordsOfLanguage } from "./net/languages.js";
import { say, speak } from "./words/words.js";

const STEP_MS = 700;
const VIEW = "all"; // it is over

const dark = matchMedia("(prefers-color-scheme: dark)");
const dress = () => (document.documentElement.dataset.theme = dark.matches ? "dark" : "light");
dark.addEventListener("change", dress);

const NOT_FOUND = 404;

/** Speaks the language that the site around asks for with `?lang=`, else the browser's: nothing is known of whoever looks. */
async function learn() {
  const asked = new URLSearchParams(location.search).get("lang");
  const language = languageFor(AUTO, [...(asked ? [asked] : []), ...navigator.languages]);
  speak(language, await wordsOfLanguage(language));
  document.documentElement.lang = language;
  document.documentElement.dir = say("frame-direction");
}

/** The film, once it can be drawn. Throws an Error with words for people. */
async function fetched() {
  const response = await fetch(`${location.pathname.replace(/\/$/, "")}/film.json`, { credentials: "omit" });
  if (!response.ok) throw new Error(response.status === NOT_FOUND ? say("sharing-not-found") : say("sharing-busy"));
  const film = readFilm(await response.text());
  await viewIsThere(film.tapes[VIEW].start.game);
  return film;
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
    <section class="board-area" aria-label=${say("match-board")}><${view.Board} t=${t} /></section>
    <div class="action-bar tape" role="group" aria-label=${say("sharing-tape")}><div class="row" style="flex-wrap:nowrap">
      <button class="round" aria-label=${say("sharing-back")} onClick=${() => to(at - 1)}>‹</button>
      <button class="round primary" aria-label=${isRunning ? say("sharing-stop") : say("sharing-run")} onClick=${toggle}>
        <${Icon} name=${isRunning ? "pause" : "play"} /></button>
      <button class="round" aria-label=${say("sharing-on")} onClick=${() => to(at + 1)}>›</button>
      <input class="grow" type="range" min="0" max=${end} value=${at} aria-label=${say("sharing-place")}
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
learn()
  .then(fetched)
  .then(
    (film) => show(html`<${Guarded} instead=${() => html`<${Word}>${say("sharing-not-shown-here")}<//>`}><${Embedded} film=${film} /><//>`),
    (problem) => show(html`<${Word}>${problem.message}<//>`),
  );
