// A match that was opened from a file; the server is asked for nothing.
import { html, useState } from "../ui/ui.js";
import { Guarded } from "../ui/guarded.js";
import { Problem } from "../ui/parts.js";
import { OpenFile, opened } from "./open_file.js";
import { Player } from "./replay.js";
import { say } from "../words/words.js";

const Nothing = ({ children }) =>
  html`<div class="panel stack" style="margin:2rem auto"><h1 class="h2">${say("sharing-saved")}</h1>${children}
    <div class="row"><${OpenFile} /><a class="button" href="#/replays">${say("sharing-replays")}</a></div></div>`;

/** The file that was opened last. It is in this window alone: after a reload it has to be opened again. */
export function Film() {
  const film = opened.value;
  if (!film) return html`<${Nothing}><p class="muted">${say("sharing-none-open")}</p><//>`;
  return html`<${Guarded} key=${film.number} instead=${() => html`<${Nothing}>
    <${Problem} problem=${new Error(say("sharing-not-shown"))} /><//>`}>
    <${Shown} film=${film} /><//>`;
}

function Shown({ film: { replay, tapes } }) {
  const views = Object.keys(tapes);
  const [view, setView] = useState(views[0]);
  const [at, setAt] = useState(0);
  const [side, setSide] = useState("log");
  const tape = tapes[view];
  return html`<${Player} id=${replay} tape=${tape} at=${Math.min(at, tape.frames.length - 1)} setAt=${setAt} view=${view}
    setView=${(wanted) => tapes[wanted] && setView(wanted)} side=${side} setSide=${setSide} remarks=${[]} talk=${[]} isFile=${true} />`;
}
