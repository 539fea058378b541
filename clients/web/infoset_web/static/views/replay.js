// A match again: forwards, backwards, at any pace, through the eyes of any seat. The address tells where one is.
import { html, useEffect, useMemo, useRef, useState } from "../ui/ui.js";
import { Icon } from "../ui/icons.js";
import { useMotion } from "../ui/motion.js";
import { Problem, SeatName, Tabs, useAction, useInView, useKeys } from "../ui/parts.js";
import { games, me, replayEntries, settings, toast } from "../net/app.js";
import { inOrder } from "../model/remarks.js";
import { frameOf, tapeOf } from "../model/tape.js";
import { faceOf } from "../games/faces.js";
import { viewOf } from "../games/index.js";
import { seenTable } from "../games/seen.js";
import { Log } from "./log.js";
import { Said } from "./chat.js";
import { Expectations, Remarks } from "./remarks.js";
import { Review, useReview } from "./review.js";
import { SaveMatch } from "./save_match.js";
import { SavePicture } from "./save_picture.js";
import { Trace } from "./trace.js";
import { traceHere } from "../net/playground.js";
import { Try, TryButton } from "./try.js";
import { endWords } from "./match.js";
import { winWords } from "../model/wording.js";
import { say } from "../words/words.js";

const SPEEDS = { slow: 1500, normal: 700, fast: 220 };
const SPEED_WORDS = { slow: () => say("tape-slow"), normal: () => say("tape-normal"), fast: () => say("tape-fast") };

const END = "1000000000"; // no match has so many versions
const PAGES = new Set(["review", "result"]); // what stands beside the board as the address has it

/** The same, beginning with why the match ended as it did. */
export const ReplayReview = ({ at: [id, firstView = "", firstVer = END] }) =>
  html`<${Replay} at=${[id, firstView, firstVer]} firstSide="review" />`;

/** The same, beginning with how it ended. */
export const ReplayResult = ({ at: [id, firstView = "", firstVer = END] }) =>
  html`<${Replay} at=${[id, firstView, firstVer]} firstSide="result" />`;

export function Replay({ at: [id, firstView = "", firstVer = "0"], firstSide = "log" }) {
  const [view, setView] = useState(firstView || "all");
  const [tapes, setTapes] = useState({});
  const [at, setAt] = useState(null);
  const [here] = useState(() => traceHere(id)); // of a bot that played here
  const [trace, setTrace] = useState(here.trace);
  const [side, setSide] = useState(trace ? "trace" : firstSide);
  const [remarks, setRemarks] = useState([]); // that we may read
  const [talk, setTalk] = useState([]); // that we may read
  const [run, , problem] = useAction(async (wanted) => {
    const entries = await replayEntries({ type: "replay", replay: id, view: wanted, form: "frames" });
    setTapes((known) => ({ ...known, [wanted]: tapeOf(entries) }));
  });
  useEffect(() => {
    if (!tapes[view]) run(view);
  }, [view]);
  const before = useRef(view); // through whose eyes one looks until other eyes have come
  if (tapes[view]) before.current = view;
  const seen = before.current;
  const tape = tapes[seen];
  useEffect(() => {
    if (tape && at === null) setAt(frameOf(tape, Number(firstVer)));
  }, [tape]);
  const isOver = Boolean(tape?.over);
  useEffect(() => {
    if (!isOver) return;
    remarksOn(id, tape.start.players).then(setRemarks);
    replayEntries({ type: "replay", replay: id, form: "talk" }).then(setTalk, () => {}); // of an older server: none
  }, [isOver]);
  if (problem && !tapes[view])
    return html`<div class="panel stack" style="margin:2rem auto"><h1 class="h2">${say("tape-replay")}</h1><${Problem} problem=${problem} />
      <div class="row">${view !== "public" && html`<button
      onClick=${() => setView("public")}>${say("tape-show-public")}</button>`}
      <a class="button" href="#/replays">${say("tape-all-replays")}</a></div></div>`;
  if (!tape || at === null) return html`<p class="muted" style="padding:2rem">${say("tape-coming")}</p>`;
  return html`<${Player} id=${id} tape=${tape} at=${Math.min(at, tape.frames.length - 1)} setAt=${setAt} view=${seen}
    setView=${setView} side=${side} setSide=${setSide} trace=${trace} setTrace=${setTrace} untraced=${here.problem}
    remarks=${remarks} talk=${talk}
    save=${isOver && html`<${SaveMatch} id=${id} players=${tape.start.players} />`} />`;
}

/** What programs remarked, of the seats whose remarks are ours to read; the server refuses the others. */
async function remarksOn(id, players) {
  const asked = players.map(({ seat }) =>
    replayEntries({ type: "replay", replay: id, view: `seat:${seat}`, form: "remarks" }).catch(() => []),
  );
  return inOrder(await Promise.all(asked));
}

/**
 * A tape with its buttons. `isFile`: it was opened from a file, and the server is asked for nothing. `untraced`: why there is no
 * trace of a bot that played here.
 */
export function Player({ id, tape, at, setAt, view, setView, side, setSide, trace, setTrace, untraced, remarks, talk, isFile, save }) {
  const [isRunning, setRunning] = useState(false);
  const [speed, setSpeed] = useState("normal");
  const [isSideOpen, openSide] = useState(PAGES.has(side)); // on a phone
  const review = useReview(id, side === "review" && Boolean(tape.over));
  const aside = useInView(isSideOpen, true);
  const t = useMemo(() => seenTable(tape, at, view, games.value.get(tape.start.game)), [tape, at, view]);
  const game = viewOf(t.game);
  const end = tape.frames.length - 1;
  const board = useRef();
  useMotion(board, t.obs, settings.value.motion === "on");
  const place = useRef(at);
  place.current = at;
  const to = (frame) => setAt(Math.max(0, Math.min(end, frame)));
  const toVersion = (ver) => {
    setRunning(false);
    to(frameOf(tape, ver));
  };
  const openTrace = (opened) => {
    setTrace(opened);
    setView(`seat:${opened.seat}`);
    toVersion(opened.asked[0].question.ver);
  };
  const toMoment = (ver, seat) => {
    if (seat !== undefined) setView(`seat:${seat}`);
    toVersion(ver);
    board.current.scrollIntoView({ block: "start" }); // on a phone it lies above what was pressed
  };
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => (place.current >= end ? setRunning(false) : to(place.current + 1)), SPEEDS[speed]);
    return () => clearInterval(timer);
  }, [isRunning, speed, tape]);
  useEffect(() => {
    if (isFile) return;
    const page = PAGES.has(side) ? side : "replay";
    history.replaceState(null, "", `#/${page}/${id}/${view}/${tape.frames[at].ver}`);
  }, [at, view, side]);
  useKeys((event) => {
    const jump = { ArrowRight: 1, ArrowLeft: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity }[event.key];
    if (jump) to(at + jump);
    else if (event.key === " ") setRunning(!isRunning);
    else if (/^[1-9]$/.test(event.key) && t.seats[Number(event.key) - 1]) setView(`seat:${Number(event.key) - 1}`);
    else if (event.key === "a") setView("all");
    else if (event.key === "p") setView("public");
    else return;
    event.preventDefault();
  });
  const share = async () => {
    if (!navigator.clipboard) return toast(say("tape-address"));
    await navigator.clipboard.writeText(location.href);
    return toast(say("tape-copied"));
  };
  const tabs = {
    log: say("tape-log"),
    ...(game.Aside && view.startsWith("seat") && { know: say("tape-knew") }),
    ...(tape.over && !isFile && { review: say("tape-review") }),
    result: say("tape-result"),
    ...(remarks.length && { remarks: say("tape-remarks") }),
    ...(talk.length && { talk: say("tape-talk") }),
    ...(!isFile && { trace: say("tape-trace") }),
  };
  return html`<div class=${`table game-${t.game} ${isSideOpen ? "side-open" : ""}`}>
    <div class="table-head"><div class="grow row"><h1 class="game-title">${faceOf(t.game).title}</h1>
      <span class="chip">${say("tape-of", { match: id })}</span><span class="turn-word" role="status">${game.status(t)}</span></div>
      <label class="row small"><span class="roomy">${say("tape-eyes")}</span> <select class="eyes" value=${view}
        onChange=${(event) => setView(event.target.value)}><option value="all">${say("tape-everybody")}</option>
        <option value="public">${say("tape-stranger")}</option>${t.seats.map((_, seat) => html`<option value=${`seat:${seat}`}>
        ${t.name(seat)}</option>`)}</select></label>
      <button class="small quiet side-toggle" aria-label=${say("tape-side")} aria-expanded=${isSideOpen}
        onClick=${() => openSide(!isSideOpen)}><${Icon} name="book" /><span>${say("tape-log")}</span></button>
      ${tape.over && !isFile && at < end && html`<${TryButton} id=${id} t=${t} ver=${tape.frames[at].ver} view=${view} />`}
      ${save}
      ${tape.over && html`<${SavePicture} id=${id} t=${t} isSmall=${true} over=${at === end ? tape.over : null} ver=${tape.frames[at].ver} />`}
      ${!isFile && html`<button class="small" aria-label=${say("tape-copy")} onClick=${share}><${Icon} name="flag" /><span>${say("tape-copy")}</span>
      </button>`}</div>
    <div class="table-body">
      <section class="board-area" aria-label=${say("tape-board")} ref=${board}><${game.Board} t=${t} /></section>
      <aside class=${`side ${isSideOpen ? "open" : ""}`} ref=${aside}><${Tabs} tabs=${tabs} chosen=${side} onChoose=${setSide} label=${say("tape-beside")} />
        <div class="side-body" role="tabpanel" aria-label=${tabs[side]} tabindex="0">
          ${side === "log" && html`<${Log} t=${t} view=${game} />`}
          ${side === "know" && game.Aside && html`<${game.Aside} t=${t} />`}
          ${side === "review" && html`<${Review} t=${t} tape=${tape} ver=${tape.frames[at].ver} state=${review} view=${game}
            onGo=${toVersion} onShow=${toMoment} />
            ${at < end && html`<${Try} id=${id} t=${t} ver=${tape.frames[at].ver} view=${view} />`}`}
          ${side === "result" && html`<${Result} t=${t} over=${tape.over} onWhy=${tabs.review && (() => setSide("review"))} />`}
          ${side === "remarks" && html`<${Remarks} id=${id} t=${t} ver=${tape.frames[at].ver} remarks=${remarks}
            isOwner=${t.seats.some(({ user }) => user === me.value?.user)} />`}
          ${side === "talk" && html`<${Said} t=${t} ver=${tape.frames[at].ver} talk=${talk} />`}
          ${side === "trace" && html`<${Trace} t=${t} id=${id} ver=${tape.frames[at].ver} trace=${trace} untraced=${untraced} view=${game}
            onOpen=${openTrace} onGo=${toVersion} />`}
        </div></aside>
    </div>
    <div class="action-bar tape" role="group" aria-label=${say("tape-tape")}>
      <${Expectations} tape=${tape} remarks=${remarks} name=${t.name} />
      <div class="row" style="flex-wrap:nowrap">
        <button class="round end-only" aria-label=${say("tape-begin")} onClick=${() => to(0)}><${Icon} name="back" />
          </button>
        <button class="round" aria-label=${say("tape-back")} onClick=${() => to(at - 1)}>‹</button>
        <button class="round primary" aria-label=${isRunning ? say("tape-stop") : say("tape-run")} onClick=${() => setRunning(!isRunning)}>
          <${Icon} name=${isRunning ? "pause" : "play"} /></button>
        <button class="round" aria-label=${say("tape-on")} onClick=${() => to(at + 1)}>›</button>
        <input class="grow" type="range" min="0" max=${end} value=${at} aria-label=${say("tape-place")}
          style=${{ "--share": `${(100 * at) / Math.max(1, end)}%` }}
          onInput=${(event) => to(Number(event.target.value))} />
        <span class="number small" style="min-width:5.5em;text-align:right">${at} / ${end}</span>
        <select aria-label=${say("tape-speed")} class="pace" style="width:auto" value=${speed}
          onChange=${(event) => setSpeed(event.target.value)}>${Object.keys(SPEEDS).map((name) => html`
          <option value=${name}>${SPEED_WORDS[name]()}</option>`)}</select>
      </div></div>
  </div>`;
}

function Result({ t, over, onWhy }) {
  if (!over) return html`<p class="muted">${say("tape-not-over")}</p>`;
  const order = over.places.map((place, seat) => ({ place, seat })).sort((a, b) => a.place - b.place);
  const best = over.reason === "aborted" ? [] : order.filter(({ place }) => place === 1);
  return html`<div class="stack"><p><b>${say("match-over")} ${best.length ? winWords(best.map(({ seat }) => t.name(seat))) : say("match-no-winner")}</b></p>
    <table><tbody>${order.map(({ place, seat }) => html`<tr><td class="n">${place}</td><td>
    <${SeatName} seat=${seat} name=${t.name(seat)} /></td><td class="n">${over.scores[seat]}</td></tr>`)}</tbody>
    </table>
    <p class="small muted">${endWords(t, over)}</p>
    ${onWhy && over.reason !== "aborted" && html`<div><button onClick=${onWhy}>${say("match-why")} ${say("match-why-review")}</button></div>`}${over.seed && html`
      <p class="tiny faint seed">${say("tape-seed", { seed: over.seed })}</p>`}</div>`;
}
