// Crossfire in words: what is asked, what became of each order and why. Draws nothing.
import { DIRECTIONS, members, sizeOf, squareName, step } from "./board_geometry.js";

export function status(t) {
  if (t.over) return "The match is over.";
  const { obs, decision } = t;
  if (decision?.kind === "setup") return "Give each unit its recharge time and name your king.";
  if (decision) return `Round ${obs.round}: an order for every idle unit.`;
  if (t.sealed) return "Your orders are sealed.";
  return obs.phase === "setup" ? "Both sides set up." : `Round ${obs.round}.`;
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
  `Set up with recharge times ${numbers.join(", ")} and unit ${king + 1} as king`;

export function words(event, t) {
  const { e, by } = event;
  const size = sizeOf(t.obs);
  const said = (text) => ({ by, text });
  switch (e) {
    case "setup":
      return said(
        event.king >= 0
          ? `set up: recharge times ${event.numbers.join(", ")}, the king is unit ${event.king + 1}`
          : "set up in secret",
      );
    case "round":
      return { text: `Round ${event.round}${event.reduction ? ": the outer ring is gone" : ""}`, opens: true };
    case "units":
      return event.squares.some((square) => square >= 0) ? said(`played: ${unitsWords(event, t, size)}`) : null;
    case "sight":
      return sightWords(event, size, said);
    case "over":
      return { text: event.ending === "tie" ? "Both kings are dead: a tie." : "A king is dead.", big: true };
    default:
      return null;
  }
}

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
    const name = unit + 1;
    const at = event.squares[unit];
    if (past && !past.alive[unit]) return null;
    if (!event.alive[unit]) return at >= 0 ? `unit ${name} was destroyed at ${squareName(size, at)}` : null;
    if (order >= 4) return `unit ${name} fired ${DIRECTIONS[order - 4]}`;
    if (event.moved[unit]) return `unit ${name} ${order < 0 ? "slid on" : "moved"} to ${squareName(size, at)}`;
    return order < 0 ? null : `unit ${name} ${whyNot(event, t, size, unit, intents[unit])}`;
  });
  return told.filter(Boolean).join("; ") || "waited";
}

function whyNot(event, t, size, unit, target) {
  const letter = target >= 0 ? t.obs.terrain[target] : "";
  if (target < 0) return "stayed: the edge is in the way";
  if (letter === "M" || letter === "W") return `stayed: ${letter === "M" ? "a mountain" : "water"} is in the way`;
  const name = squareName(size, target);
  const rival = event.squares.findIndex((square, other) => other !== unit && square === target && event.alive[other]);
  if (rival >= 0) return `was blocked: unit ${rival + 1} stands on ${name}`;
  const other = event.orders.findIndex(
    (order, one) =>
      one !== unit && order >= 0 && order < 4 && !event.moved[one] && step(size, event.squares[one], order) === target,
  );
  return other >= 0
    ? `was blocked: both units ${Math.min(unit, other) + 1} and ${Math.max(unit, other) + 1} wanted ${name}`
    : `was blocked: somebody else wanted ${name} or stands there`;
}

function sightWords(event, size, said) {
  const list = (squares) => squares.filter((square) => square >= 0).map((square) => squareName(size, square));
  const enemies = list(event.enemies);
  const fallen = list(event.fallen);
  const lit = members(event.across).length + members(event.along).length;
  const parts = [
    enemies.length && `saw an enemy on ${enemies.join(", ")}`,
    fallen.length && `saw an enemy fall on ${fallen.join(", ")}`,
    lit && "saw an enemy beam",
  ].filter(Boolean);
  return parts.length ? said(parts.join("; ")) : null;
}

export const endWords = () => "Whose king dies has lost.";
