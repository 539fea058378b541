// What one knows, live: what the others may hold and where they may be, and what actions may bring. The server counts.
import { html, useEffect, useState } from "../ui/ui.js";
import { Problem, Scrolled, SeatName, useAction } from "../ui/parts.js";
import { askPatiently, change, settings } from "../net/app.js";
import { Asker, intervalWords, percentWords, tellsMore, toWeigh, weighed } from "../model/known.js";
import { choices } from "../model/legal.js";
import { saidOf } from "./said.js";
import { say } from "../words/words.js";

const SHOWN = 10; // facts about a seat; the rest is a press away
const QUIET = new Set(["not_found", "wrong_state", "stale_decision", "cancelled"]); // the match has gone on, or is over

/** Does the server tell anything about this match? */
const mayKnow = (match) => match.isPlayer && Boolean(match.start.compute);
export const isKnowing = (match) => match.isPlayer && !match.over.value;

/** Keeps `match.known` up to date while the panel is open. */
export function useKnown(match) {
  const isWanted = settings.value.known === "on" && mayKnow(match) && Boolean(match.start.compute.know) && !match.over.value;
  const [asker, setAsker] = useState(null);
  useEffect(() => {
    if (!isWanted) return undefined;
    const made = new Asker({
      ask: askPatiently,
      matchId: match.id,
      tell: (found) => {
        if (!QUIET.has(found.problem?.code)) match.known.value = found;
      },
    });
    setAsker(made);
    return () => {
      made.close();
      setAsker(null);
      match.known.value = null;
    };
  }, [match, isWanted]);
  const ver = match.ver.value;
  useEffect(() => asker?.see(ver), [asker, ver]);
}

/** The panel, which stays open or closed on this device. */
export function Known({ t, view }) {
  const { match } = t;
  if (!isKnowing(match)) return null;
  const isOpen = settings.value.known === "on";
  const toggle = () => change("known", isOpen ? "off" : "on");
  return html`<section class="known stack" aria-label=${say("known-title")}>
    <div class="row spread"><h2 class="h3">${say("known-title")}</h2>
      ${mayKnow(match) && html`<button class="small" aria-expanded=${isOpen} onClick=${toggle}>
        ${isOpen ? say("known-close") : say("known-open")}</button>`}</div>
    ${!mayKnow(match) && html`<p class="small muted">${say("known-forbidden")}</p>`}
    ${mayKnow(match) && isOpen && html`<${Told} t=${t} view=${view} /><${Weighing} key=${t.decision?.decision} t=${t} view=${view} />`}
  </section>`;
}

function Told({ t, view }) {
  const { match } = t;
  if (!match.start.compute.know) return html`<p class="small muted">${say("known-nothing-told")}</p>`;
  const { told, problem } = match.known.value ?? {};
  if (problem) return html`<${Problem} problem=${problem} />`;
  if (!told) return html`<p class="small muted" role="status">${say("known-works")}</p>`;
  const words = view.known ?? plainWords;
  const isLate = told.ver !== match.ver.value;
  return html`<div class="stack" aria-busy=${isLate}>
    <p class="small muted">${told.worlds ? say("known-estimated", { count: told.worlds }) : say("known-counted")}</p>
    ${told.seats.map((known) => html`<${OfSeat} key=${known.seat} t=${t} known=${known} words=${words} />`)}
    ${told.effects.length > 0 && html`<h3 class="h4">${say("known-effects")}</h3>`}
    ${told.effects.map((effect) => html`<${Effect} key=${effect.action.join(" ")} t=${t} effect=${effect} words=${words} />`)}</div>`;
}

/** Of a game that the page has no words for. */
const plainWords = { what: (t, what) => what.join(" "), action: (t, action) => action.join(" "), whole: (t, counts) => counts.join(", ") };

function OfSeat({ t, known, words }) {
  const [isWhole, showAll] = useState(false);
  const rows = isWhole ? known.facts : known.facts.slice(0, SHOWN);
  const rest = known.facts.length - rows.length;
  const isMany = known.facts.some(tellsMore);
  return html`<div class="known-seat"><${SeatName} seat=${known.seat} name=${t.name(known.seat)} />
    ${known.facts.length === 0 && html`<p class="small muted">${say("known-nothing")}</p>`}
    ${rows.length > 0 && html`<table class=${`small known-facts ${isMany ? "many" : ""}`}><thead><tr><th scope="col"><span class="hidden-text">${say("known-what")}</span></th>
      <th scope="col"><span class="hidden-text">${say("known-chance")}</span></th>${isMany && html`<th scope="col"><span class="hidden-text">${say("known-expected-head")}</span></th>`}</tr></thead>
      <tbody>${rows.map((fact) => html`<${Fact} key=${fact.what.join(" ")} t=${t} fact=${fact} words=${words} isMany=${isMany} />`)}</tbody></table>`}
    ${rest > 0 && html`<button class="small quiet" onClick=${() => showAll(true)}>${say("known-more", { count: rest })}</button>`}
    ${known.wholes?.length > 0 && html`<details class="small"><summary>${say("known-wholes", { count: known.wholes.length })}</summary>
      <ul class="plain">${known.wholes.map(({ counts, chance }) => html`<li key=${counts.join()}><b class="number">
        ${percentWords(chance)}</b> ${words.whole(t, counts)}</li>`)}</ul></details>`}
  </div>`;
}

/** A bar with the chance above it, and between what it lies where it is estimated. */
function Chance({ fact, words }) {
  const interval = intervalWords(fact);
  return html`<td class="known-chance"><i aria-hidden="true" style=${{ width: `${100 * fact.chance}%` }}></i>
    <span class="number">${words}</span>${interval && html` <span class="muted number" title=${say("known-interval")}>(${interval})</span>`}</td>`;
}

function Fact({ t, fact, words, isMany }) {
  const { what, chance, mean, sure } = fact;
  return html`<tr class=${sure ? "sure" : ""}><th scope="row">${words.what(t, what)}</th>
    <${Chance} fact=${fact} words=${sure ? say("known-sure") : percentWords(chance)} />
    ${isMany && html`<td class="n muted">${tellsMore(fact) && say("known-expected", { count: Math.round(10 * mean) / 10 })}</td>`}</tr>`;
}

function Effect({ t, effect, words }) {
  return html`<details class="small known-effect"><summary>${words.action(t, effect.action)}</summary>
    <${Scrolled} label=${words.action(t, effect.action)} isPanel=${false}><table class=${`known-facts ${effect.outcomes.some(({ gains }) => gains) ? "gains" : ""}`}><tbody>
      ${effect.outcomes.map(({ what, chance, gains }) => html`<tr key=${what.join(" ")}>
        <th scope="row">${words.what(t, what)}</th>
        <${Chance} fact=${{ chance }} words=${percentWords(chance, chance === 1)} />
        ${gains && html`<td>${words.gains?.(t, effect.action, gains, what) ?? JSON.stringify(gains)}</td>`}</tr>`)}</tbody></table><//></details>`;
}

/** How the open decision's actions change one's chances to win, and what is prepared, when that is asked for. */
function Weighing({ t, view }) {
  const [found, setFound] = useState(null); // {asked, rows}
  const { kind } = t.decision?.legal ?? {};
  const prepared = [view.prepared?.(t) ?? []].flat();
  const open = kind === "product" ? [] : toWeigh(choices(t.decision), prepared);
  const asked = open.map(({ index, action }) => (index === undefined ? { action } : { index }));
  const [weigh, isBusy, problem] = useAction(async () => {
    const { rows } = await askPatiently({ type: "know", match_id: t.match.id, first: asked });
    setFound({ asked, open, rows });
  });
  if (open.length < 2) return null;
  const isFound = found !== null && JSON.stringify(found.asked) === JSON.stringify(asked);
  const words = (first) => saidOf(view, found.open[found.asked.findIndex((one) => JSON.stringify(one) === JSON.stringify(first))].action, t);
  return html`<div class="known-weighing stack"><h3 class="h4">${say("known-weigh-title")}</h3>
    <p class="small muted">${say("known-weigh-about")}</p>
    ${!isFound && html`<div><button class="small" disabled=${isBusy} onClick=${weigh}>
      ${isBusy ? say("known-works") : say("known-weigh", { count: open.length })}</button></div>`}
    <${Problem} problem=${problem} />
    ${isFound && html`<table class="small known-facts"><thead><tr><th scope="col"><span class="hidden-text">${say("known-action")}</span></th>
      <th scope="col"><span class="hidden-text">${say("known-chance")}</span></th></tr></thead><tbody>${weighed(found.rows, t.seat).map((row) => html`
      <tr key=${JSON.stringify(row.first)}><th scope="row">${words(row.first)}</th><${Chance} fact=${row} words=${percentWords(row.chance)} /></tr>`)}</tbody></table>`}
  </div>`;
}
