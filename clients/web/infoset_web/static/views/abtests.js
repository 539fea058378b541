// A-B tests: the queue, and how far the evidence of each has come. What the server reckons, drawn.
import { html } from "../ui/ui.js";
import { Problem, Scrolled } from "../ui/parts.js";
import { useDocument } from "../net/documents.js";
import { line, scale, ticks } from "../model/chart.js";
import { ago } from "../model/time.js";
import { faceOf } from "../games/faces.js";
import { drawn, isSaid, say, spoken } from "../words/words.js";

const LIVE_MS = 3_000;
const OPEN = "open";

export function AbTests({ at: [id] }) {
  return id ? html`<${One} id=${id} />` : html`<${List} />`;
}

const titleOf = (test) => test.title || say("abtests-untitled", { a: test.a, b: test.b });

/** With its sign, and so many digits behind what the language has for a decimal point. */
function signed(value, digits) {
  const shown = { signDisplay: "always", minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(spoken.value, shown).format(value).replace("-", "−");
}

const asked = (test) => ago(Date.now() - test.created_ms);

function State({ test }) {
  const kind = { open: "live", broken: "hot" }[test.state] ?? "";
  return html`<span class=${`chip ${kind}`}>
    ${isSaid(`abtests-state-${test.state}`) ? say(`abtests-state-${test.state}`) : test.state}</span>`;
}

function List() {
  const { document, problem } = useDocument("abtests", LIVE_MS);
  return html`<h1>${say("frame-abtests")}</h1><${Problem} problem=${problem} />
    ${document?.tests.length === 0 && html`<div class="panel stack"><h2 class="h3">${say("abtests-none")}</h2>
      <p class="muted">${drawn("abtests-none-about", { command: html`<code>infoset ab submit</code>` })}</p></div>`}
    ${document?.tests.length > 0 && html`<${Scrolled} label=${say("abtests-tests")}><table><thead><tr><th>${say("abtests-test")}</th>
      <th>${say("abtests-state")}</th><th class="n">${say("abtests-priority")}</th><th class="n">LLR</th>
      <th class="n">${say("abtests-matches")}</th><th class="n">${say("abtests-pace")}</th>
      <th class="n">${say("abtests-workers")}</th><th>${say("abtests-owner")}</th></tr></thead><tbody>${document.tests.map(
        (test) => html`<tr key=${test.test}><td><a href=${`#/abtests/${test.test}`}><b>${titleOf(test)}</b></a>
          <span class="faint tiny"> ${faceOf(test.game).title}, ${asked(test)}</span></td>
          <td><${State} test=${test} /></td><td class="n">${test.priority}</td><td class="n">${signed(test.llr, 2)}</td>
          <td class="n">${test.matches}</td><td class="n">${test.state === OPEN ? test.games_per_hour : ""}</td>
          <td class="n">${test.state === OPEN ? test.workers : ""}</td><td>${test.owner}</td></tr>`,
      )}</tbody></table><//>`}`;
}

function One({ id }) {
  const { document: test, problem } = useDocument(`abtests/${id}`, LIVE_MS);
  if (!test) return html`<h1>${say("abtests-test")}</h1><${Problem} problem=${problem} />`;
  return html`<div class="eyebrow">${faceOf(test.game).title} · ${test.owner} · ${asked(test)}</div>
    <h1>${titleOf(test)} <${State} test=${test} /></h1><${Problem} problem=${problem} />
    ${test.why && html`<p class="muted">${test.why}</p>`}
    <div class="panel stack"><${Evidence} test=${test} /></div>
    <${Figures} test=${test} /><${Conduct} test=${test} />`;
}

/** LLR over blocks, between the two bounds where it ends. */
function Evidence({ test }) {
  const height = 260;
  const [left, right, top, bottom] = [56, 984, 16, height - 32];
  const values = test.course.map(([, llr]) => llr);
  const y = scale(Math.min(test.lower, ...values) - 0.3, Math.max(test.upper, ...values) + 0.3, bottom, top);
  const most = Math.max(test.blocks, 1);
  const x = scale(0, most, left, right);
  const verdict = say("abtests-bounds", { lower: signed(test.lower, 2), upper: signed(test.upper, 2) });
  const words = say("abtests-evidence", { llr: signed(test.llr, 2), count: test.blocks, verdict });
  const bounds = [
    [test.upper, say("abtests-passes")],
    [test.lower, say("abtests-fails")],
  ];
  return html`<p><b>LLR ${signed(test.llr, 2)}</b> <span class="muted">${verdict}</span></p>
    <${Scrolled} label=${say("ladder-plot")} isPanel=${false}>
    <svg class="plot" viewBox=${`0 0 1000 ${height}`} role="img" aria-label=${words}>
      ${[...bounds, [0, ""]].map(([at, what]) => html`<g key=${at}><path class="rule" d=${`M${left} ${y(at)}H${right}`} />
        <text x=${left - 8} y=${y(at) + 4} text-anchor="end">${signed(at, 1)}</text>
        <text x=${right} y=${y(at) - 5} text-anchor="end">${what}</text></g>`)}
      ${ticks(0, most, 6).map((tick) => html`<text key=${`x${tick}`} x=${x(tick)} y=${height - 10}
        text-anchor="middle">${tick}</text>`)}
      <g class="shade-0 chosen"><path class="stroke"
        d=${line([[0, 0], ...test.course].map(([blocks, llr]) => [x(blocks), y(llr)]))} /></g></svg><//>`;
}

function Figures({ test }) {
  const { pace, bounds: [low, high], alpha, beta } = test;
  const clock = pace.move_ms
    ? say("abtests-clock-move", { ms: pace.move_ms })
    : pace.bank_ms
      ? say("abtests-clock-bank", { ms: pace.bank_ms, more: pace.inc_ms })
      : say("room-clock-none");
  const rows = [
    [say("abtests-score"), say("abtests-score-is", { mean: signed(test.mean, 4), low: signed(test.low, 3), high: signed(test.high, 3) })],
    [say("abtests-limits"), say("abtests-limits-are", { low, high, alpha, beta })],
    [say("abtests-played"), say("abtests-played-are", { matches: test.matches, blocks: test.blocks, most: test.max_blocks })],
    [say("abtests-now"), test.state === OPEN ? say("abtests-now-is", { pace: String(test.games_per_hour), workers: test.workers }) : say("abtests-over")],
    [say("abtests-time"), clock],
    [say("abtests-rules"), html`<span translate="no">${test.rules}, infoset ${test.package}</span>`],
  ];
  const ruledOut = { passed: low, failed: high }[test.state]; // the effect that it is not, by the verdict
  const isWider = ruledOut === 0 && test.low <= 0 && test.high >= 0;
  return html`<${Scrolled} label=${say("abtests-figures")}><table><tbody>${rows.map(
    ([name, value]) => html`<tr key=${name}><th scope="row">${name}</th><td>${value}</td></tr>`,
  )}</tbody></table><//>${isWider && html`<p class="muted">${say("abtests-holds-zero")}</p>`}`;
}

const FAULTS = ["crashes", "misses", "exceptions", "illegal"];

function Conduct({ test }) {
  return html`<${Scrolled} label=${say("abtests-faults")}><table><thead><tr><th>${say("abtests-program")}</th>
    ${FAULTS.map((name) => html`<th key=${name} class="n">${say(`abtests-fault-${name}`)}</th>`)}
    <th class="n">${say("abtests-decisions")}</th>
    <th>SHA-256</th></tr></thead><tbody>${["a", "b"].map((side) => html`<tr key=${side}><td><b>${test[side]}</b></td>
      ${FAULTS.map((name) => html`<td key=${name} class="n">${test.conduct[side][name]}</td>`)}
      <td class="n">${test.conduct[side].decisions}</td>
      <td class="faint tiny">${test.programs[side] ? html`<code class="tiny">${test.programs[side].slice(0, 16)}</code>` : say("abtests-built-in")}</td></tr>`)}</tbody></table><//>`;
}
