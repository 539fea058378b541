// Why a match ended as it did: chances along it, decisions that cost, luck beside skill. Leads to the moments it tells of.
import { html, useEffect, useState } from "../ui/ui.js";
import { Problem, SeatName } from "../ui/parts.js";
import { askPatiently, me } from "../net/app.js";
import { decimal } from "../model/figures.js";
import { band, line, scale } from "../model/chart.js";
import { frameOf } from "../model/tape.js";
import {
  bars,
  chanceWords,
  costOf,
  kinds,
  lostOf,
  luckOf,
  mistakes,
  pointAt,
  reviewOf,
  SURE,
  swings,
  unitOf,
  verdict,
  worthFigures,
  worthWords,
} from "../model/review.js";
import { actionWords } from "../games/any/view.js";
import { saidOf } from "./said.js";
import { merged } from "../games/merged.js";
import { wordsOfLine } from "./log.js";
import { drawn, say } from "../words/words.js";

const CARDS = { drawn: () => say("review-cards-drawn"), stolen: () => say("review-cards-stolen") }; // that chance brings
const WIDTH = 320;
const HEIGHT = 150;
const LEFT = 42; // of the curve, behind its scale
const SHOWN = 5; // of a list, until more are asked for

/** The review of a match as far as it is known: `{entries, done, total, ahead, isOver, problem}`. */
export function useReview(id, isWanted) {
  const [state, setState] = useState({ entries: [], done: 0, total: 0, ahead: 0, isOver: false, problem: null });
  useEffect(() => {
    if (!isWanted || state.isOver) return undefined;
    let isHere = true;
    follow(id, (next) => isHere && setState(next), () => isHere);
    return () => (isHere = false);
  }, [id, isWanted]);
  return state;
}

/** Asks for entries until there are no more, or nobody wants them. */
async function follow(id, tell, isWanted) {
  const entries = [];
  try {
    for (let more = true; more && isWanted(); ) {
      const part = await askPatiently({ type: "review", replay: id, first: entries.length });
      entries.push(...part.entries);
      more = part.more;
      tell({ entries: [...entries], done: part.done, total: part.total, ahead: part.ahead ?? 0, isOver: !more });
    }
  } catch (problem) {
    tell({ entries, done: 0, total: 0, ahead: 0, isOver: true, problem });
  }
}

/** `onGo(ver)` goes to a moment, `onShow(ver, seat?)` leads the eye there, through those of a seat where one is named. */
export function Review({ t, tape, ver, state, view, onGo, onShow }) {
  const own = t.seats.findIndex(({ user }) => user === me.value?.user);
  const [seat, setSeat] = useState(own >= 0 ? own : 0);
  const review = reviewOf(state.entries);
  if (state.problem) return html`<${Problem} problem=${state.problem} />`;
  return html`<div class="stack review"><${Working} state=${state} />
    ${review.head && html`<select aria-label=${say("review-of")} value=${seat}
      onChange=${(event) => setSeat(Number(event.target.value))}>${t.seats.map((_, one) => html`
      <option value=${one}>${one === own ? say("review-own", { name: t.name(one) }) : t.name(one)}</option>`)}</select>`}
    ${review.seats.length > 0 && html`<p class="verdict">${verdict(review, seat, t.seats.length,
      { name: t.name(seat), me: seat === own ? "yes" : "no" })}</p>`}
    ${review.curve.length > 1 && html`<${Curve} t=${t} tape=${tape} review=${review} seat=${seat} ver=${ver}
      onGo=${onGo} />`}
    ${review.judged.length > 0 && html`<${Mistakes} key=${`m${seat}`} t=${t} tape=${tape} review=${review} seat=${seat} view=${view}
      isOver=${state.isOver} onShow=${onShow} />`}
    ${review.seats.length > 0 && html`<${Shares} t=${t} review=${review} />
      <${Swings} t=${t} tape=${tape} review=${review} seat=${seat} view=${view} onShow=${onShow} />`}
    <${Odds} title=${say("review-dice")} unit="review-throws" head=${say("review-sum")} rows=${bars(review.odds)} />
    ${view.chanceName && Object.entries(CARDS).map(([verb, title]) => html`<${Odds} key=${verb} title=${title()}
      unit="review-cards" head=${say("review-card")} rows=${kinds(review.odds, verb, (kind) => view.chanceName(verb, kind))} />`)}
    ${state.isOver && review.head && html`<${Method} settings=${review.head.settings} seats=${t.seats.length} />`}</div>`;
}

/** How far it is; nothing once it is there. */
function Working({ state }) {
  if (state.isOver) return null;
  const waits = state.ahead > 0;
  const words = waits ? say("review-waits", { count: state.ahead }) : say("review-works");
  return html`<div class="stack" role="status"><span class="small">${words}
      ${!waits && state.total > 0 && html` <span class="number">${Math.floor((100 * state.done) / state.total)} %</span>`}</span>
    <progress aria-label=${say("review-progress")} max=${state.total || 1} value=${waits ? 0 : state.done} />
    <span class="tiny muted">${say("review-leave")}</span></div>`;
}

/** Chances to win along the tape; what is chosen stands out, with its interval and its mistakes. */
function Curve({ t, tape, review, seat, ver, onGo }) {
  const last = tape.frames.length - 1;
  const x = scale(0, last, LEFT, WIDTH - 6);
  const y = scale(0, 1, HEIGHT - 8, 8);
  const place = (one) => x(frameOf(tape, one));
  const now = pointAt(review, ver);
  const points = (one) => review.curve.map((point) => [place(point.ver), y(point.win[one])]);
  const clamp = (share) => Math.min(1, Math.max(0, share));
  const around = review.curve.map(({ ver: at, win, errors }) => [
    place(at),
    y(clamp(win[seat] + SURE * errors[seat])),
    y(clamp(win[seat] - SURE * errors[seat])),
  ]);
  const go = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const frame = Math.round(((((event.clientX - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - LEFT - 6)) * last);
    onGo(tape.frames[Math.max(0, Math.min(last, frame))].ver);
  };
  const others = t.seats.map((_, one) => one).filter((one) => one !== seat);
  return html`<section aria-label=${say("review-chances")}><h2 class="h3">${say("review-chances")}</h2>
    <svg class="chances" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" onClick=${go}
      aria-label=${say("review-chances-here", {
        chances: t.seats.map((_, one) => `${t.name(one)} ${chanceWords(now.win[one], now.errors[one])}`).join(", "),
      })}>
      ${[0, 0.5, 1].map((share) => html`<g key=${share}><path class="rule" d=${`M${LEFT} ${y(share)}H${WIDTH - 6}`} />
        <text x=${LEFT - 5} y=${y(share) + 4} text-anchor="end">${100 * share} %</text></g>`)}
      <path class=${`band seat-${seat % 4}`} d=${band(around)} />
      ${others.map((one) => html`<path key=${one} class=${`stroke seat-${one % 4}`} d=${line(points(one))} />`)}
      <path class=${`stroke own seat-${seat % 4}`} d=${line(points(seat))} />
      <path class="now" d=${`M${place(ver)} 8V${HEIGHT - 8}`} />
      ${mistakes(review, seat).map((one) => html`<circle key=${one.decision} class="mistake" r="4.5" cx=${place(one.ver)}
        cy=${y(pointAt(review, one.ver).win[seat])} />`)}
    </svg>
    <ul class="chances-now">${t.seats.map((_, one) => html`<li key=${one}><${SeatName} seat=${one} name=${t.name(one)} />
      <span class="number">${chanceWords(now.win[one], now.errors[one])}</span></li>`)}</ul></section>`;
}

/** What cost something, given what the seat knew then. */
function Mistakes({ t, tape, review, seat, view, isOver, onShow }) {
  const [isWhole, setWhole] = useState(false);
  const found = mistakes(review, seat);
  const shown = isWhole ? found : found.slice(0, SHOWN);
  const judged = review.judged.filter((one) => one.seat === seat);
  return html`<section aria-label=${say("review-costly")}><h2 class="h3">${say("review-costly")}</h2>
    <p class="small muted">${costlyWords(found.length, judged.length, isOver, t.name(seat))}</p>
    <ol class="mistakes">${shown.map((one) => html`<li key=${one.decision}><${Mistake} t=${t} tape=${tape} one=${one} view=${view}
      onShow=${onShow} /></li>`)}</ol>
    ${found.length > shown.length && html`<button class="small quiet" onClick=${() => setWhole(true)}>${say("review-all", { count: found.length })}</button>`}
  </section>`;
}

function costlyWords(found, count, isOver, name) {
  if (found) return say("review-costly-some", { found, count, name });
  return isOver ? say("review-costly-none", { count, name }) : say("review-costly-none-yet", { count, name });
}

function Mistake({ t, tape, one, view, onShow }) {
  const { obs } = tape.frames[frameOf(tape, one.ver)];
  const asked = { ...t, obs: merged(t.game, obs), seat: one.seat, decision: null };
  const words = (action) => saidOf(view, action, asked);
  return html`<button class="mistake-line" onClick=${() => onShow(one.ver, one.seat)}>
    <span>${drawn("review-played", { action: html`<b>${words(one.played)}</b>` })}</span>
    <span>${drawn("review-better", { action: html`<b>${words(one.better)}</b>` })}</span>
    <span class="small">${drawn("review-cost", {
      worth: html`<span class="number">${worthWords(costOf(one), t.seats.length)}</span>`,
    })}
      <span class="muted"> · ${placeOf(tape, one.ver)}</span></span></button>`;
}

/** Luck beside skill, by seat. */
function Shares({ t, review }) {
  const count = t.seats.length;
  return html`<section aria-label=${say("review-shares")}><h2 class="h3">${say("review-shares")}</h2>
    <p class="small muted">${say("review-unit", { unit: unitOf(count) })}</p>
    <table class="shares small"><thead><tr><th>${say("review-seat")}</th><th>${say("review-luck")}</th>
      <th>${say("review-lost")}</th></tr></thead>
    <tbody>${review.seats.map((row) => html`<tr key=${row.seat}>
      <td><${SeatName} seat=${row.seat} name=${t.name(row.seat)} /></td>
      <td class="n">${worthFigures(luckOf(row), count, { sign: true })}</td>
      <td class="n">${worthFigures(lostOf(row), count)}</td></tr>`)}</tbody></table></section>`;
}

/** What chance did to a seat, the greatest first. */
function Swings({ t, tape, review, seat, view, onShow }) {
  const found = swings(review, seat).slice(0, SHOWN);
  if (!found.length) return null;
  return html`<section aria-label=${say("review-swings")}><h2 class="h3">${say("review-swings")}</h2>
    <ol class="mistakes">${found.map((one) => html`<li key=${one.ver}><button class="mistake-line"
      onClick=${() => onShow(one.ver)}><b>${cameWords(t, tape, one, view)}</b>
      <span class="small"><span class="number">${worthWords(one, t.seats.length, { sign: true })}</span>
      <span class="muted"> · ${placeOf(tape, one.ver)}</span></span></button></li>`)}</ol></section>`;
}

/** What chance brought, as the log tells it. */
function cameWords(t, tape, { event, ver }, view) {
  if (!event) return say("review-deal");
  const frame = tape.frames[frameOf(tape, ver)];
  const then = { ...t, obs: merged(t.game, frame.obs) };
  const said = view.chanceWords?.(event, frame.items, then) ?? wordsOfLine({ items: frame.items }, then, view)[0];
  if (!said) return actionWords(event);
  return said.by === undefined ? said.text : say("match-log-line", { who: t.name(said.by), text: said.text });
}

/** Where that is on the tape, as its counter says it. */
const placeOf = (tape, ver) => `${frameOf(tape, ver)} / ${tape.frames.length - 1}`;

/** What chance brought again and again beside what was to be expected. */
function Odds({ title, unit, head, rows }) {
  if (!rows.length) return null;
  const most = Math.max(...rows.map((row) => Math.max(row.seen, row.expected)));
  const all = rows.reduce((sum, row) => sum + row.seen, 0);
  return html`<section aria-label=${title}><h2 class="h3">${title}</h2><p class="small muted">${say(unit, { count: all })}</p>
    <table class="dice-odds small"><thead><tr><th>${head}</th><th>${say("review-came")}</th>
      <th>${say("review-expected")}</th><th aria-hidden="true"></th></tr></thead>
    <tbody>${rows.map((row) => html`<tr key=${row.name}><th scope="row">${row.name}</th><td class="n">${row.seen}</td>
      <td class="n">${decimal(row.expected, 1)}</td><td class="wide" aria-hidden="true"><i style=${{ width: `${(100 * row.seen) / most}%` }} />
      <s style=${{ left: `${(100 * row.expected) / most}%` }} /></td></tr>`)}</tbody></table></section>`;
}

function Method({ settings, seats }) {
  const { judgement, luck } = settings;
  const threshold = worthWords({ mean: judgement.threshold, error: 0 }, seats).replace(/ ± [\d.]+/, "");
  const about = { worlds: judgement.worlds, threshold, confirm: judgement.confirm, chances: settings.chances, luck: luck.playouts };
  return html`<details class="small"><summary>${say("review-method")}</summary><p>${say("review-method-about", about)}</p>
    <p class="tiny faint">${say("review-seed", { seed: String(judgement.seed), reference: judgement.reference })}</p></details>`;
}
