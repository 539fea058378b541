// Crossfire in words: what is asked, what became of each order and why. Draws nothing.
import { DIRECTIONS, members, sizeOf, squareName, step } from "./board_geometry.js";
import { say } from "../../words/words.js";

export function status(t) {
  if (t.over) return say("match-over");
  const { obs, decision } = t;
  if (decision?.kind === "setup") return say("crossfire-ask-setup");
  if (decision) return say("crossfire-ask-orders", { round: obs.round });
  if (t.sealed) return say("crossfire-sealed");
  return obs.phase === "setup" ? say("crossfire-both-set-up") : say("crossfire-round", { round: obs.round });
}

/** The seats that are to decide, as far as this one knows. */
export function deciders({ phase, seat, asked, enemy_asked: rivals }) {
  if (phase === "setup") return [0, 1];
  const both = [
    [seat, asked.length > 0],
    [1 - seat, rivals.at(-1) === "1"],
  ];
  return seat < 0 ? [] : both.filter(([, isAsked]) => isAsked).map(([one]) => one).sort();
}

/** The setup as an order to oneself; orders are drawn on the board. */
export const choiceWords = ([, numbers, king]) =>
  say("crossfire-do-setup", { numbers: numbers.join(", "), king: king + 1 });

export const wayWords = (way) => say(`crossfire-way-${way}`);

/** An order to a unit, as `[verb, way]`. */
export const orderWords = ([verb, way]) => say(`crossfire-order-${verb}`, { way: wayWords(way) });

export function words(event, t) {
  const { e, by } = event;
  const size = sizeOf(t.obs);
  const said = (text) => ({ by, text });
  switch (e) {
    case "setup":
      return said(
        event.king >= 0
          ? say("crossfire-log-setup", { numbers: event.numbers.join(", "), king: event.king + 1 })
          : say("crossfire-log-setup-secret"),
      );
    case "round":
      return { text: roundWords(event), opens: true };
    case "units":
      return event.squares.some((square) => square >= 0) ? said(say("crossfire-log-played", { units: unitsWords(event, t, size) })) : null;
    case "sight":
      return sightWords(event, size, said);
    case "over":
      return { text: event.ending === "tie" ? say("crossfire-log-tie") : say("crossfire-log-king"), big: true };
    default:
      return null;
  }
}

const roundWords = ({ round, reduction }) =>
  reduction ? say("crossfire-log-round-ring", { round }) : say("crossfire-log-round", { round });

/** What was told of the same side a round earlier, as far as it is known here. */
function before(event, t) {
  const told = (t.match?.lines.value ?? [])
    .flatMap((line) => line.items ?? [])
    .filter(({ e, by }) => e === "units" && by === event.by);
  return told[told.indexOf(event) - 1];
}

/** What each unit did, and why it did not where it did not. Of those that were lost before, nothing. */
function unitsWords(event, t, size) {
  const past = before(event, t);
  const intents = event.orders.map((order, unit) =>
    order >= 0 && order < 4 ? step(size, event.moved[unit] ? -1 : event.squares[unit], order) : -1,
  );
  const told = event.orders.map((order, unit) => {
    const at = event.squares[unit];
    const one = { unit: unit + 1, square: at >= 0 ? squareName(size, at) : "" };
    if (past && !past.alive[unit]) return null;
    if (!event.alive[unit]) return at >= 0 ? say("crossfire-log-destroyed", one) : null;
    if (order >= 4) return say("crossfire-log-fired", { unit: one.unit, way: wayWords(DIRECTIONS[order - 4]) });
    if (event.moved[unit]) return order < 0 ? say("crossfire-log-slid", one) : say("crossfire-log-moved", one);
    return order < 0 ? null : whyNot(event, t, size, unit, intents[unit]);
  });
  return told.filter(Boolean).join("; ") || say("crossfire-log-waited");
}

function whyNot(event, t, size, unit, target) {
  const letter = target >= 0 ? t.obs.terrain[target] : "";
  const one = { unit: unit + 1 };
  if (target < 0) return say("crossfire-log-stayed-edge", one);
  if (letter === "M") return say("crossfire-log-stayed-mountain", one);
  if (letter === "W") return say("crossfire-log-stayed-water", one);
  const square = squareName(size, target);
  const rival = event.squares.findIndex((place, other) => other !== unit && place === target && event.alive[other]);
  if (rival >= 0) return say("crossfire-log-blocked-by", { ...one, other: rival + 1, square });
  const other = event.orders.findIndex(
    (order, one) =>
      one !== unit && order >= 0 && order < 4 && !event.moved[one] && step(size, event.squares[one], order) === target,
  );
  return other >= 0
    ? say("crossfire-log-blocked-both", { ...one, one: Math.min(unit, other) + 1, other: Math.max(unit, other) + 1, square })
    : say("crossfire-log-blocked-else", { ...one, square });
}

function sightWords(event, size, said) {
  const list = (squares) => squares.filter((square) => square >= 0).map((square) => squareName(size, square));
  const enemies = list(event.enemies);
  const fallen = list(event.fallen);
  const lit = members(event.across).length + members(event.along).length;
  const parts = [
    enemies.length && say("crossfire-log-saw", { squares: enemies.join(", ") }),
    fallen.length && say("crossfire-log-saw-fall", { squares: fallen.join(", ") }),
    lit && say("crossfire-log-saw-beam"),
  ].filter(Boolean);
  return parts.length ? said(parts.join("; ")) : null;
}

export const endWords = () => say("crossfire-end");
