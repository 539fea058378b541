// The lobby: games on offer, and the rooms of everybody. Draws only the rows in view, however many there are.
import { html, useEffect, useMemo, useRef, useState } from "../ui/ui.js";
import { Icon } from "../ui/icons.js";
import { Dialog, Problem, useAction, useTicks } from "../ui/parts.js";
import {
  PATIENCE_MS,
  ask,
  bots,
  games,
  go,
  isLobbyKnown,
  lobby,
  seekOpponents,
  seeks,
  unseek,
  usualClock,
  watchLobby,
} from "../net/app.js";
import { openSeats, peopleOf, wanted, windowOf } from "../model/rooms.js";
import { clockWords } from "../model/options.js";
import { Mark, faceOf, roomTitle } from "../games/faces.js";
import { NewRoom } from "./new_room.js";
import { say } from "../words/words.js";

const ROW_REM = 3.6;

export function Lobby() {
  const [making, make] = useState(null);
  const [joining, join] = useState(false);
  useEffect(() => {
    watchLobby(true);
    return () => watchLobby(false);
  }, []);
  return html`<h1 class="hidden-text">${say("lobby-title")}</h1>
    <section class="stack" aria-labelledby="offer">
      <h2 id="offer">${say("lobby-offer")}</h2>
      <div class="games-offer">${[...games.value.values()].map((game) => html`
        <${GameCard} key=${game.game} game=${game} onNew=${() => make(game.game)} />`)}</div>
    </section>
    <section class="stack grow" aria-labelledby="rooms">
      <div class="row spread"><h2 id="rooms">${say("lobby-rooms")}</h2>
        <div class="row"><button onClick=${() => join(true)}>${say("lobby-join-code")}</button>
          <button class="primary" onClick=${() => make([...games.value.keys()][0])}>${say("lobby-new-room")}</button></div></div>
      <${RoomList} />
    </section>
    ${making && html`<${NewRoom} game=${making} onClose=${() => make(null)} />`}
    ${joining && html`<${JoinByCode} onClose=${() => join(false)} />`}`;
}

function GameCard({ game, onNew }) {
  const face = faceOf(game.game);
  const [play, isBusy, problem] = useAction(async () => {
    const { room } = await ask({
      type: "create_room",
      game: game.game,
      title: say("lobby-against-bots", { game: face.title }),
      clock: { kind: "none" },
    });
    await ask({ type: "sit", room: room.room, seat: 0 });
    go("room", room.room);
    await ask({ type: "start", room: room.room });
  });
  return html`<article class="game-card" aria-label=${face.title}>
    <${face.Cover} />
    <div class="body">
      <div class="row spread"><h3>${face.title}</h3><span class="chip">${seatsWords(game.seats)}</span></div>
      <p>${face.about}</p>
      <div class="ways">
        <button class="primary" disabled=${isBusy || !bots.value.length} onClick=${play}>${say("lobby-play-now")}</button>
        ${face.hasGuide && html`<button onClick=${() => go("learn", "game", game.game)}>${say("lobby-learn")}</button>`}
        <${Opponents} game=${game.game} />
        <button onClick=${onNew}>${say("lobby-set-up")}</button>
      </div>
      <p class="terms">${seekWords()}</p>
      <${Problem} problem=${problem} />
    </div>
  </article>`;
}

/** Waits for others who want the same game; after a while bots take the empty seats. */
function Opponents({ game }) {
  const sought = seeks.value.get(game);
  const [seek, isBusy, problem] = useAction(() => (sought ? unseek(game) : seekOpponents(game)));
  useTicks(1000, Boolean(sought));
  const wait = sought && Math.max(0, Math.ceil((sought.endsAt - performance.now()) / 1000));
  return html`<button class=${sought ? "chosen" : ""} disabled=${isBusy} aria-pressed=${Boolean(sought)}
    onClick=${seek}>
    ${sought ? say("lobby-looking", { seconds: wait }) : say("lobby-find-opponents")}</button><${Problem} problem=${problem} />`;
}

/** By which clock opponents that are found play, and how long they are waited for. */
function seekWords() {
  const seconds = PATIENCE_MS / 1000;
  if (!usualClock.value) return say("lobby-terms", { seconds });
  return say("lobby-terms-clock", { clock: clockWords(usualClock.value), seconds });
}

/** Where a game can be played alone, that is for its lessons: at a table there are as many as there may be. */
const seatsWords = ([least, most]) =>
  least === most || least < 2 ? say("lobby-seats", { count: most }) : say("lobby-seats-range", { least, most });

function RoomList() {
  const [filter, setFilter] = useState({ game: "", text: "", status: "" });
  const found = useMemo(() => wanted(lobby.value, filter), [lobby.value, filter]);
  const set = (name) => (event) => setFilter({ ...filter, [name]: event.target.value });
  return html`
    <div class="lobby-bar">
      <label class="field grow"><span>${say("lobby-find")}</span><input type="search" placeholder=${say("lobby-find-what")}
        value=${filter.text} onInput=${set("text")} /></label>
      <label class="field"><span>${say("lobby-game")}</span><select value=${filter.game} onChange=${set("game")}>
        <option value="">${say("lobby-all")}</option>
        ${[...games.value.keys()].map((game) => html`<option value=${game}>${faceOf(game).title}</option>`)}</select>
          </label>
      <label class="field"><span>${say("lobby-state")}</span><select value=${filter.status} onChange=${set("status")}>
        <option value="">${say("lobby-all")}</option><option value="open">${say("lobby-seats-free")}</option>
        <option value="playing">${say("lobby-playing")}</option>
        </select></label>
      <span class="chip number" role="status">${say("lobby-shown", { shown: found.length, all: lobby.value.size })}</span>
    </div>
    <${Rows} rooms=${found} />`;
}

function Rows({ rooms }) {
  const box = useRef();
  const [view, setView] = useState({ top: 0, visible: 900, height: 56 });
  const measure = () => {
    if (!box.current) return;
    const height = ROW_REM * parseFloat(getComputedStyle(document.documentElement).fontSize);
    setView({ top: box.current.scrollTop, visible: box.current.clientHeight, height });
  };
  useEffect(() => {
    const watcher = new ResizeObserver(measure);
    watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);
  const { first, last } = windowOf({ ...view, count: rooms.length });
  return html`<div class="rooms" ref=${box} onScroll=${measure} role=${rooms.length ? "list" : undefined}
    aria-label=${rooms.length ? say("lobby-rooms") : undefined} tabindex="0">
    <div style=${{ height: `${Math.max(rooms.length, 2) * view.height}px`, position: "relative" }}>
      ${rooms.length === 0 && html`<p class="muted" style="padding:1.2rem">
        ${isLobbyKnown.value ? say("lobby-empty") : say("lobby-looking-rooms")}</p>`}
      ${rooms.slice(first, last).map((room, i) => html`<${RoomLine} key=${room.room} room=${room}
        top=${(first + i) * view.height} height=${view.height} />`)}
    </div>
  </div>`;
}

function RoomLine({ room, top, height }) {
  const free = openSeats(room);
  const isPlaying = room.status === "playing";
  const watches = isPlaying && room.watch !== "off";
  const [act, isBusy, problem] = useAction(async () => {
    if (watches) return go("match", "watch", room.match_id);
    await ask({ type: "join", room: room.room, any_seat: free > 0 && !isPlaying });
    return go("room", room.room);
  });
  return html`<div class="room-line" role="listitem" style=${{ top: `${top}px`, height: `${height}px` }}>
    <${Mark} game=${room.game} />
    <div class="grow"><div class="title" title=${room.title}>${roomTitle(room)}</div>
      ${problem ? html`<${Problem} problem=${problem} />` : html`<div class="tiny faint">
        ${faceOf(room.game).title} · ${room.room} · ${clockWords(room.clock)}</div>`}</div>
    <div class="seats wide-only" role="img"
      aria-label=${say("lobby-taken", { taken: room.seats.length - free, all: room.seats.length })}>
      ${room.seats.map((seat) => html`<i class=${seat.kind === "human" ? "taken" : seat.kind === "bot" ? "bot" : ""}
        title=${seat.name ?? (seat.kind === "open" ? say("lobby-seats-free") : seat.kind)}></i>`)}<span class="names tiny faint">${peopleOf(room).join(", ")}</span></div>
    <div class="wide-only">
      <span class=${`chip ${isPlaying ? "live" : free ? "accent" : ""}`}>
      ${isPlaying ? say("lobby-playing") : free ? say("lobby-free", { count: free }) : say("lobby-full")}</span></div>
    <button class="small" disabled=${isBusy} onClick=${act}>${watches ? html`
      <${Icon} name="eye" />${say("lobby-watch")}` : free && !isPlaying ? say("lobby-sit") : say("lobby-enter")}</button>
  </div>`;
}

function JoinByCode({ onClose }) {
  const [room, setRoom] = useState("");
  const [code, setCode] = useState("");
  const [run, isBusy, problem] = useAction(async () => {
    const joined = await ask({ type: "join", room: room.trim(), ...(code.trim() && { code: code.trim() }) });
    onClose();
    go("room", joined.room.room);
  });
  return html`<${Dialog} title=${say("lobby-join-title")} onClose=${onClose}>
    <form class="stack" onSubmit=${(event) => {
      event.preventDefault();
      run();
    }}>
      <label class="field"><span>${say("lobby-join-room")}</span><input name="room" value=${room} maxlength="64"
        autocomplete="off" placeholder="R7K2" onInput=${(event) => setRoom(event.target.value)} /></label>
      <label class="field"><span>${say("lobby-join-secret")}</span>
        <input name="code" value=${code} autocapitalize="none" autocomplete="off" spellcheck=${false}
        placeholder="c_X8CHq" onInput=${(event) => setCode(event.target.value)} /></label>
      <button class="primary" disabled=${isBusy || !room.trim()}>${say("lobby-join")}</button>
      <${Problem} problem=${problem} />
    </form>
  <//>`;
}
