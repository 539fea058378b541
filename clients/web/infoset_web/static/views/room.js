// A room: its seats, who sits there, what is played, talk. Shows what the host may do to the host.
import { html, useEffect, useState } from "../ui/ui.js";
import { Icon } from "../ui/icons.js";
import { Menu } from "../ui/menu.js";
import { Problem, SeatMark, SeatName, useAction } from "../ui/parts.js";
import { ask, bots, games, go, isTable, leaveRoom, me, rooms, toast } from "../net/app.js";
import { changed, clockWords, paceName, talkWords, slowWords } from "../model/options.js";
import { isOfThisComputer } from "../model/rooms.js";
import { byStrength, strengthOf } from "../model/strengths.js";
import { faceOf, roomTitle } from "../games/faces.js";
import { optionTitle, valueText } from "../games/rules.js";
import { Chat } from "./chat.js";
import { NewRoom } from "./new_room.js";
import { profileOf } from "./person_link.js";
import { say } from "../words/words.js";

export function Room({ at: [id, code] }) {
  const room = rooms.value.get(id);
  const [problem, setProblem] = useState(null);
  useEffect(() => {
    if (!room) ask({ type: "join", room: id, ...(code && { code }) }).catch(setProblem);
  }, [id, me.value.session]); // a new session is in no room
  if (!room)
    return html`<div class="panel stack"><h1 class="h2">${say("room-title", { room: id })}</h1>${problem ? html`<${Problem} problem=${problem} /><div>
      <a class="button" href="#/lobby">${say("room-to-lobby")}</a></div>` : html`<p class="muted">${say("room-entering")}</p>`}</div>`;
  return html`<${Inside} room=${room} />`;
}

function Inside({ room }) {
  const [isChanging, change] = useState(false);
  const isSettled = isTable(room.room); // by a tournament: its server refuses whatever changes that
  const isHost = room.host === me.value.user && !isSettled;
  const face = faceOf(room.game);
  const mine = room.seats.find((seat) => seat.user === me.value.user);
  const isOpen = room.status !== "playing";
  const [leave, isLeaving] = useAction(async () => {
    await leaveRoom(room.room);
    go("lobby");
  });
  return html`
    <div class="row spread">
      <div><div class="eyebrow">${say("room-of-game", { game: face.title, room: room.room })}</div><h1>${roomTitle(room)}</h1></div>
      <div class="row">
        ${isHost && isOpen && html`<button onClick=${() => change(true)}>${say("room-change")}</button>`}
        <button disabled=${isLeaving} onClick=${leave}>${say("room-leave")}</button>
      </div>
    </div>
    <div class="two-sides">
      <div class="stack">
        <div class="seat-list room-seats">${room.seats.map((seat) => html`
          <${SeatCard} key=${seat.seat} seat=${seat} room=${room} isHost=${isHost} isOpen=${isOpen && !isSettled} mine=${mine} />`)}
          </div>
        <${Begin} room=${room} isHost=${isHost} mine=${mine} />
        ${isOpen && slowWords(room.clock) && html`<p class="muted small slow">${slowWords(room.clock)}</p>`}
        ${room.series && html`<p class="muted">${seriesWords(room.series)}</p>`}
      </div>
      <div class="stack">
        <div class="panel stack"><h2 class="h3">${say("room-table")}</h2><${Terms} room=${room} /></div>
        <div class="panel stack"><h2 class="h3">${say("room-talk")}</h2><${Chat} place=${{ room: room.room }} /></div>
      </div>
    </div>
    ${isChanging && html`<${NewRoom} room=${room} onClose=${() => change(false)} />`}`;
}

function seriesWords({ best_of: most, played, points, over }) {
  const args = { most, played, points: points.join(" : ") };
  return over ? say("room-series-over", args) : say("room-series", args);
}

function Terms({ room }) {
  const options = changed(games.value.get(room.game)?.options ?? {}, room.options ?? {});
  const lines = [
    [say("room-clock"), room.pace ? `${paceName(room.pace)}: ${clockWords(room.clock)}` : clockWords(room.clock)],
    ...(room.start_from ? [[say("room-begins"), html`<${Beginning} start=${room.start_from} />`]] : []),
    [say("room-watching"), say(`room-watch-${room.watch}`)],
    [say("room-watchers"), room.watchers ?? 0],
    ...(room.watch === "off" || room.code
      ? []
      : [[say("room-stream"), html`<a href=${`#/overlay/${room.room}`} target="_blank">${say("room-stream-board")}</a>`]]),
    [say("room-talking"), say(`room-talk-${room.talk ?? "people"}`)],
    [say("room-aids"), room.compute === false ? say("room-aids-off") : say("room-aids-on")],
    ...(room.code ? [[say("room-code"), html`<code>${room.code}</code>`]] : []),
    [say("room-invitation"), html`<${Invitation} room=${room} />`],
    ...Object.entries(options).map(([name, value]) => [
      optionTitle(room.game, name),
      valueText(room.game, name, value),
    ]),
  ];
  return html`<table><tbody>${lines.map(([name, value]) => html`<tr><td class="muted">${name}</td><td>${value}</td>
    </tr>`)}</tbody></table>`;
}

/** The position of another match at which matches begin here. */
const Beginning = ({ start }) => html`<a href=${`#/replay/${start.replay}/public/${start.ver}`}>${say("room-begins-moment", { match: start.replay })}</a>`;

/** The address that leads friends into this room. */
function Invitation({ room }) {
  const place = [room.room, ...(room.code ? [encodeURIComponent(room.code)] : [])].join("/");
  const link = `${location.origin}${location.pathname}#/room/${place}`;
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    toast(say("room-copied"));
  };
  return html`${navigator.clipboard
    ? html`<button class="small" onClick=${copy}>${say("room-copy")}</button>`
    : html`<span class="tiny" style="overflow-wrap:anywhere">${link}</span>`}
    ${isOfThisComputer(location.hostname) && html`<p class="tiny muted">${say("room-invitation-here")}</p>`}`;
}

function SeatCard({ seat, room, isHost, isOpen, mine }) {
  const [sit, isSitting, problem] = useAction(() => ask({ type: "sit", room: room.room, seat: seat.seat }));
  const [stand] = useAction(() => ask({ type: "sit", room: room.room }));
  const [kick, isKicking, kickProblem] = useAction(() =>
    ask({
      type: "kick",
      room: room.room,
      ...(seat.kind === "bot" && !seat.user ? { seat: seat.seat } : { user: seat.user }),
    }),
  );
  const [kickBot, , botProblem] = useAction(() => ask({ type: "kick", room: room.room, seat: seat.seat }));
  const isMine = seat.user === me.value.user;
  const strength = seat.kind === "bot" && strengthOf(bots.value.find(({ bot }) => bot === seat.name), room.game);
  if (seat.kind === "open") {
    return html`<div class=${`seat-card open seat-${seat.seat % 4}`}>
      <div class="row muted"><span style="color:var(--seat)"><${SeatMark} seat=${seat.seat} />
        </span>${say("room-seat-free", { seat: seat.seat + 1 })}</div>
      <div class="row">${isOpen && html`<button class="small" disabled=${isSitting} onClick=${sit}>
        ${mine ? say("room-move-here") : say("room-sit-here")}</button>`}
        ${isHost && isOpen && html`<${AddBot} room=${room} seat=${seat.seat} />`}</div>
      <${Problem} problem=${problem} />
    </div>`;
  }
  return html`<div class=${`seat-card seat-${seat.seat % 4}`}>
    <div class="row spread"><${Who} seat=${seat} /><span class="row muted">
      <${Icon} name=${seat.kind === "bot" ? "bot" : "person"} label=${say(`room-kind-${seat.kind}`)} /></span></div>
    <div class="row spread">
      <span class="row">${isMine && html`<span class="chip accent">${say("room-you")}</span>`}${seat.ready && html`
        <span class="chip live">${say("room-ready")}</span>`}${seat.online === false && html`
        <span class="chip hot">${say("room-away")}</span>`}${seat.rating && html`<span class="chip number">${seat.rating}</span>`}
        ${strength && html`<span class="chip" title=${strength.rating}>${strength.level}</span>`}
        </span>
      ${isOpen && (isMine ? html`<button class="small quiet" onClick=${stand}>${say("room-stand")}</button>` : isHost && html`
        <button class="small quiet" disabled=${isKicking}
        onClick=${seat.kind === "bot" ? kickBot : kick}>${say("room-remove")}</button>`)}
    </div>
    <${Problem} problem=${kickProblem ?? botProblem} />
  </div>`;
}

/** The name on a seat; of whoever has a profile, the way to it. */
function Who({ seat: { seat, user, name, kind } }) {
  const shown = html`<${SeatName} seat=${seat} name=${name ?? kind} />`;
  return user ? html`<a class="person" href=${profileOf(user)} title=${say("people-profile")}>${shown}</a>` : shown;
}

function AddBot({ room, seat }) {
  const [add, isBusy, problem] = useAction((bot) => ask({ type: "add_bot", room: room.room, seat, bot }));
  const items = byStrength(bots.value, room.game).map((bot) => {
    const strength = strengthOf(bot, room.game);
    const more = strength ? `${strength.level}, ${strength.rating}` : say("room-not-measured");
    return { value: bot.bot, words: bot.bot.replaceAll("_", " "), more, about: bot.about };
  });
  return html`<${Menu} title=${say("room-add-bot")} label=${say("room-add-bot-seat", { seat: seat + 1 })} items=${items} isBusy=${isBusy}
    isSmall=${true} onChoose=${add} /><${Problem} problem=${problem} />`;
}

function Begin({ room, isHost, mine }) {
  const [ready, isBusy, problem] = useAction(() => ask({ type: "ready", room: room.room, ready: !mine.ready }));
  const [start, isStarting, startProblem] = useAction(() => ask({ type: "start", room: room.room }));
  const free = room.seats.some((seat) => seat.kind === "open");
  if (room.status === "playing") {
    const watch =
      room.watch === "off"
        ? html`<span class="muted small">${say("room-nobody-watches")}</span>`
        : html`<a class="button primary" href=${`#/match/watch/${room.match_id}`}>${say("room-watch")}</a>`;
    return html`<div class="row"><span class="chip live">${say("room-playing")}</span>${mine ? html`
      <a class="button primary" href=${`#/match/${room.match_id}`}>${say("room-to-match")}</a>` : watch}</div>`;
  }
  const again = room.status === "over";
  const bots = free ? "-bots" : "";
  return html`<div class="row">
    ${isHost && html`<button class="primary" disabled=${isStarting} onClick=${start}>
      ${again ? say(`room-again${bots}`) : say(`room-start${bots}`)}</button>`}
    ${mine && html`<button class=${isHost || mine.ready ? "" : "primary"} disabled=${isBusy} onClick=${ready}>
      ${mine.ready ? say("room-not-ready") : again ? say("room-rematch") : say("room-i-am-ready")}</button>`}
    ${!isHost && html`<span class="muted small">${say("room-starts-when")}</span>`}
    <${Problem} problem=${problem ?? startProblem} />
  </div>`;
}
