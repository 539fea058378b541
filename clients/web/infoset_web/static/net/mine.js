// One's own games as the server tells of them, and the word that it is our turn, for whoever looks at another tab.
import { computed, effect, signal } from "../vendor/signals-core.js";
import { announce, keyOf, sorted, titleOf, told, turnsOf, withGame } from "../model/mine.js";
import { faceOf } from "../games/faces.js";
import { ask, calls, change, go, me, phase, program, running, settings, takers } from "./app.js";
import { keep, kept } from "./keep.js";
import { say, spoken } from "../words/words.js";
import { play } from "./hearing.js";

const MOST_OVER = 20;

export const mine = signal([]); // items of the list; `due` on our clock
export const isMineKnown = signal(false);
export const isMineCut = signal(false); // there is more than was told

/** The matches that wait for us, in this window and elsewhere: not those in which a program of ours answers. */
export const turns = computed(() =>
  turnsOf(
    mine.value.filter(({ room }) => room !== program.value?.room),
    running.value.map(({ id, decision }) => ({ id, decision: decision.value?.decision ?? null })),
  ),
);

takers.set("my_game_list", ({ items, more = false }) => {
  mine.value = sorted(items.map((item) => told(item, performance.now())));
  isMineKnown.value = true;
  isMineCut.value = more;
});
takers.set("my_game", ({ item }) => {
  const isKnown = mine.value.some((one) => keyOf(one) === keyOf(item));
  mine.value = withGame(mine.value, item, performance.now());
  if (!isKnown || item.state === "over") lookUp().catch(() => {}); // rooms and seeks may be others now, too
});

/** Asks for the list, and for word of what becomes of it. */
export async function lookUp() {
  const reply = await ask({ type: "my_games", over: MOST_OVER, follow: true });
  takers.get("my_game_list")(reply);
}

effect(() => {
  if (!me.value) {
    mine.value = [];
    isMineKnown.value = false;
  } else if (phase.value === "in") {
    queueMicrotask(() => lookUp().catch(() => {})); // later: what asking looks at is no reason to ask again
  }
});

/** What the browser says of notifications: `granted`, `denied`, `default`, or `none` where it has none. */
export const leave = signal(globalThis.Notification?.permission ?? "none");

/** Turns notifications on or off; asks the browser for leave where it has not been asked. */
export async function setNotices(value) {
  if (value === "on" && globalThis.Notification) leave.value = await Notification.requestPermission();
  change("notices", value);
}

/** Says once in all windows of this browser that `which` of something is there for us: heard where nobody looks, and with a notice of the browser. */
function alert(id, which, notice) {
  const { isNew, past } = announce(kept("announced", []), id, which);
  if (!isNew) return;
  keep("announced", past);
  if (!document.hidden) return;
  play("turn");
  if (settings.value.notices === "on" && leave.value === "granted") notify(id, notice);
}

/** A notice of the browser: its words, and where it leads. */
function notify(id, { title, body, place }) {
  try {
    const notice = new Notification(title, { body, tag: id });
    notice.onclick = () => {
      focus();
      go(place, id);
      notice.close();
    };
  } catch {
    // browsers that show notifications only to installed pages: the sound and the title are left
  }
}

/** What the tab's title says: a table that waits for us is lost soon, so it stands before matches. */
function titleNow() {
  if (!spoken.value) return titleOf(0);
  const called = calls().length;
  return called ? titleOf(called, say("frame-called-title")) : titleOf(turns.value.length, say("frame-your-turn"));
}

/** From now on the tab's title and the alerts tell when it is our turn, or a tournament calls us to a table. */
export function watchTurns() {
  effect(() => {
    document.title = titleNow();
  });
  effect(() => {
    if (!spoken.value) return;
    for (const { room, text } of calls()) alert(room, "called", { title: say("frame-called-title"), body: text, place: "room" });
  });
  effect(() => {
    for (const match of running.value) {
      const decision = match.decision.value;
      if (decision && !match.isReopened && match.seats.value[match.seat]?.kind !== "bot") alert(match.id, decision.decision, { title: say("frame-your-turn"), body: faceOf(match.game).title, place: "match" });
    }
  });
}
