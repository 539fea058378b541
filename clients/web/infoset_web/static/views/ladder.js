// Ladders: who is how strong and how sure that is, how it went, who beat whom. What the server reckons, drawn.
import { html, useState } from "../ui/ui.js";
import { Problem, Scrolled, Tabs, useAction } from "../ui/parts.js";
import { account, botNames, queue, queued, unqueue } from "../net/app.js";
import { readTable, useDocument } from "../net/documents.js";
import { saveBlob } from "../net/saving.js";
import { apart, band, extent, line, scale, ticks } from "../model/chart.js";
import { shownName } from "../model/naming.js";
import { clockWords } from "../model/options.js";
import { ago } from "../model/time.js";
import { Mark, faceOf } from "../games/faces.js";
import { isSaid, say, spoken } from "../words/words.js";

const LIST_MS = 15_000;
const named = (name) => shownName(name, botNames.value);

export function Ladder({ at: [name, what, entry] }) {
  if (!name) return html`<${List} />`;
  if (what === "entry") return html`<${Entry} ladder=${name} entry=${entry} />`;
  return html`<${One} name=${name} />`;
}

function List() {
  const { document, problem } = useDocument("ladder", LIST_MS);
  const ladders = document?.ladders;
  return html`<h1>${say("ladder-title")}</h1><${Problem} problem=${problem} />
    ${ladders?.length === 0 && html`<div class="panel stack"><h2 class="h3">${say("ladder-none")}</h2>
      <p class="muted">${say("ladder-none-about")}</p>
      </div>`}
    <div class="cards">${ladders?.map(
      (
        ladder,
      ) => html`<a key=${ladder.ladder} class="panel stack plain"
        href=${`#/ladder/${ladder.ladder}`}>
      <div class="row spread"><h2 class="h3 marked"><${Mark} game=${ladder.game} />${ladder.title}</h2>
        <span class=${`chip ${ladder.state === "open" ? "live" : ""}`}>
        ${stateWords(ladder.state)}</span></div><p class="muted small">${faceOf(ladder.game).title}, ${clockWords(ladder.clock)}</p>
        <div class="row"><span class="chip number">${say("ladder-entries", { count: ladder.entries })}</span><span class="chip number">
        ${say("ladder-results-count", { count: ladder.games })}</span></div></a>`,
    )}</div>`;
}

const CSV = { table: ["csv", ".csv"], results: ["results/csv", "_results.csv"] }; // for a spreadsheet, by tab: where it is, how a file is called
const stateWords = (state) => (isSaid(`ladder-state-${state}`) ? say(`ladder-state-${state}`) : state);

function One({ name }) {
  const { document, problem } = useDocument(`ladder/${name}`);
  const [tab, setTab] = useState("table");
  if (!document) return html`<h1>${say("ladder-one")}</h1><${Problem} problem=${problem} />`;
  return html`
    <div class="row spread"><div><div class="eyebrow">
      ${document.classroom && `${document.classroom} · `}${faceOf(document.game).title} · ${clockWords(document.clock)} · ${say("ladder-results-count", { count: document.games })}</div><h1>
      ${document.title}</h1></div><${Enter} ladder=${document} /></div>
    ${document.lacks?.map((missing) => html`<p key=${missing} class="muted">${say("ladder-nothing-played", { missing })}</p>`)}
    ${times(document).map((told) => html`<p key=${told} class="small muted">${told}</p>`)}
    <${Tabs} tabs=${{
      table: say("ladder-tab-table"),
      history: say("ladder-tab-history"),
      cross: say("ladder-tab-cross"),
      results: say("ladder-tab-results"),
      ...(document.season > 1 ? { seasons: say("ladder-tab-seasons") } : {}),
    }}
      chosen=${tab} onChoose=${setTab} label=${say("ladder-views")} />
    ${CSV[tab] && html`<div><${SaveTable} path=${`ladder/${name}/${CSV[tab][0]}`} file=${`${name}${CSV[tab][1]}`} isOurs=${document.classroom} /></div>`}
    ${tab === "table" && html`<${Table} ladder=${document} />`}
    ${tab === "history" && html`<${History} name=${name} />`}
    ${tab === "cross" && html`<${Crosstable} name=${name} />`}
    ${tab === "results" && html`<${Results} name=${name} />`}
    ${tab === "seasons" && html`<${Seasons} name=${name} isOurs=${document.classroom} />`}`;
}

/** A table for a spreadsheet. No link can say who asks, so the page itself reads one of a class. */
function SaveTable({ path, file, isOurs }) {
  const [save, isBusy, problem] = useAction(async () => saveBlob(file, await readTable(path)));
  if (!isOurs) return html`<a class="button small" download=${file} href=${path}>${say("sharing-csv")}</a>`;
  return html`<button class="small" disabled=${isBusy} onClick=${save}>${say("sharing-csv")}</button><${Problem} problem=${problem} />`;
}

const clock = (ms) => new Date(ms).toLocaleString(spoken.value);

/** What is told of seasons and deadlines. */
function times({ season, season_ends_ms: ends, deadline_ms: deadline }) {
  const told = [];
  if (season) told.push(ends ? say("ladder-season-until", { season, time: clock(ends) }) : say("ladder-season-now", { season }));
  if (deadline && deadline > Date.now()) told.push(say("ladder-deadline", { time: clock(deadline) }));
  if (deadline && deadline <= Date.now())
    told.push(say("ladder-deadline-over", { time: clock(deadline) }));
  return told;
}

/** Seasons that are over, and the table of one of them. */
function Seasons({ name, isOurs }) {
  const { document, problem } = useDocument(`ladder/${name}/seasons`);
  const [chosen, choose] = useState(0);
  if (!document) return html`<${Problem} problem=${problem} />`;
  const season = chosen || document.seasons[0]?.season;
  if (!season) return html`<p class="muted">${say("ladder-no-season")}</p>`;
  return html`<div class="row"><label>${say("ladder-season")} <select value=${season}
      onChange=${(event) => choose(Number(event.target.value))}>${document.seasons.map(
        (one) => html`<option key=${one.season} value=${one.season}>${one.season}</option>`,
      )}</select></label>
      <${SaveTable} path=${`ladder/${name}/season/${season}/csv`} file=${`${name}_${season}.csv`} isOurs=${isOurs} /></div>
    <${PastTable} key=${season} name=${name} season=${season} />`;
}

function PastTable({ name, season }) {
  const { document, problem } = useDocument(`ladder/${name}/season/${season}`);
  if (!document) return html`<${Problem} problem=${problem} />`;
  return html`<p class="small muted">${say("ladder-season-span", {
      began: clock(document.began_ms),
      ended: clock(document.ended_ms),
      count: document.results,
    })}</p>
    <${PastRows} season=${season} rows=${document.rows} />`;
}

function PastRows({ season, rows }) {
  return html`<${Scrolled} label=${say("ladder-season-of", { season })}><table><thead><tr><th class="n narrow">#</th><th>${say("ladder-entry")}</th>
      <th class="n">${say("ladder-rating")}</th><th class="n">${say("ladder-games")}</th><th class="n">${say("ladder-first")}</th>
      <th>${say("ladder-division")}</th></tr></thead><tbody>${rows.map(
        (row) => html`<tr key=${row.entry}><td class="n">${row.rank}</td><td><b>${named(row.name)}</b>
        <span class="faint tiny"> v${row.version.slice(0, 8)}${row.owner ? ` · ${row.owner}` : ""}</span></td>
        <td class="n"><b>${row.rating}</b> <span class="faint">±${2 * row.rd}</span></td><td class="n">${row.games}</td>
        <td class="n">${row.wins}</td><td>${moved(row)}</td></tr>`,
      )}</tbody></table><//>`;
}

/** The division of a row, and where it goes. */
function moved({ division, moves_to: next }) {
  if (!division) return next ? say("ladder-moves", { next }) : "";
  if (!next || next === division) return `${division}`;
  return next < division ? say("ladder-moves-up", { division, next }) : say("ladder-moves-down", { division, next });
}

function Enter({ ladder }) {
  const isQueued = queued.value?.ladder === ladder.ladder;
  const [play, isBusy, problem] = useAction(() => (isQueued ? unqueue() : queue(ladder.ladder)));
  const isOpen = ladder.open_to.includes("human") || ladder.open_to.includes("guest");
  const closed = ladder.state !== "open" && (isSaid(`ladder-is-${ladder.state}`) ? say(`ladder-is-${ladder.state}`) : ladder.state);
  if (isQueued)
    return html`<div class="stack"><p class="small" role="status">${closed || say("ladder-queue-looking")}</p>
      <button class="chosen" disabled=${isBusy} onClick=${play}>${say("ladder-queue-leave")}</button><${Problem} problem=${problem} /></div>`;
  if (closed) return html`<p class="small muted">${closed}</p>`;
  if (!isOpen || ladder.may_enter === false) return null;
  if (account.value.kind === "guest" && !ladder.open_to.includes("guest"))
    return html`<p class="small muted">${say("ladder-account-needed")}</p>`;
  return html`<div class="stack"><button class="primary" disabled=${isBusy}
    onClick=${play}>${say("ladder-play")}</button><${Problem} problem=${problem} /></div>`;
}

function Table({ ladder }) {
  const rows = ladder.rows;
  const [low, high] = rows.length
    ? extent(rows.flatMap((row) => [row.rating - 2 * row.rd, row.rating + 2 * row.rd]))
    : [0, 1];
  const at = scale(low, high, 0, 100);
  return html`<${Scrolled} label=${say("ladder-tab-table")}><table>
    <thead><tr><th class="n narrow">#</th><th>${say("ladder-entry")}</th>
      <th class="n">${say("ladder-rating")}</th><th>${say("ladder-interval")}</th><th class="n">${say("ladder-stronger")}</th>
      <th class="n">${say("ladder-matches")}</th><th class="n">${say("ladder-won")}</th><th>${say("ladder-state")}</th></tr></thead>
    <tbody>${rows.map(
      (
        row,
      ) => html`<tr key=${row.entry}><td class="n">${row.rank}</td><td>
        <a href=${`#/ladder/${ladder.ladder}/entry/${row.entry}`}><b>${named(row.name)}</b></a> <span class="faint tiny">v${row.version.slice(0, 8)}${row.owner ? ` · ${row.owner}` : ""}</span>
        ${row.division > 0 && html` <span class="chip">${say("ladder-division-of", { division: row.division })}</span>`}
        ${row.provisional && html` <span class="chip">${say("ladder-provisional")}</span>`}
        ${row.misfit && html` <span class="chip hot" title=${say("ladder-misfit-about")}>${say("ladder-misfit")}</span>`}</td>
      <td class="n"><b>${row.rating}</b> <span class="faint">±${2 * row.rd}</span></td>
      <td><div class="interval" role="img" aria-label=${say("ladder-range", { low: String(row.rating - 2 * row.rd), high: String(row.rating + 2 * row.rd) })}>
        <span class="bar"
        style=${{ left: `${at(row.rating - 2 * row.rd)}%`, right: `${100 - at(row.rating + 2 * row.rd)}%` }}></span>
        <span class="dot" style=${{ left: `${at(row.rating)}%` }}></span></div></td>
      <td class="n">${row.above_next === undefined ? "" : `${Math.round(row.above_next * 100)} %`}</td><td class="n">
        ${row.games}</td><td class="n">${row.wins}</td><td>
        <span class=${`chip ${row.state === "queued" ? "live" : row.why ? "hot" : ""}`} title=${row.why}>
        ${isSaid(`ladder-entry-${row.state}`) ? say(`ladder-entry-${row.state}`) : row.state}
        </span></td></tr>`,
    )}
      ${!rows.length && html`<tr><td colspan="8" class="muted">${say("ladder-nobody")}</td></tr>`}</tbody></table>
        <//>`;
}

const SHADES = 8;
const MOST_NAMES = 18;
const MOST_LEVEL = 10; // columns of a crosstable whose names are not turned
const ODD = 4; // sigmas, as in the server's tables

/** Ratings over results; of the one that is pointed at, with the band of what is not known. */
export function Plot({ lines, height = 360 }) {
  const [chosen, choose] = useState(lines[0]?.entry);
  const points = lines.flatMap((one) => one.points);
  if (points.length < 2) return html`<p class="muted">${say("ladder-too-few")}</p>`;
  const [left, right, top, bottom] = [56, 984, 12, height - 32];
  const [low, high] = extent(points.flatMap((point) => [point.rating - point.rd, point.rating + point.rd]));
  const x = scale(
    Math.min(...points.map((point) => point.outcomes)),
    Math.max(...points.map((point) => point.outcomes)),
    left,
    right - 150,
  );
  const y = scale(low, high, bottom, top);
  const named = lines.slice(0, MOST_NAMES).filter((one) => one.points.length);
  const labels = apart(
    named.map((one) => y(one.points.at(-1).rating)),
    16,
    top + 6,
    bottom,
  );
  const outcomes = points.map((point) => point.outcomes);
  return html`<svg class="plot" viewBox=${`0 0 1000 ${height}`} role="group" aria-label=${say("ladder-plot-label")}>
    ${ticks(low, high).map((tick) => html`<g key=${tick}><path class="rule" d=${`M${left} ${y(tick)}H${right - 150}`} />
      <text x=${left - 8} y=${y(tick) + 4} text-anchor="end">${tick}</text></g>`)}
    ${ticks(Math.min(...outcomes), Math.max(...outcomes), 6).map((tick) => html`
      <text key=${`x${tick}`} x=${x(tick)} y=${height - 10} text-anchor="middle">${tick}</text>`)}
    ${lines.map((one, i) => html`<${Course} key=${one.entry} one=${one} x=${x} y=${y} shade=${i % SHADES}
      isChosen=${one.entry === chosen} onChoose=${lines.length > 1 && (() => choose(one.entry))}
      label=${named.includes(one) && { x: right - 138, y: labels[named.indexOf(one)] + 4 }} />`)}
  </svg>`;
}

/** How the rating of one entry went, with its name at `label`. */
function Course({ one, x, y, shade, isChosen, onChoose, label }) {
  const last = Math.round(one.points.at(-1)?.rating);
  const button = onChoose
    ? {
        role: "button",
        tabindex: 0,
        "aria-pressed": isChosen,
        "aria-label": `${named(one.name)}, ${last}`,
        onPointerEnter: onChoose,
        onClick: onChoose,
        onFocus: onChoose,
      }
    : {};
  return html`<g class=${`shade-${shade} ${isChosen ? "chosen" : ""} ${onChoose ? "can" : ""}`} ...${button}>
    <path class="band" pointer-events="none"
      d=${band(one.points.map((point) => [x(point.outcomes), y(point.rating + point.rd), y(point.rating - point.rd)]))} />
    <path class="stroke" d=${line(one.points.map((point) => [x(point.outcomes), y(point.rating)]))} />
    ${label && html`<text class="name" x=${label.x} y=${label.y}>${named(one.name)} ${last}</text>`}</g>`;
}

function History({ name }) {
  const { document, problem } = useDocument(`ladder/${name}/history`);
  return html`<${Problem} problem=${problem} />${document && html`<div class="panel stack">
    <p class="small muted">${say("ladder-history-about")}</p>
    <${Scrolled} label=${say("ladder-plot")} isPanel=${false}><${Plot} lines=${document.lines} /><//></div>`}`;
}

function Crosstable({ name }) {
  const { document, problem } = useDocument(`ladder/${name}/crosstable`);
  if (!document) return html`<${Problem} problem=${problem} />`;
  const shade = (part) => `color-mix(in srgb, var(--good-soft) ${Math.round(100 * part)}%, var(--bad-soft))`;
  const share = ([ahead, level, behind]) => (ahead + level / 2) / (ahead + level + behind);
  const hasMet = (cell) => cell && cell[0] + cell[1] + cell[2] > 0;
  const isLarge = document.entries.length > MOST_LEVEL;
  return html`<${Scrolled} label=${say("ladder-tab-cross")}><table class=${`cross ${isLarge ? "large" : ""}`}
    style=${isLarge && { "--entries": document.entries.length }}><thead><tr><th>${say("ladder-ahead-of")}</th>
    ${document.entries.map((entry) => html`<th class="n" title=${named(entry.name)}><span>${named(entry.name)}</span></th>`)}</tr>
    </thead>
    <tbody>${document.entries.map((entry, i) => html`<tr><td><b>${named(entry.name)}</b></td>
      ${document.cells[i].map((cell, j) => html`<td class="n"
      style=${hasMet(cell) && { background: shade(share(cell)) }}
      title=${crossed(cell, document.differences[i][j])}>
      ${hasMet(cell) ? `${Math.round(share(cell) * 100)} %` : ""}
      ${isOdd(document.differences[i][j]) ? " !" : ""}</td>`)}</tr>`)}</tbody>
      </table><//>`;
}

/** What the cell of `one` against `other` says besides the share. */
function crossed(cell, found) {
  if (!cell) return "";
  const counts = say("ladder-crossed", { ahead: cell[0], level: cell[1], behind: cell[2] });
  if (!found) return counts;
  const args = { counts, points: `${found.points > 0 ? "+" : ""}${found.points}`, margin: found.margin };
  return isOdd(found) ? say("ladder-crossed-odd", args) : say("ladder-crossed-apart", args);
}

/** Do the matches of a pair differ from both ratings by more than chance does? */
const isOdd = (found) => Math.abs(found?.odd ?? 0) > ODD;

const ResultRows = ({ results }) =>
  html`<${Scrolled} label=${say("ladder-results")}><table><tbody>${results.map(
    (result) =>
      html`<tr key=${result.match_id}><td>${result.names
        .map((name, i) => ({ name: named(name), place: result.places[i], score: result.scores[i] }))
        .sort((a, b) => a.place - b.place)
        .map(
          ({ name, place, score }) => html`<span class="chip">${place}. ${name} <b class="number">${score}</b></span> `,
        )}${result.annulled && html`<p class="small"><span class="chip hot">${say("ladder-annulled")}</span>${" "}
          ${say("ladder-annulled-why", { reason: result.annulled })}</p>`}</td><td class="muted" style="white-space:nowrap">${ago(Date.now() - result.at_ms)}</td><td>
          <a class="button small" href=${`#/replay/${result.match_id}`}>${say("ladder-replay")}</a></td></tr>`,
  )}</tbody></table><//>`;

function Results({ name }) {
  const { document, problem } = useDocument(`ladder/${name}/results`);
  return html`<${Problem} problem=${problem} />${document && html`<${ResultRows} results=${document.results} />`}`;
}

function Entry({ ladder, entry }) {
  const { document, problem } = useDocument(`ladder/${ladder}/entry/${entry}`);
  if (!document) return html`<h1>${say("ladder-entry")}</h1><${Problem} problem=${problem} />`;
  return html`<div class="row spread"><div><div class="eyebrow"><a href=${`#/ladder/${ladder}`}>${ladder}
    </a> · ${say("ladder-rank", { rank: document.rank })}</div><h1>${named(document.name)} <span class="faint small">v${document.version}</span></h1>
    </div><span class="chip accent number">${document.rating} ± ${2 * document.rd}</span></div>
    <div class="panel"><${Scrolled} label=${say("ladder-plot")} isPanel=${false}>
      <${Plot} lines=${[{ entry, name: document.name, points: document.history }]} height=${280} /><//></div>
    <div class="two-sides"><${ResultRows} results=${document.results} />
      <div class="panel stack"><h2 class="h3">${say("ladder-against")}</h2><table><thead><tr>
        <th>${say("ladder-entry")}</th><th class="n">${say("ladder-against-counts")}</th>
        </tr></thead><tbody>${document.opponents.map((one) => html`<tr><td>${named(one.name)}
        </td><td class="n">${["ahead", "level", "behind"].map((key) => one[key] ?? "").join(" / ")}</td></tr>`)}</tbody>
        </table>${document.seasons?.length > 0 && html`<${EntrySeasons} rows=${document.seasons} />`}</div></div>`;
}

/** How all versions of an entry stood at the ends of seasons. */
const EntrySeasons = ({ rows }) => html`<h2 class="h3">${say("ladder-tab-seasons")}</h2><table><thead><tr><th>${say("ladder-season")}</th>
  <th class="n narrow">#</th><th class="n">${say("ladder-rating")}</th><th class="n">${say("ladder-games")}</th></tr></thead><tbody>${rows.map(
    (row) => html`<tr key=${`${row.season} ${row.entry}`}><td>${row.season} <span class="faint tiny">v${row.version.slice(0, 8)}</span></td>
    <td class="n">${row.rank}</td><td class="n"><b>${row.rating}</b> <span class="faint">±${2 * row.rd}</span></td><td class="n">${row.games}</td></tr>`,
  )}</tbody></table>`;
