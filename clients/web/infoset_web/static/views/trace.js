// What a bot thought, beside the replay of its match: the actions with its values, what it chose, how long it took.
import { html, useRef } from "../ui/ui.js";
import { Problem, useAction } from "../ui/parts.js";
import { Guarded } from "../ui/guarded.js";
import { decimal } from "../model/figures.js";
import { askedAt, chosenApart, isOpen, readTrace, valueText, weighed } from "../model/trace.js";
import { actionWords } from "../games/any/view.js";
import { say } from "../words/words.js";

/**
 * `onOpen(trace)` is given what was read from a file; `onGo(ver)` where somebody wants to be. `untraced`: why there is no trace of a
 * bot that played here.
 */
export function Trace({ t, id, ver, trace, untraced, view, onOpen, onGo }) {
  const field = useRef();
  const [open, isBusy, problem] = useAction(async (file) => {
    const read = readTrace(await file.text());
    if (read.match !== id) throw new Error(say("tape-trace-other", { match: read.match, here: id }));
    if (!read.asked.length) throw new Error(say("tape-trace-empty"));
    onOpen(read);
  });
  return html`<div class="stack"><label class="field"><span>${say("tape-trace-file")}</span>
      <input type="file" accept=".ndjson" ref=${field} disabled=${isBusy}
      onChange=${() => field.current.files[0] && open(field.current.files[0])} /></label>
    <${Problem} problem=${problem ?? (!trace && untraced && say("tape-trace-forged", { reason: untraced }))} />
    ${trace ? html`<${Guarded} key=${trace} instead=${unreadable}><${Decision} t=${t} ver=${ver} trace=${trace} view=${view} onGo=${onGo} /><//>` : html`<p class="small muted">
      <code>infoset bot my_bot.py --trace traces</code> ${say("tape-trace-about")}</p>`}
  </div>`;
}

/** Words for a decision that no game has asked so. */
const unreadable = ({ message }) => html`<${Problem} problem=${say("tape-trace-forged", { reason: message })} />`;

function Decision({ t, ver, trace, view, onGo }) {
  const at = askedAt(trace, ver);
  const { question, thought } = trace.asked[at];
  const one = { question, thought };
  const asked = { ...t, obs: question.obs ?? t.obs, seat: trace.seat, decision: question };
  const words = (action) => view.choiceWords?.(action, asked) ?? actionWords(action);
  const apart = chosenApart(one);
  const go = (to) => onGo(trace.asked[to].question.ver);
  return html`<section class="stack" aria-label=${say("tape-decision")}><div class="row spread">
      <button class="small" disabled=${at === 0} onClick=${() => go(at - 1)}>${say("tape-before")}</button>
      <span class="small number">${say("tape-count", { at: at + 1, all: trace.asked.length })}</span>
      <button class="small" disabled=${at === trace.asked.length - 1} onClick=${() => go(at + 1)}>${say("tape-next")}</button></div>
    <div><b>${say("tape-asked", { name: t.name(trace.seat), ply: question.ver, decision: question.decision, kind: question.kind.replaceAll("_", " ") })}</b>,
      <span class="number"> ${decimal(thought.ms, 1)} ms</span></div>
    ${question.ver !== ver && html`<p class="small muted">${say("tape-not-here")} <button class="small quiet"
      onClick=${() => go(at)}>${say("tape-where")}</button></p>`}
    ${thought.note && html`<p class="chip hot note">${thought.note}</p>`}
    ${apart && html`<div>${say("tape-chosen")}: <ul>${apart.map(([slot, option]) => html`<li key=${slot}>${slot} <b>
      ${slot ? actionWords(option) : words(option)}</b></li>`)}</ul></div>`}
    ${isOpen(one) && html`<p>${say("tape-open")}</p>`}
    <table class="weighed"><tbody>${weighed(one).map(({ action, index, value, isChosen }) => html`
      <tr key=${index} class=${isChosen ? "chosen" : ""}><td>${isChosen ? html`<b aria-label=${say("tape-chosen")} role="img">✓</b>` : ""}</td>
      <td class="n">${valueText(value)}</td><td>${words(action)}</td></tr>`)}</tbody></table></section>`;
}
