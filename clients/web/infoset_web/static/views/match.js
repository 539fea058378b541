// A match on the screen: whose turn it is, the board, what to decide, what has happened. The game's view does the rest.
import { html, useEffect, useRef, useState } from "../ui/ui.js";
import { Icon } from "../ui/icons.js";
import { useMotion } from "../ui/motion.js";
import { Dialog, Problem, SeatName, Tabs, useAction, useCountdown, useInView, useKeys } from "../ui/parts.js";
import { ask, change, dropMatch, go, guided, listedRoom, matches, me, playHere, ratings, roomOf, settings, talkOf, talkPlace, toast } from "../net/app.js";
import { choices } from "../model/legal.js";
import { wordsOf } from "../model/refusals.js";
import { botWords, nameOf } from "../model/naming.js";
import { paceWords, winWords } from "../model/wording.js";
import { faceOf } from "../games/faces.js";
import { viewOf } from "../games/index.js";
import { Chat } from "./chat.js";
import { Confirm, Only, useDeciding } from "./deciding.js";
import { Guide, guideOf } from "./guide.js";
import { Known, isKnowing, useKnown } from "./known.js";
import { Missing, useReplayInstead } from "./handover.js";
import { Log } from "./log.js";
import { SavePicture } from "./save_picture.js";
import { Undo, undo } from "./undo.js";
import { isSaid, listed, say } from "../words/words.js";

const LAST_MS = 700; // before the time is up, for the way to the server

export function Match({ at: [first, second] }) {
  const isWatching = first === "watch";
  const id = isWatching ? second : first;
  const match = matches.value.get(id);
  const [problem, setProblem] = useState(null);
  const [listed, setListed] = useState(); // the room, of a match that is watched
  useEffect(() => {
    if (!isWatching) return;
    if (!match) ask({ type: "watch", match_id: id }).catch((refused) => setProblem(refused));
    listedRoom(id).then(setListed, () => {}); // a match that is not listed is watched all the same
  }, [id, me.value.session]); // a new session watches nothing
  useEffect(
    () => () => {
      if (isWatching && !matches.value.get(id)?.over.value) {
        ask({ type: "unwatch", match_id: id }).catch(() => {});
        dropMatch(id);
      }
    },
    [id],
  );
  useReplayInstead(id, problem !== null);
  if (!match) {
    return html`<div class="panel stack" style="margin:2rem auto"><h1 class="h2">${say("match-title")}</h1>${isWatching ? html`
      <${Problem} problem=${problem} />${!problem && html`<p class="muted">${say("frame-looking")}</p>`}` : html`
      <${Missing} id=${id} />`}<div><a class="button" href="#/lobby">${say("room-to-lobby")}</a></div></div>`;
  }
  return html`<${Table} key=${id} match=${match} isDelayed=${listed?.watch === "delayed"} />`;
}

/** Everything a game's view needs, of a match that goes on. */
export function tableOf(match, deciding) {
  const seats = match.seats.value;
  const { number } = deciding;
  const draft = match.draft.value.decision === number ? match.draft.value : {};
  const prepare = (change) => (match.draft.value = { ...draft, ...change, decision: number });
  return {
    ...deciding,
    draft,
    prepare,
    match,
    game: match.game,
    obs: match.obs.value,
    consts: match.consts,
    options: match.options,
    decision: match.decision.value,
    sealed: match.sealed.value,
    last: match.last.value,
    seat: match.seat,
    seats,
    name: (seat) => (match.isPlayer && seat === match.seat ? say("match-you") : nameOf(seats, seat)),
    over: match.over.value,
  };
}

function Table({ match, isDelayed }) {
  const deciding = useDeciding(match);
  const isGuided = guided.value.has(roomOf(match.id)?.room);
  const [side, setSide] = useState(isGuided ? "guide" : settings.value.known === "on" && match.isPlayer ? "know" : "log");
  const [isSideOpen, openSide] = useState(isGuided);
  const aside = useInView(isSideOpen);
  const toggleSide = () => openSide(!isSideOpen);
  const board = useRef();
  const heard = useRef(talkOf({ match_id: match.id }).length); // lines of talk that were in view, or said before
  const t = tableOf(match, deciding);
  const view = viewOf(match.game);
  match.follow(view.deciders);
  useLastMoment(t, view);
  useKnown(match);
  useKeys((event) => {
    if (talksInstead(event, aside.current)) return;
    if (t.held && event.key === "Enter") return void t.confirm();
    if (t.held && event.key !== "Tab") t.release();
    if (t.held && event.key === "Escape") return;
    const byKey = { ...t, act: t.press };
    if (view.keys?.(event, byKey)) return;
    if (event.key.toLowerCase() === "u") takeBack(match);
    if (event.key === "Escape") match.leaveSealed();
    const number = Number(event.key);
    if (t.decision && !t.isBusy && number >= 1 && t.decision.legal.kind !== "product") {
      const choice = choices(t.decision)[number - 1];
      if (choice) byKey.act({ index: choice.index });
    }
    if (event.key === "Enter" && match.isBehind.value) match.hurry();
  });
  useMotion(board, t.obs, Boolean(t.obs) && settings.value.motion === "on" && settings.value.pace !== "instant");
  if (!t.obs) return html`<p class="muted" style="padding:2rem">${say("match-board-comes")}</p>`;
  const said = talkOf({ match_id: match.id }).length;
  if (side === "chat") heard.current = said;
  const tabs = {
    log: say("match-tab-log"),
    ...((view.Aside || isKnowing(match)) && { know: match.isPlayer ? say("match-tab-know") : say("match-tab-known") }),
    ...(guideOf(match.game) && match.isPlayer && { guide: say("match-tab-guide") }),
    chat: said > heard.current ? say("match-tab-talk-new", { count: said - heard.current }) : say("match-tab-talk"),
  };
  return html`<div class=${`table game-${match.game} ${isSideOpen ? "side-open" : ""}`} ...${t.hands}>
    <${TableHead} t=${t} view=${view} isDelayed=${isDelayed} onSide=${toggleSide} />
    <div class="table-body">
      <section class="board-area" aria-label=${say("match-board")} ref=${board}><${view.Board} t=${t} /></section>
      <aside class=${`side ${isSideOpen ? "open" : ""}`} ref=${aside}>
        <${Tabs} tabs=${tabs} chosen=${side} onChoose=${setSide} label=${say("match-beside")} />
        <div class="side-body" role="tabpanel" aria-label=${tabs[side]} tabindex="0">
          ${side === "log" && html`<${Log} t=${t} view=${view} />`}
          ${side === "know" && html`<${Known} t=${t} view=${view} />${view.Aside && html`<${view.Aside} t=${t} />`}`}
          ${side === "guide" && html`<${Guide} t=${t} />`}
          ${side === "chat" && html`<div class="stack"><${Chat} place=${talkPlace(match)} />
            <${match.isPlayer ? Consent : Eyes} t=${t} /></div>`}
        </div>
      </aside>
    </div>
    ${t.over ? html`<${EndBar} t=${t} />` : html`<${ActionBar} t=${t} view=${view} />`}
  </div>`;
}

/** What is sealed is decided anew; else the last step is taken back, where it can be. */
function takeBack(match) {
  if (match.sealed.value) match.reopen();
  else if (match.undoable.value !== null) undo(match).catch((refused) => toast(wordsOf(refused), "bad"));
}

/** Sends what is prepared when the time is up, as far as the game's view can complete it. */
function useLastMoment(t, view) {
  const now = useRef();
  now.current = t;
  const due = t.decision?.due;
  useEffect(() => {
    if (due === undefined || !view.completed) return;
    const timer = setTimeout(() => {
      const made = view.completed(now.current);
      if (!made || now.current.isBusy) return;
      now.current.send(made.choice);
      toast(say("match-time-up", { told: made.told }));
    }, due - LAST_MS - performance.now());
    return () => clearTimeout(timer);
  }, [t.number, due]);
}

/** Where people talk, what somebody types beside the field goes into it: a letter there is no move. */
function talksInstead(event, aside) {
  const field = aside?.querySelector(".chat input");
  if (!field?.checkVisibility() || !/^\S$/.test(event.key)) return false;
  field.focus();
  return true;
}

function watchingWords(t, isDelayed) {
  const { seat } = t.match;
  if (seat < 0) return isDelayed ? say("match-watching-later") : say("match-watching");
  return isDelayed ? say("match-watching-of-later", { name: t.name(seat) }) : say("match-watching-of", { name: t.name(seat) });
}

function TableHead({ t, view, isDelayed, onSide }) {
  const [isLeaving, leave] = useState(false);
  const { match } = t;
  const room = roomOf(match.id);
  const isMine = t.decision !== null;
  return html`<div class="table-head">
    <div class="grow row"><h1 class="game-title">${faceOf(match.game).title}</h1>${room && html`
      <a class="chip" href=${`#/room/${room.room}`}>${say("match-room", { room: room.room })}</a>`}
      ${!match.isPlayer && html`<span class="chip hot"><${Icon}
        name="eye" />${watchingWords(t, isDelayed)}</span>`}
      <span class=${isMine ? "turn-word mine" : "turn-word"} role="status">${isMine ? html`
        <b>${say("match-your-turn")}</b> ${view.status(t)}` : match.isReplaced ? replacedWords(match) : view.status(t)}</span></div>
    <${Clock} t=${t} />
    ${match.isBehind.value && html`<button class="small quiet" aria-label=${say("match-catch-up")} onClick=${() => match.hurry()}>
      <${Icon} name="next" /><span>${say("match-catch-up")}</span></button>`}
    <select class="pace" aria-label=${say("match-pace")} value=${settings.value.pace}
      onChange=${(event) => change("pace", event.target.value)}>
      ${Object.entries(paceWords()).map(([pace, words]) => html`<option value=${pace}>${words}</option>`)}</select>
    <button class="small quiet side-toggle" aria-label=${say("match-side")} onClick=${onSide}><${Icon} name="book" />
      <span>${say("match-tab-log")}</span></button>
    ${match.isPlayer && !t.over && html`<button class="small quiet" aria-label=${say("match-give-up")} onClick=${() => leave(true)}>
      <${Icon} name="flag" /><span>${say("match-give-up")}</span></button>`}
    ${isLeaving && html`<${GiveUp} match=${match} onClose=${() => leave(false)} />`}
  </div>`;
}

/** Whether others may look over one's shoulder; only the owner of a seat can say so. */
function Consent({ t }) {
  const [isOn, setOn] = useState(false);
  const [open, isBusy, problem] = useAction(async () => {
    await ask({ type: "consent", match_id: t.match.id, on: !isOn });
    setOn(!isOn);
  });
  return html`<label class="check small"><input type="checkbox" checked=${isOn} disabled=${isBusy}
    onChange=${open} />${say("match-consent")}</label><${Problem} problem=${problem} />`;
}

/** Through whose eyes a watcher looks. A seat's only if whoever plays there has agreed. */
function Eyes({ t }) {
  const [look, isBusy, problem] = useAction(async (view) => {
    const watch = { type: "watch", match_id: t.match.id };
    await ask({ type: "unwatch", match_id: t.match.id });
    try {
      await ask({ ...watch, view });
    } catch {
      toast(say("match-not-agreed"), "bad");
      await ask(watch);
    }
  });
  return html`<label class="field"><span>${say("match-eyes")}</span>
    <select disabled=${isBusy} value=${t.match.seat < 0 ? "public" : `seat:${t.match.seat}`}
    onChange=${(event) => look(event.target.value)}><option value="public">${say("match-eyes-stranger")}</option>
    ${t.seats.map((_, seat) => html`<option value=${`seat:${seat}`}>${say("match-eyes-seat", { name: t.name(seat) })}</option>`)}</select>
    </label><${Problem} problem=${problem} />`;
}

function GiveUp({ match, onClose }) {
  const [resign, isBusy, problem] = useAction(async () => {
    await ask({ type: "resign", match_id: match.id });
    onClose();
  });
  return html`<${Dialog} title=${say("match-give-up-title")} onClose=${onClose}><p>${say("match-give-up-about")}</p>
    <div class="row"><button class="danger" disabled=${isBusy} onClick=${resign}>${say("match-give-up")}</button>
      <button onClick=${onClose}>${say("match-play-on")}</button></div><${Problem} problem=${problem} /><//>`;
}

function Clock({ t }) {
  const due = t.decision?.due;
  return due !== undefined && html`<${TimeLeft} due=${due} />`;
}

function TimeLeft({ due }) {
  const { words, isUrgent } = useCountdown(() => due - performance.now());
  return html`<span class=${`clock number ${isUrgent ? "urgent" : ""}`} role="timer"><${Icon} name="clock" />
    ${words}</span>`;
}

function ActionBar({ t, view }) {
  const bar = useRef();
  const number = t.decision?.decision;
  useEffect(() => {
    // Whoever plays by keyboard has lost the place with the button that was pressed.
    if (number !== undefined && document.activeElement === document.body) bar.current?.focus({ preventScroll: true });
  }, [number]);
  if (!t.match.isPlayer) return null;
  if (t.match.isReplaced) return html`<${Replaced} match=${t.match} />`;
  if (t.decision) {
    return html`<div class="action-bar mine" role="group" aria-label=${say("match-decision")} tabindex="-1" ref=${bar}>
      <${t.held ? Confirm : t.only ? Only : view.Actions} t=${t} view=${view} />
      ${t.match.isReopened && html`<${Reopened} match=${t.match} />`}<${Refusal} t=${t} /><${Undo} t=${t} />
      </div>`;
  }
  if (t.sealed) {
    return html`<div class="action-bar" role="group" aria-label=${say("match-sealed")}><div class="row"><span class="muted">
      ${say("match-sealed-about")}</span>
      <button class="small" onClick=${() => t.match.reopen()}>${say("match-take-back")} <kbd>U</kbd></button></div></div>`;
  }
  return html`<div class="action-bar idle">
    <span class="muted">${view.status(t) || say("match-others-play")}</span><${Undo} t=${t} /></div>`;
}

const replacedWords = ({ seats, seat }) => say("match-replaced", { bot: botWords(seats.value[seat].taken_by) });

/** A bot plays on for whoever was too late too often: a new session has the seat again. */
const Replaced = ({ match }) =>
  html`<div class="action-bar mine" role="group" aria-label=${say("match-replaced-bar")}><div class="ask"><h2 class="h3">${replacedWords(match)}</h2>
    <p class="muted">${say("match-replaced-about")}</p>
    <div class="row"><button class="primary" onClick=${() => playHere(match.id)}>${say("match-play-myself")}</button></div></div></div>`;

const Reopened = ({ match }) =>
  html`<div class="hint row spread"><span>${say("match-reopened")}</span>
    <button class="small" onClick=${() => match.leaveSealed()}>${say("match-leave-so")} <kbd>Esc</kbd></button></div>`;

function Refusal({ t }) {
  if (!t.problem) return null;
  const tries = t.problem.data?.left;
  const words = wordsOf(t.problem);
  return html`<${Problem} problem=${tries === undefined ? words : say("match-tries", { words, count: tries })} />`;
}

/** Why a match ended, and by which rule where it was played to its end. */
export function endWords(t, { reason }) {
  const words = isSaid(`match-reason-${reason}`) ? say(`match-reason-${reason}`) : reason;
  return reason === "finished" ? `${words} ${viewOf(t.game).endWords?.(t) ?? ""}` : words;
}

/** What a rated match made of a rating; what has not been counted yet is said to be so. What became of others' is told to them alone. */
function Rating({ told, isOwn }) {
  if (!told) return null;
  const later = ratings.value.get(told.entry);
  const after = told.after ?? (later?.before === told.before ? later.after : undefined);
  if (after === undefined) return html`<span class="chip number">
    ${say(isOwn ? "match-rating-open" : "match-rating-before", { before: String(told.before) })}</span>`;
  const change = after - told.before;
  const args = { before: String(told.before), after: String(after), change: `${change < 0 ? "−" : "+"}${Math.abs(change)}` };
  return html`<span class="chip number">${say("match-rating", args)}</span>`;
}

function EndBar({ t }) {
  const { over, match } = t;
  const room = roomOf(match.id);
  const mine = room?.seats.find((seat) => seat.seat === match.seat);
  const [again, isBusy, problem] = useAction(() => ask({ type: "ready", room: room.room }));
  const willing = room?.seats.filter((seat) => seat.kind === "human" && seat.ready && seat !== mine) ?? [];
  const order = over.places
    .map((place, seat) => ({ place, seat, score: over.scores[seat] }))
    .sort((a, b) => a.place - b.place);
  const won = match.isPlayer && over.places[match.seat] === 1 && over.reason !== "aborted";
  return html`<div class="action-bar end" role="group" aria-label=${say("match-result")}>
    <div class="end-title">${won && html`<${Icon} name="crown" size="1.7em" />`}<h2>${
      won
        ? say("match-you-win")
        : order[0] && over.reason !== "aborted"
          ? winWords(order.filter((one) => one.place === 1).map((one) => t.name(one.seat)))
          : say("match-no-winner")
    }</h2><span class="muted">${endWords(t, over)}</span></div>
    <ol class="standing">${order.map(
      ({
        place,
        seat,
        score,
      }) => html`<li class=${`seat-${seat % 4}`}><b class="number">${say("match-place", { place })}</b>
        <${SeatName} seat=${seat} name=${t.name(seat)} /><span class="number score">${score}</span>
      <${Rating} told=${over.rating?.find((one) => one.seat === seat)} isOwn=${match.isPlayer && seat === match.seat} />
      ${over.timeouts?.[seat] > 0 && html`<span class="chip hot">
        ${say("match-late", { count: over.timeouts[seat] })}</span>`}${over.illegal?.[seat] > 0 && html`<span class="chip hot">
        ${say("match-illegal", { count: over.illegal[seat] })}</span>`}</li>`,
    )}</ol>
    <div class="row">
      ${mine && html`<button class="primary" disabled=${isBusy || mine.ready} onClick=${again}>
        ${mine.ready ? say("match-waiting") : willing.length ? say("match-again-too") : say("match-rematch")}</button>`}
      ${willing.length > 0 && html`<span class="chip live" role="status">
        ${say("match-want-rematch", { names: listed(willing.map(({ name }) => name)), count: willing.length })}</span>`}
      ${room && html`<a class="button" href=${`#/room/${room.room}`}>${say("match-to-room")}</a>`}
      ${over.replay && over.reason !== "aborted" && html`<a class="button" href=${`#/review/${over.replay}`}>${say("match-why")}
        <span class="roomy">${say("match-why-review")}</span></a>`}
      ${over.replay && html`<a class="button" href=${`#/replay/${over.replay}`}>${say("match-replay")}</a>`}
      <${SavePicture} id=${match.id} t=${t} over=${over} />
      <button class="quiet" onClick=${() => {
        dropMatch(match.id);
        go("lobby");
      }}>${say("match-lobby")}</button>
    </div>
    <${Problem} problem=${problem} />
  </div>`;
}

