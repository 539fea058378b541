// A game the page does not know: what the seat knows as its text or a tree, the legal actions as buttons. Enough to play anything.
import { html } from "../../ui/ui.js";
import { SeatName } from "../../ui/parts.js";
import { SeatState } from "../../ui/seat_state.js";
import { choices } from "../../model/legal.js";
import { actionWords, isTree, words } from "./words.js";
import { say } from "../../words/words.js";

const short = (value) => Array.isArray(value) && value.every((one) => !isTree(one));

function Tree({ value }) {
  if (!isTree(value)) return html`<span class="number">${String(value)}</span>`;
  if (short(value)) return html`<span class="number">[${value.join(", ")}]</span>`;
  return html`<ul class="tree">${Object.entries(value).map(([name, part]) => html`<li><span class="muted">${name}
    </span> <${Tree} value=${part} /></li>`)}</ul>`;
}

const Known = ({ obs }) =>
  typeof obs?.text === "string" ? html`<pre class="number">${obs.text}</pre>` : html`<${Tree} value=${obs} />`;

export const Board = ({ t }) =>
  html`<div class="row">${t.seats.map((_, seat) => html`<span class="row side-state" key=${seat}>
      <span class="muted">${say("any-seat", { seat })}</span> <${SeatName} seat=${seat} name=${t.name(seat)} /><${SeatState} t=${t} seat=${seat} /></span>`)}</div>
    <div class="panel flat"><h2 class="h3">${t.seat < 0 ? say("any-known") : say("any-known-seat")}</h2><${Known} obs=${t.obs} />
    </div>`;

export { actionWords, actionWords as choiceWords, words };

export function Actions({ t }) {
  const { legal } = t.decision;
  if (legal.kind === "product") return html`<${Product} t=${t} slots=${legal.slots} />`;
  return html`<div class="choices">${choices(t.decision).map(({ action, index }, i) => html`
    <button key=${index} disabled=${t.isBusy} onClick=${() => t.act({ index })}>${i < 9 && html`<kbd>${i + 1}
    </kbd>`}${actionWords(action)}</button>`)}</div>`;
}

function Product({ t, slots }) {
  const send = (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    t.send({ picks: slots.map((_, i) => Number(form.get(`slot${i}`))) });
  };
  return html`<form class="choices" onSubmit=${send}>
    ${slots.map((slot, i) => html`<label class="field"><span>${slot.slot}</span><select name=${`slot${i}`}>
      ${slot.options.map((option, at) => html`<option value=${at}>${actionWords(option)}</option>`)}</select></label>`)}
    <button class="primary" disabled=${t.isBusy}>${say("any-decide")}</button></form>`;
}

export const status = (t) => t.decision?.kind?.replaceAll("_", " ") ?? "";
