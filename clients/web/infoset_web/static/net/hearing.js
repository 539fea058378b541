// What is heard of matches: that something happened, that it is one's turn, that the time runs low. Off, nothing is.
import { effect } from "../vendor/signals-core.js";
import { Speaker, soundOf } from "../model/sounds.js";
import { viewOf } from "../games/index.js";
import { matches, route, settings } from "./app.js";

export const LOW_MS = 10_000; // left of the time to decide, when the clock is heard

const speaker = new Speaker();

/** Plays a sound of `SOUNDS`, unless sounds are off. Returns whether it is heard. */
export const play = (name) => settings.peek().sound === "on" && speaker.play(name);

/** A browser that has not been touched yet would complain of a sound; a finger counts only when it is lifted. */
function wake() {
  if (navigator.userActivation?.hasBeenActive ?? true) speaker.wake();
}

/** Listens to every match that there is from now on, until it is dropped. */
export function hearMatches() {
  for (const kind of ["pointerdown", "pointerup", "keydown"]) addEventListener(kind, wake, { capture: true });
  const heard = new Map(); // how to stop listening, by match
  effect(() => {
    const now = matches.value;
    for (const [match, stop] of heard) {
      if (now.get(match.id) === match) continue;
      stop();
      heard.delete(match);
    }
    for (const match of now.values()) if (!heard.has(match)) heard.set(match, hear(match));
  });
}

/** Is the match in view? What happens in others is not heard, only that they ask. */
const isShown = ({ id }) => !document.hidden && route.peek().page === "match" && route.peek().at.includes(id);

/** Listens to one match; returns how to stop. */
function hear(match) {
  let isTheirs = true; // others have done something since the last question
  let timer;
  const stops = [
    effect(() => {
      const items = match.last.value;
      if (items.some(({ by }) => by >= 0 && by !== match.seat)) isTheirs = true;
      const sound = soundOf(viewOf(match.game).sounds, items);
      if (sound && isShown(match)) play(sound);
    }),
    effect(() => {
      const decision = match.decision.value;
      clearTimeout(timer);
      if (!decision || match.isReopened) return;
      if (isTheirs && !document.hidden) play("turn"); // to whoever looks elsewhere, net/mine.js says it
      isTheirs = false;
      const left = (decision.due ?? Infinity) - match.now() - LOW_MS;
      if (left > 0 && left < Infinity) timer = setTimeout(() => play("clock"), left);
    }),
    effect(() => match.over.value && isShown(match) && play("over")),
  ];
  return () => {
    clearTimeout(timer);
    stops.forEach((stop) => stop());
  };
}
