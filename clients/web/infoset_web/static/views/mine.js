// My games: what waits for me, what runs, and what is over, in one list.
import { html, useEffect } from "../ui/ui.js";
import { Problem, useAction, useTicks } from "../ui/parts.js";
import { ask, matches, playHere } from "../net/app.js";
import { isMineCut, isMineKnown, lookUp, mine } from "../net/mine.js";
import { keyOf } from "../model/mine.js";
import { clockWords } from "../model/options.js";
import { ago, left } from "../model/time.js";
import { Mark, faceOf } from "../games/faces.js";

const PARTS = [
  ["turn", "Your turn"],
  ["waiting", "Others' turn"],
  ["room", "Rooms"],
  ["seek", "Looking for opponents"],
  ["over", "Over"],
];

export function Mine() {
  const [look, , problem] = useAction(lookUp);
  useEffect(() => {
    look();
  }, []);
  useTicks(1000, mine.value.some(({ due }) => due !== undefined));
  const parts = PARTS.map(([state, title]) => [state, title, mine.value.filter((item) => item.state === state)]);
  return html`<h1>My games</h1>
    <${Problem} problem=${problem} />
    ${!mine.value.length && html`<p class="muted">${isMineKnown.value ? html`
      Nothing runs or waits. <a href="#/lobby">The lobby</a> has games for you.` : "Looking …"}</p>`}
    ${parts.filter(([, , items]) => items.length).map(([state, title, items]) => html`
      <section key=${state} class="stack mine-part" aria-labelledby=${`mine-${state}`}>
        <h2 id=${`mine-${state}`}>${title} <span class="chip number">${items.length}</span></h2>
        <ul class="mine-list">${items.map((item) => html`<${Game} key=${keyOf(item)} item=${item} />`)}</ul>
      </section>`)}
    ${isMineCut.value && html`<p class="muted small">There is more than fits here.
      <a href="#/replays">Replays</a> have everything that is over.</p>`}`;
}

function Game({ item }) {
  const [run, isBusy, problem] = useAction(() => unseek(item.ticket));
  return html`<li class=${`mine-game ${item.state}`}>
    <${Mark} game=${item.game} />
    <div class="grow"><div class="title">${titleOf(item)}</div><div class="tiny faint">${factsOf(item).join(" · ")}</div>
      <${Problem} problem=${problem} /></div>
    ${item.state === "turn" && item.due !== undefined && html`<span class="chip number" role="timer">
      ${left(item.due - performance.now())} left</span>`}
    <${Way} item=${item} run=${run} isBusy=${isBusy} />
  </li>`;
}

/** Where one goes from here. */
function Way({ item, run, isBusy }) {
  const { state, match_id: match, room, ticket } = item;
  if (ticket) return html`<button class="small" disabled=${isBusy} onClick=${run}>Stop looking</button>`;
  if (state === "over") return html`<a class="button small" href=${`#/replay/${match}`}>Replay</a>`;
  if (state === "room") return html`<a class="button small" href=${`#/room/${room}`}>To the room</a>`;
  if (matches.value.has(match))
    return html`<a class=${`button small ${state === "turn" ? "primary" : ""}`} href=${`#/match/${match}`}>
      ${state === "turn" ? "Play" : "Look"}</a>`;
  return html`<button class="small" onClick=${() => playHere(match)}>Go on here</button>`;
}

async function unseek(ticket) {
  await ask({ type: "unseek", ticket });
  await lookUp();
}

const titleOf = ({ game, title, players = [], seat }) => {
  const others = players.filter((name, i) => name && i !== seat);
  return others.length ? `${faceOf(game).title} with ${others.join(", ")}` : title || faceOf(game).title;
};

function factsOf({ game, state, title, clock, places, seat, at_ms: at, players = [], room, here, match_id: match }) {
  const facts = [players.some((name, i) => name && i !== seat) && title ? title : faceOf(game).title];
  if (room) facts.push(room);
  if (clock) facts.push(clockWords(clock));
  if (state === "room") facts.push(`${players.filter((name) => !name).length} of ${players.length} seats free`);
  if (places?.length) facts.push(`${ordinal(places[seat])} of ${places.length}`);
  if (at) facts.push(ago(Date.now() - at));
  if (here === false && !matches.value.has(match)) facts.push("in another window or on another device");
  return facts;
}

const ordinal = (place) => ({ 1: "1st", 2: "2nd", 3: "3rd" })[place] ?? `${place}th`;
