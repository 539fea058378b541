// My games: what waits for me, what runs, and what is over, in one list.
import { html, useEffect } from "../ui/ui.js";
import { Problem, useAction, useCountdown } from "../ui/parts.js";
import { ask, botNames, matches, playHere } from "../net/app.js";
import { isMineCut, isMineKnown, lookUp, mine } from "../net/mine.js";
import { keyOf } from "../model/mine.js";
import { counted, shownName } from "../model/naming.js";
import { clockWords } from "../model/options.js";
import { drawn, listed, say } from "../words/words.js";
import { ago } from "../model/time.js";
import { Mark, faceOf, roomTitle } from "../games/faces.js";

const PARTS = ["turn", "waiting", "room", "seek", "over"];

export function Mine() {
  const [look, , problem] = useAction(lookUp);
  useEffect(() => {
    look();
  }, []);
  const parts = PARTS.map((state) => [state, say(`mine-part-${state}`), mine.value.filter((item) => item.state === state)]);
  return html`<div class="row spread"><h1>${say("frame-mine")}</h1><a class="button small" href="#/people">${say("people-mine")}</a></div>
    <${Problem} problem=${problem} />
    ${!mine.value.length && html`<p class="muted">${isMineKnown.value ? drawn("mine-none", { lobby: html`<a href="#/lobby">${say("frame-lobby")}</a>` }) : say("mine-looking")}</p>`}
    ${parts.filter(([, , items]) => items.length).map(([state, title, items]) => html`
      <section key=${state} class="stack mine-part" aria-labelledby=${`mine-${state}`}>
        <h2 id=${`mine-${state}`}>${title} <span class="chip number">${items.length}</span></h2>
        <ul class="mine-list">${items.map((item) => html`<${Game} key=${keyOf(item)} item=${item} />`)}</ul>
      </section>`)}
    ${isMineCut.value && html`<p class="muted small">
      ${drawn("mine-cut", { replays: html`<a href="#/replays">${say("frame-replays")}</a>` })}</p>`}`;
}

function Game({ item }) {
  const [run, isBusy, problem] = useAction(() => unseek(item.ticket));
  return html`<li class=${`mine-game ${item.state}`}>
    <${Mark} game=${item.game} />
    <div class="grow"><div class="title">${titleOf(item)}</div><div class="tiny faint">${factsOf(item).join(" · ")}</div>
      <${Problem} problem=${problem} /></div>
    ${item.state === "turn" && item.due !== undefined && html`<${TimeLeft} due=${item.due} />`}
    <${Way} item=${item} run=${run} isBusy=${isBusy} />
  </li>`;
}

function TimeLeft({ due }) {
  const { words } = useCountdown(() => due - performance.now());
  return html`<span class="chip number" role="timer">${drawn("mine-left", { time: words })}</span>`;
}

/** Where one goes from here. */
function Way({ item, run, isBusy }) {
  const { state, match_id: match, room, ticket } = item;
  if (ticket) return html`<button class="small" disabled=${isBusy} onClick=${run}>${say("mine-stop")}</button>`;
  if (state === "over") return html`<a class="button small" href=${`#/replay/${match}`}>${say("mine-replay")}</a>`;
  if (state === "room") return html`<a class="button small" href=${`#/room/${room}`}>${say("mine-to-room")}</a>`;
  if (matches.value.has(match))
    return html`<a class=${`button small ${state === "turn" ? "primary" : ""}`} href=${`#/match/${match}`}>
      ${state === "turn" ? say("mine-play") : say("mine-look")}</a>`;
  return html`<button class="small" onClick=${() => playHere(match)}>${say("mine-here")}</button>`;
}

async function unseek(ticket) {
  await ask({ type: "unseek", ticket });
  await lookUp();
}

const titleOf = ({ game, title, players = [], seat }) => {
  const others = counted(players.filter((name, i) => name && i !== seat).map((name) => shownName(name, botNames.value)));
  return others.length ? say("mine-with", { game: faceOf(game).title, others: listed(others) }) : title ? roomTitle({ title, game }) : faceOf(game).title;
};

function factsOf({ game, state, title, clock, places, seat, at_ms: at, players = [], room, here, match_id: match }) {
  const facts = [players.some((name, i) => name && i !== seat) && title ? roomTitle({ title, game }) : faceOf(game).title];
  if (room) facts.push(room);
  if (clock) facts.push(clockWords(clock));
  if (state === "room") facts.push(say("mine-free", { free: players.filter((name) => !name).length, count: players.length }));
  if (places?.length) facts.push(say("mine-place", { place: places[seat], count: places.length }));
  if (at) facts.push(ago(Date.now() - at));
  if (here === false && !matches.value.has(match)) facts.push(say("mine-elsewhere"));
  return facts;
}
