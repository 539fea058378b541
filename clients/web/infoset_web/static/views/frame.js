// The frame around every view: where one can go, who one is, whether the server is there.
import { html, useRef, useState } from "../ui/ui.js";
import { Icon } from "../ui/icons.js";
import { Menu } from "../ui/menu.js";
import { Dialog, Select, useChosenSeen } from "../ui/parts.js";
import {
  account,
  announcement,
  botNames,
  calls,
  change,
  elsewhere,
  go,
  logOut,
  makeRoom,
  me,
  phase,
  queued,
  roomOf,
  rooms,
  route,
  running,
  settings,
  toasts,
  unanswered,
  untoast,
} from "../net/app.js";
import { play } from "../net/hearing.js";
import { turns } from "../net/mine.js";
import { Alerts } from "./alerts.js";
import { Mine } from "./mine.js";
import { People } from "./people.js";
import { HandOver } from "./moving.js";
import { Door } from "./door.js";
import { Lobby } from "./lobby.js";
import { Room } from "./room.js";
import { Match } from "./match.js";
import { Overlay } from "./overlay.js";
import { Replays } from "./replays.js";
import { Film } from "./film.js";
import { Replay, ReplayResult, ReplayReview } from "./replay.js";
import { Ladder } from "./ladder.js";
import { AbTests } from "./abtests.js";
import { Tournaments } from "./tournaments.js";
import { Learn } from "./learn.js";
import { Gone } from "./handover.js";
import { Console } from "./console.js";
import { Webhooks } from "./webhooks.js";
import { KeptAway } from "./kept_away.js";
import { rematchesOf } from "../model/rooms.js";
import { counted, shownName } from "../model/naming.js";
import { paceWords } from "../model/wording.js";
import { AUTO, languages, nameOf } from "../net/languages.js";
import { faceOf } from "../games/faces.js";
import { root } from "../ui/root.js";
import { listed, say } from "../words/words.js";

const VIEWS = {
  lobby: Lobby,
  mine: Mine,
  people: People,
  room: Room,
  match: Match,
  replays: Replays,
  replay: Replay,
  review: ReplayReview,
  result: ReplayResult,
  film: Film,
  ladder: Ladder,
  tournaments: Tournaments,
  abtests: AbTests,
  learn: Learn,
  console: Console,
  webhooks: Webhooks,
};
const WIDE = new Set(["match", "replay", "review", "result", "film"]);
const STAYS = new Set(["learn"]); // one list of tabs for all of its places: whoever walks along it keeps the place

function places(scopes) {
  const all = [
    ["lobby", say("frame-lobby")],
    ["mine", say("frame-mine")],
    ["replays", say("frame-replays")],
    ["ladder", say("frame-ladder")],
    ["tournaments", say("frame-tournaments")],
    ["learn", say("frame-learn")],
  ];
  const mayOrganise = scopes.includes("organise") || scopes.includes("admin");
  return mayOrganise ? [...all, ["abtests", say("frame-abtests")], ["console", say("frame-console")]] : all;
}

export function Frame() {
  if (route.value.page === "overlay") return html`<${Overlay} key=${route.value.at[0]} at=${route.value.at} />`;
  if (!me.value) return html`<${Door} /><${Toasts} />`;
  if (phase.value === "elsewhere") return html`<${Gone} /><${Toasts} />`;
  const { page, at } = route.value;
  const View = VIEWS[page] ?? Lobby;
  return html`
    <div class="frame-top">
      <${Head} />
      <${Trouble} />
      <${Calls} />
      <${Rematches} />
      ${announcement.value && html`<div class="announcement" role="alert"><span class="grow">${announcement.value}</span>
        <button class="quiet round" aria-label=${say("frame-dismiss")} onClick=${() => (announcement.value = null)}>✕</button></div>`}
    </div>
    <main class=${WIDE.has(page) ? "wide" : ""}>
      <${View} key=${STAYS.has(page) ? page : page + at.join("/")} at=${at} /></main>
    <${Toasts} />`;
}

/** What is wrong with the connection, while something is. */
function Trouble() {
  const said = phase.value === "away" ? say("frame-cut") : unanswered.value ? say("frame-late") : "";
  return said && html`<div class="away-bar" role="status">${said}</div>`;
}

/** The way to tables at which one is waited for, until one is there. */
function Calls() {
  const { page, at } = route.value;
  const elsewhere = calls().filter(({ room }) => page !== "room" || at[0] !== room);
  return elsewhere.map(
    ({ room, text }) => html`<div key=${room} class="call-bar" role="alert"><span class="grow">${text}</span>
      <a class="button primary" href=${`#/room/${room}`}>${say("frame-to-table")}</a></div>`,
  );
}

/** The way to rooms in which others want to play again, for whoever does not see that where they are. */
function Rematches() {
  const { page, at } = route.value;
  const here = page === "room" ? at[0] : page === "match" ? roomOf(at[0])?.room : undefined;
  return rematchesOf(rooms.value, me.value.user)
    .filter(({ room }) => room !== here)
    .map(({ room, names }) => html`<div key=${room} class="call-bar" role="status"><span class="grow">
      ${say("match-want-rematch", { names: listed(names), count: names.length })}</span>
      <a class="button primary" href=${`#/room/${room}`}>${say("match-to-room")}</a></div>`);
}

/** The way to the matches that we play: to one at once, to several by a list. */
function Running({ matches }) {
  if (matches.length < 2)
    return matches.map(
      ({ id }) => html`<a key=${id} class="button small primary" href=${`#/match/${id}`}>${say("frame-to-match")}</a>`,
    );
  const items = matches.map(({ id, game, seats, seat, decision }) => ({
    value: id,
    words: say("frame-running", {
      game: faceOf(game).title,
      others: listed(counted(seats.value.filter((_, i) => i !== seat).map(({ name }) => shownName(name, botNames.value)))),
      mine: decision.value ? "yes" : "no",
    }),
  }));
  return html`<${Menu} title=${say("frame-matches", { count: matches.length })} items=${items} isSmall=${true}
    onChoose=${(id) => go("match", id)} />`;
}

function Head() {
  const [isOpen, open] = useState(false);
  const here = route.value;
  const nav = useRef();
  useChosenSeen(nav, here.page);
  return html`<header class=${`frame-head ${WIDE.has(here.page) ? "slim" : ""}`}>
    <a class="brand" href="#/lobby" aria-label=${say("frame-brand")}>
      <img src=${`${root}/logo.svg`} alt="" /><span>Infoset</span></a>
    <nav class="frame-nav" aria-label=${say("frame-pages")} ref=${nav}>
      ${places(me.value.scopes).map(([page, title]) => html`
        <a key=${page} href=${`#/${page}`} aria-current=${here.page === page ? "page" : undefined}>${title}
          ${page === "mine" && turns.value.length > 0 && html`<span class="badge number" role="img"
            aria-label=${say("mine-waiting-for-you", { count: turns.value.length })}>${turns.value.length}</span>`}</a>`)}
    </nav>
    <div class="frame-state">
      ${queued.value && here.page !== "ladder" && html`
        <a class="button small" href=${`#/ladder/${queued.value.ladder}`}>${say("frame-queued")}</a>`}
      ${here.page !== "room" && [...rooms.value.values()].slice(-1).map((room) => html`
        <a class="button small" href=${`#/room/${room.room}`}>${say("frame-room", { room: room.room })}</a>`)}
      ${(here.page !== "match" || running.value.length > 1) && html`<${Running} matches=${running.value} />`}
      ${here.page !== "match" && !running.value.length && elsewhere.value.slice(-1).map((id) => html`
        <a class="button small" href=${`#/match/${id}`}>${say("frame-elsewhere")}</a>`)}
      <a class="who" href="#/people" title=${say("people-mine")}>${me.value.name}</a>
      <button class="quiet round" aria-label=${say("frame-settings")} onClick=${() => open(true)}><${Icon} name="gear" /></button>
      <${Loudness} />
    </div>
    ${isOpen && html`<${Settings} onClose=${() => open(false)} />`}
  </header>`;
}

/** Sounds, off and on in one press. */
function Loudness() {
  const isOn = settings.value.sound === "on";
  const press = () => {
    change("sound", isOn ? "off" : "on");
    play("place"); // as loud as they are
  };
  return html`<button class="quiet round" aria-label=${say("frame-sounds")} aria-pressed=${isOn} title=${isOn ? say("frame-sounds-on") : say("frame-sounds-off")}
    onClick=${press}><${Icon} name=${isOn ? "sound" : "silence"} /></button>`;
}

function Choice({ title, name, choices }) {
  return html`<fieldset class="choice"><legend>${title}</legend><div class="row">
    ${Object.entries(choices).map(
      ([value, words]) =>
        html`<label key=${value} class="check"><input type="radio" name=${name}
          checked=${settings.value[name] === value} onChange=${() => change(name, value)} />${words}</label>`,
    )}</div></fieldset>`;
}

/** The words of each value. */
const named = (wordsOf, ...values) => Object.fromEntries(values.map((one) => [one, wordsOf(one)]));

function Settings({ onClose }) {
  const isPupil = account.value?.isPupil;
  return html`<${Dialog} title=${say("frame-settings")} onClose=${onClose}>
    <${Languages} />
    <${Choice} title=${say("frame-theme")} name="theme" choices=${named((one) => say(`frame-theme-${one}`), "auto", "light", "dark")} />
    <${Choice} title=${say("frame-text")} name="text" choices=${named((one) => say(`frame-text-${one}`), "normal", "large")} />
    <${Choice} title=${say("frame-pace")} name="pace" choices=${paceWords()} />
    <${Choice} title=${say("frame-motion")} name="motion" choices=${named((one) => say(`frame-motion-${one}`), "on", "off")} />
    <${Choice} title=${say("frame-confirm")} name="confirm"
      choices=${named((one) => say(`frame-confirm-${one}`), "slips", "always", "never")} />
    <${Choice} title=${say("frame-only")} name="only" choices=${named((one) => say(`frame-only-${one}`), "ask", "send")} />
    <${Alerts} />
    <${HandOver} />
    <${KeptAway} />
    <div class="row spread"><span class="muted small">${say("frame-who", { name: me.value.name, server: me.value.server })}</span>
      <span class="row">${isPupil && html`<button onClick=${() => {
      onClose();
      makeRoom();
    }}>${say("frame-make-room")}</button>`}
      <button class="danger" onClick=${() => {
      if (isPupil && !confirm(say("frame-log-out-pupil"))) return;
      onClose();
      logOut();
    }}>${say("frame-log-out")}</button></span></div>
  <//>`;
}

/** The browser's language, or one of those that there are: each is called what its speakers call it. */
function Languages() {
  const choices = [[AUTO, say("frame-language-auto")], ...languages().map((one) => [one, nameOf(one)])];
  return html`<${Select} title=${say("frame-language")} name="language" value=${settings.value.language} choices=${choices}
    onChange=${(value) => change("language", value)} />`;
}

const Toasts = () =>
  html`<div class="toasts" role="status" aria-live="polite">
    ${toasts.value.map(({ id, text, kind }) => html`<div key=${id} class=${`toast ${kind}`}><span>${text}</span>
      <button class="quiet" aria-label=${say("frame-dismiss")} onClick=${() => untoast(id)}>✕</button></div>`)}
  </div>`;
