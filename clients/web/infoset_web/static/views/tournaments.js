// Tournaments: standings, tables, brackets, and all of it large for a hall. Shows only what the server releases.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../ui/ui.js";
import { Icon } from "../ui/icons.js";
import { Problem, Scrolled, Tabs, useAction, useKeys } from "../ui/parts.js";
import { ask, cups, followTournaments } from "../net/app.js";
import { useDocument } from "../net/documents.js";
import { botWords } from "../model/naming.js";
import { clockWords } from "../model/options.js";
import { Mark, faceOf } from "../games/faces.js";
import { drawn, isSaid, say } from "../words/words.js";

export function Tournaments({ at: [id, mode] }) {
  useEffect(() => {
    followTournaments(true);
    return () => followTournaments(false);
  }, []);
  if (!id) return html`<${List} />`;
  return html`<${One} id=${id} isProjected=${mode === "projector"} />`;
}

/** All there are: those of the public list, and what is told to us alone, of classes too. */
function known(listed) {
  const found = new Map(listed.map((one) => [one.tournament, { ...one, address: one.tournament }]));
  for (const cup of cups.value.values()) found.set(cup.tournament, { ...cup, address: addressOf(cup) });
  return [...found.values()];
}

/** Where a tournament is on this page: that of a class has a key in its name. */
const addressOf = ({ page }) => page.split("/").at(-1).replace(/\.json$/, "");

const entriesOf = (cup) => (cup?.yours ?? []).filter((one) => !one.out);

function List() {
  const { document, problem } = useDocument("tournaments.json", 15_000);
  const all = known(document?.tournaments ?? []);
  return html`<h1>${say("tournaments-title")}</h1><${Problem} problem=${problem} />
    ${document && all.length === 0 && html`<div class="panel stack"><h2 class="h3">${say("tournaments-none")}</h2>
      <p class="muted">${drawn("tournaments-none-about", { command: html`<code>infoset tournament</code>` })}</p>
      </div>`}
    <div class="cards">${all.map(
      (one) => html`<a key=${one.tournament} class="panel stack plain" href=${`#/tournaments/${one.address}`}>
        <div class="row spread"><h2 class="h3 marked"><${Mark} game=${one.game} />${one.title}</h2>
        <span class=${`chip ${one.state === "running" ? "live" : one.state === "open" ? "accent" : ""}`}>${stateWords(one.state)}</span>
        </div><p class="muted small">${faceOf(one.game).title}, ${formatWords(one.format)}
        ${one.clock && `, ${clockWords(one.clock)}`}</p>
        <div class="row"><span class="chip number">${say("tournaments-entrants-count", { count: one.entrants })}</span>
        ${entriesOf(one).length > 0 && html`<span class="chip live">${say("tournaments-in")}</span>`}
        ${one.may_enter && html`<span class="chip accent">${say("tournaments-may-enter")}</span>`}</div></a>`,
    )}</div>`;
}

const CSV = { standings: "standings.csv", tables: "results.csv" }; // what there is for a spreadsheet, by tab
const stateWords = (state) => (isSaid(`tournaments-state-${state}`) ? say(`tournaments-state-${state}`) : state);
const formatWords = (format) =>
  isSaid(`tournaments-format-${format}`) ? say(`tournaments-format-${format}`) : format.replaceAll("_", " ");

function One({ id, isProjected }) {
  const { document, problem } = useDocument(`tournaments/${id}.json`, 4_000);
  const [chosen, choose] = useState(null);
  if (!document) return html`<h1>${say("tournaments-one")}</h1><${Problem} problem=${problem} />`;
  const tabs = {
    ...(document.standings.length > 0 && { standings: say("tournaments-tab-standings") }),
    ...(document.teams && { teams: say("tournaments-tab-teams") }),
    ...(document.bracket && { bracket: say("tournaments-tab-bracket") }),
    ...(document.tables.length > 0 && { tables: say("tournaments-tab-tables") }),
    entrants: say("tournaments-tab-entrants"),
  };
  const tab = tabs[chosen] ? chosen : Object.keys(tabs)[0];
  if (isProjected) return html`<${Projector} id=${id} tournament=${document} tabs=${tabs} />`;
  return html`<div class="row spread"><${Title} tournament=${document} /><div class="row">
    <${Entry} cup=${cups.value.get(document.tournament)} />
    <a class="button" href=${`#/tournaments/${id}/projector`}>${say("tournaments-projector")}</a></div></div>
    <${Tabs} tabs=${tabs} chosen=${tab} onChoose=${choose} label=${say("tournaments-views")} />
    ${CSV[tab] && html`<div><a class="button small" download href=${`tournaments/${id}/${CSV[tab]}`}>${say("sharing-csv")}</a></div>`}
    <${Part} tournament=${document} part=${tab} />`;
}

/** Whether we are in it, and the way in and out. */
function Entry({ cup }) {
  const [mine] = entriesOf(cup);
  const [move, isBusy, problem] = useAction(() =>
    mine
      ? ask({ type: "tournament_leave", tournament: cup.tournament, ...(mine.bot && { bot: mine.bot }) })
      : ask({ type: "tournament_enter", tournament: cup.tournament }),
  );
  const leave = () => {
    const asked = cup.state === "open" ? "tournaments-leave-question" : "tournaments-leave-costs";
    if (confirm(say(asked, { title: cup.title }))) move();
  };
  const [surge, isAsked, refusal] = useAction(() =>
    ask({ type: "tournament_berserk", tournament: cup.tournament, on: !mine.berserk, ...(mine.bot && { bot: mine.bot }) }),
  );
  if (!cup || !(mine || cup.may_enter)) return null;
  return html`${
    mine
      ? html`<span class="chip live">${mine.bot ? botWords(mine.bot) : say("tournaments-in")}</span>${cup.berserk && cup.state !== "over" && html`
        <button class=${mine.berserk ? "chosen" : ""} aria-pressed=${Boolean(mine.berserk)} disabled=${isAsked} onClick=${surge}
          title=${say("tournaments-berserk-about")}>${say("tournaments-berserk")}</button>`
        }${cup.state !== "over" && html`
        <button disabled=${isBusy} onClick=${leave}>${say("tournaments-leave")}</button>`}`
      : html`<button class="primary" disabled=${isBusy} onClick=${move}>${say("tournaments-enter")}</button>`
  }<${Problem} problem=${problem ?? refusal} />`;
}

const Title = ({ tournament }) =>
  html`<div><div class="eyebrow">
    ${[
      faceOf(tournament.game).title,
      formatWords(tournament.format),
      stateWords(tournament.state),
      ...(tournament.released === undefined ? [] : [say("tournaments-released", { round: tournament.released })]),
    ].join(" · ")}</div><h1>${tournament.title}</h1></div>`;

const Part = ({ tournament, part }) =>
  part === "bracket"
    ? html`<${Bracket} tournament=${tournament} />`
    : part === "teams"
      ? html`<${Teams} tournament=${tournament} />`
    : part === "tables"
      ? html`<${Tables} tournament=${tournament} />`
      : part === "entrants"
        ? html`<${Entrants} tournament=${tournament} />`
        : html`<${Standings} tournament=${tournament} />`;

const Entrants = ({ tournament }) =>
  html`<div class="panel">${tournament.entrants.length === 0 && html`<p class="muted">${say("tournaments-nobody")}</p>`}
    <ol class="entrants">${tournament.entrants.map(({ entrant, bot, withdrawn }) => html`<li key=${entrant}>
    <${Icon} name=${bot ? "bot" : "person"} label=${bot ? say("tournaments-program") : say("tournaments-person")} /><span>${who(tournament, entrant)}</span>
    ${withdrawn && html`<span class="chip hot">${say("tournaments-withdrawn")}</span>`}</li>`)}</ol></div>`;

/** Who it is: a bot of the server as everywhere else, unless the tables call it otherwise. */
function who(tournament, entrant) {
  const { name = "…", bot } = tournament.entrants[entrant] ?? {};
  return bot === name ? botWords(name) : name;
}

const tieBreakWords = (name) =>
  isSaid(`tournaments-tie-${name}`) ? say(`tournaments-tie-${name}`) : name.replaceAll("_", " ");

function Standings({ tournament }) {
  return html`<${Scrolled} label=${say("tournaments-tab-standings")}><table><thead><tr>
    <th class="n narrow">${say("tournaments-place")}</th><th>${say("tournaments-entrant")}</th>
    <th class="n">${say("tournaments-score")}</th><th class="n">${say("tournaments-won")}</th>
    <th class="n">${say("tournaments-tab-tables")}</th>
    ${tournament.tie_breaks.map((name) => html`<th class="n">${tieBreakWords(name)}</th>`)}
    ${tournament.rating && html`<th class="n">${say("tournaments-performance")}</th>`}</tr></thead>
    <tbody>${tournament.standings.map((row) => html`<tr key=${row.entrant}><td class="n"><b>${row.place}</b></td><td>
      ${who(tournament, row.entrant)}${tournament.entrants[row.entrant]?.withdrawn && html` <span
      class="chip hot">${say("tournaments-withdrawn")}</span>`}</td><td class="n"><b>${row.score}</b></td><td class="n">${row.won}</td>
      <td class="n">${row.tables}</td>${row.tie_breaks.map((value) => html`<td class="n">${value}</td>`)}
      ${tournament.rating && html`<td class="n">${row.performance}</td>`}</tr>`)}
      </tbody></table><//>`;
}

function Teams({ tournament }) {
  return html`<${Scrolled} label=${say("tournaments-tab-teams")}><table><thead><tr>
    <th class="n narrow">${say("tournaments-place")}</th><th>${say("tournaments-team")}</th>
    <th class="n">${say("tournaments-score")}</th><th>${say("tournaments-boards")}</th></tr></thead><tbody>${tournament.teams.map((row) => html`<tr key=${row.team}>
      <td class="n"><b>${row.place}</b></td><td>${row.team}</td><td class="n"><b>${row.score}</b></td><td>
      ${row.boards.map(({ entrant, score }) => `${who(tournament, entrant)} ${score}`).join(", ")}</td></tr>`)}
      </tbody></table><//>`;
}

const STATE = { drawn: "", playing: "live", called: "hot", decided: "", bye: "" };

/** What a table that is called waits for. */
function waiting(tournament, { missing, waits_for_places: isFull }) {
  if (isFull) return say("tournaments-waits-for-places");
  if (!missing?.length) return "";
  return say("tournaments-waits-for", { names: missing.map((entrant) => who(tournament, entrant)).join(", ") });
}

function Tables({ tournament }) {
  const rounds = [...new Set(tournament.tables.map((table) => table.round))].sort((a, b) => b - a);
  return html`<div class="stack">${rounds.map(
    (round) =>
      html`<section key=${round}><h2 class="h3">${say("tournaments-round", { round })}</h2><div class="seat-list" style="margin-top:.6rem">
        ${tournament.tables
        .filter((table) => table.round === round)
        .map(
          (table) => html`<div class="pairing" key=${table.table}>
    ${table.entrants.map((entrant, i) => html`<div class=${table.places?.[i] === 1 ? "winner" : ""}><span>
      ${who(tournament, entrant)}</span><b class="number">${table.points?.[i] ?? ""}</b></div>`)}
    <div><span class=${`chip ${STATE[table.status] ?? ""}`}>
      ${isSaid(`tournaments-table-${table.status}`) ? say(`tournaments-table-${table.status}`) : table.status}</span><span class="row">
      ${(table.matches ?? []).map(({ match_id: id }, i, all) => html`<a key=${id} href=${`#/replay/${id}`}>
      ${all.length > 1 ? say("tournaments-replay-number", { number: i + 1 }) : say("tournaments-replay")}</a>`)}
      ${table.match_id && html`<a href=${`#/match/watch/${table.match_id}`}>${say("tournaments-watch")}</a>`}</span></div>
    ${waiting(tournament, table) && html`<div><span class="small muted">${waiting(tournament, table)}</span></div>`}</div>`,
        )}</div></section>`,
  )}</div>`;
}

/** Who will sit there: `winner of 2.1`, as the server names the table. */
function fromWords(from) {
  const [, who, table] = /^(winner|loser) of (.+)$/.exec(from ?? "") ?? [];
  if (!who) return from;
  return who === "winner" ? say("tournaments-winner-of", { table }) : say("tournaments-loser-of", { table });
}

function Bracket({ tournament }) {
  const third = tournament.bracket.find((pairing) => pairing.table === "T1");
  const pairings = tournament.bracket.filter((pairing) => pairing !== third);
  const rounds = [...new Set(pairings.map((pairing) => pairing.round))].sort((a, b) => a - b);
  const side = (pairing, one) =>
    html`<div class=${one.entrant !== undefined && pairing.winner === one.entrant ? "winner" : ""}><span>
      ${one.entrant === undefined ? html`<span class="faint">${fromWords(one.from)}</span>` : who(tournament, one.entrant)}</span>
      ${pairing.winner === one.entrant && one.entrant !== undefined && html`<b>✓</b>`}</div>`;
  const sizes = rounds.map((round) => pairings.filter((pairing) => pairing.round === round).length);
  const halves = sizes.every((size, i) => i === 0 || 2 * size === sizes[i - 1]);
  return html`<div class=${`bracket ${halves ? "halves" : ""}`} role="region" aria-label=${say("tournaments-tab-bracket")}
    tabindex="0">${rounds.map((round) => html`<div class="column" key=${round}><div class="eyebrow">
    ${round === rounds.at(-1) ? say("tournaments-final") : say("tournaments-round", { round })}</div><div class="round">
    ${pairings.filter((pairing) => pairing.round === round).map((pairing) => html`
    <div class="cell" key=${pairing.table}><div class="pairing">${pairing.sides.map((one) => side(pairing, one))}</div>
    </div>`)}</div></div>`)}
    </div>${third && html`<div class="third"><div class="eyebrow">${say("tournaments-third")}</div>
    <div class="pairing">${third.sides.map((one) => side(third, one))}</div></div>`}`;
}

const SHOWN_MS = 12_000;
const STEPS = { ArrowRight: 1, ArrowLeft: -1 };
const OVERLAP = 0.15; // of the window: what stood at its lower end is seen again at its upper one

/**
 * Large and by itself: the parts one after the other, for a hall, long ones a window at a time; arrows go on and back,
 * space holds, Escape leaves. `id` is the address it came from: that of a class has a key which its document does not tell.
 */
function Projector({ id, tournament, tabs }) {
  const back = `/tournaments/${encodeURIComponent(id)}`;
  const names = Object.keys(tabs);
  const [at, setAt] = useState(0);
  const [isHeld, hold] = useState(false);
  const box = useRef();
  const part = names.at(at % names.length);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setInterval(() => {
      const { scrollTop, clientHeight, scrollHeight } = box.current;
      if (scrollTop + clientHeight >= scrollHeight - 1) setAt(at + 1);
      else box.current.scrollTop += (1 - OVERLAP) * clientHeight;
    }, SHOWN_MS);
    return () => clearInterval(timer);
  }, [at, isHeld]);
  useLayoutEffect(() => {
    box.current.scrollTop = 0;
  }, [at]);
  useKeys((event) => {
    if (event.key === "Escape") location.hash = back;
    else if (STEPS[event.key]) setAt(at + STEPS[event.key]);
    else if (event.key === " ") hold(!isHeld);
    else return;
    event.preventDefault();
  });
  return html`<div class="projector stack" ref=${box}><div class="row spread"><${Title} tournament=${tournament} />
    <a class="button quiet" href=${`#${back}`}>${say("tournaments-close")}</a></div>
    <div class="row spread"><h2>${tabs[part]}</h2><span class="row">${isHeld && html`<span class="chip">${say("tournaments-held")}</span>`}
      <span class="parts" aria-hidden="true">${names.map((name) => html`
      <i key=${name} class=${name === part ? "now" : ""}></i>`)}</span></span></div>
    <${Part} tournament=${tournament} part=${part} /></div>`;
}
