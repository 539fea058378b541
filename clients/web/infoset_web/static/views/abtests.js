// A-B tests: the queue, and how far the evidence of each has come. What the server reckons, drawn.
import { html } from "../ui/ui.js";
import { Problem, Scrolled } from "../ui/parts.js";
import { useDocument } from "../net/documents.js";
import { line, scale, ticks } from "../model/chart.js";
import { ago } from "../model/time.js";
import { faceOf } from "../games/faces.js";

const LIVE_MS = 3_000;
const OPEN = "open";

export function AbTests({ at: [id] }) {
  return id ? html`<${One} id=${id} />` : html`<${List} />`;
}

const titleOf = (test) => test.title || `${test.a} against ${test.b}`;
const signed = (value, digits) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`;

function State({ test }) {
  const kind = { open: "live", broken: "hot" }[test.state] ?? "";
  return html`<span class=${`chip ${kind}`}>${test.state}</span>`;
}

function List() {
  const { document, problem } = useDocument("abtests", LIVE_MS);
  return html`<h1>A-B tests</h1><${Problem} problem=${problem} />
    ${document?.tests.length === 0 && html`<div class="panel stack"><h2 class="h3">No test here yet</h2>
      <p class="muted">An organiser asks whether one program is better than another with <code>infoset ab submit</code>;
        workers on any machine play until that is clear.</p></div>`}
    ${document?.tests.length > 0 && html`<${Scrolled} label="Tests"><table><thead><tr><th>Test</th><th>State</th>
      <th class="n">Priority</th><th class="n">LLR</th><th class="n">Matches</th><th class="n">Games/h</th>
      <th class="n">Workers</th><th>Of</th></tr></thead><tbody>${document.tests.map(
        (test) => html`<tr key=${test.test}><td><a href=${`#/abtests/${test.test}`}><b>${titleOf(test)}</b></a>
          <span class="faint tiny"> ${faceOf(test.game).title}, ${ago(test.created_ms)}</span></td>
          <td><${State} test=${test} /></td><td class="n">${test.priority}</td><td class="n">${signed(test.llr, 2)}</td>
          <td class="n">${test.matches}</td><td class="n">${test.state === OPEN ? test.games_per_hour : ""}</td>
          <td class="n">${test.state === OPEN ? test.workers : ""}</td><td>${test.owner}</td></tr>`,
      )}</tbody></table><//>`}`;
}

function One({ id }) {
  const { document: test, problem } = useDocument(`abtests/${id}`, LIVE_MS);
  if (!test) return html`<h1>A-B test</h1><${Problem} problem=${problem} />`;
  return html`<div class="eyebrow">${faceOf(test.game).title} · of ${test.owner} · ${ago(test.created_ms)}</div>
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
  const words = `LLR ${signed(test.llr, 2)} after ${test.blocks} blocks: fails at ${signed(test.lower, 2)}, passes
    at ${signed(test.upper, 2)}`;
  const bounds = [
    [test.upper, "passes"],
    [test.lower, "fails"],
  ];
  return html`<p><b>LLR ${signed(test.llr, 2)}</b> <span class="muted">fails at ${signed(test.lower, 2)},
      passes at ${signed(test.upper, 2)}</span></p>
    <svg class="plot" viewBox=${`0 0 1000 ${height}`} role="img" aria-label=${words}>
      ${[...bounds, [0, ""]].map(([at, what]) => html`<g key=${at}><path class="rule" d=${`M${left} ${y(at)}H${right}`} />
        <text x=${left - 8} y=${y(at) + 4} text-anchor="end">${signed(at, 1)}</text>
        <text x=${right} y=${y(at) - 5} text-anchor="end">${what}</text></g>`)}
      ${ticks(0, most, 6).map((tick) => html`<text key=${`x${tick}`} x=${x(tick)} y=${height - 10}
        text-anchor="middle">${tick}</text>`)}
      <g class="shade-0 chosen"><path class="stroke"
        d=${line([[0, 0], ...test.course].map(([blocks, llr]) => [x(blocks), y(llr)]))} /></g></svg>`;
}

function Figures({ test }) {
  const { pace } = test;
  const clock = pace.move_ms
    ? `${pace.move_ms} ms for each decision`
    : pace.bank_ms
      ? `${pace.bank_ms} ms for a match, ${pace.inc_ms} ms more for each decision`
      : "no clock";
  const rows = [
    ["Score", `${signed(test.mean, 4)}, 95 % interval [${signed(test.low, 3)}, ${signed(test.high, 3)}]`],
    ["Bounds", `effects ${test.bounds[0]} and ${test.bounds[1]}; alpha ${test.alpha}, beta ${test.beta}`],
    ["Played", `${test.matches} matches in ${test.blocks} blocks, of at most ${test.max_blocks}`],
    ["Now", test.state === OPEN ? `${test.games_per_hour} games an hour, ${test.workers} workers` : "over"],
    ["Time", clock],
    ["Rules", `${test.rules}, infoset ${test.package}`],
  ];
  return html`<${Scrolled} label="Figures"><table><tbody>${rows.map(
    ([name, value]) => html`<tr key=${name}><th scope="row">${name}</th><td>${value}</td></tr>`,
  )}</tbody></table><//>`;
}

const FAULTS = { crashes: "Crashes", misses: "Time losses", exceptions: "Exceptions", illegal: "Illegal answers" };

function Conduct({ test }) {
  return html`<${Scrolled} label="What went wrong"><table><thead><tr><th>Program</th>
    ${Object.values(FAULTS).map((title) => html`<th key=${title} class="n">${title}</th>`)}<th class="n">Decisions</th>
    <th>SHA-256</th></tr></thead><tbody>${["a", "b"].map((side) => html`<tr key=${side}><td><b>${test[side]}</b></td>
      ${Object.keys(FAULTS).map((name) => html`<td key=${name} class="n">${test.conduct[side][name]}</td>`)}
      <td class="n">${test.conduct[side].decisions}</td>
      <td class="faint tiny">${test.programs[side].slice(0, 16) || "built in"}</td></tr>`)}</tbody></table><//>`;
}
