// The board of Crossfire as numbers: squares, sets of them, slides and beams of a unit that is alone. Draws nothing.
import { listed, say } from "../../words/words.js";

export const DIRECTIONS = ["up", "right", "down", "left"];
const STEPS = [
  [-1, 0],
  [0, 1],
  [1, 0],
  [0, -1],
];

export const sizeOf = (obs) => Math.round(Math.sqrt(obs.terrain.length));
export const rowOf = (size, square) => Math.floor(square / size);
export const columnOf = (size, square) => square % size;

/** `C7`: the column as a letter, the row counted from the top. */
export const squareName = (size, square) =>
  `${String.fromCharCode(65 + columnOf(size, square))}${rowOf(size, square) + 1}`;

/** The squares of a set, which is written as a hexadecimal number with a bit for each. */
export function members(text) {
  if (!text || text === "0" || typeof text !== "string") return [];
  const found = [];
  const digits = [...text].reverse();
  digits.forEach((digit, i) => {
    const bits = parseInt(digit, 16);
    for (let bit = 0; bit < 4; bit += 1) if (bits & (1 << bit)) found.push(4 * i + bit);
  });
  return found;
}

/** The next square in a direction, or -1 outside the board. */
export function step(size, square, direction) {
  const row = rowOf(size, square) + STEPS[direction][0];
  const column = columnOf(size, square) + STEPS[direction][1];
  return row < 0 || column < 0 || row >= size || column >= size ? -1 : row * size + column;
}

const flags = (consts) => Object.fromEntries(consts.terrain.map((one) => [one.letter, one]));

/** What a square is at the end of a round, now or later: outer rings are mountain, the next one has no ground left. */
function letterAfter(obs, consts, round, square) {
  const fallen = Math.floor(round / consts.period);
  const letter = obs.terrain[square];
  if (fallen === doomedRing(obs, consts)) return letter;
  const ring = ringOf(sizeOf(obs), square);
  return ring < fallen ? "M" : ring === fallen && letter === "G" ? "D" : letter;
}

/**
 * The squares that a unit would slide over, one a round, if nobody is in its way; empty where it is obstructed at once.
 * Rings that fall meanwhile stop it before them; where it stands on such a ring it stops, and is lost.
 */
export function slide(obs, consts, square, direction) {
  const size = sizeOf(obs);
  const kinds = flags(consts);
  const path = [];
  for (let round = obs.round, at = square; round <= consts.last_round; round += 1) {
    at = step(size, at, direction);
    if (at < 0 || !kinds[letterAfter(obs, consts, round - 1, at)].passable) break;
    path.push(at);
    if (!kinds[letterAfter(obs, consts, round, at)].slippery) break;
  }
  return path;
}

/** Does a unit that slides along `path` end on a square which then becomes mountain? */
export const isBuried = (obs, consts, path) =>
  path.length > 0 && letterAfter(obs, consts, obs.round + path.length - 1, path.at(-1)) === "M";

/** The squares a beam of a round, usually the one to come, lights. Beams come after the reduction, if there is one. */
export function beam(obs, consts, square, direction, round = obs.round) {
  const size = sizeOf(obs);
  const kinds = flags(consts);
  const letter = (where) => letterAfter(obs, consts, round, where);
  const stops = (where) => (consts.laser_stop === "mountain" ? letter(where) === "M" : !kinds[letter(where)].passable);
  const path = [];
  for (let next = step(size, square, direction); next >= 0 && !stops(next); next = step(size, next, direction))
    path.push(next);
  return path;
}

export const ringOf = (size, square) =>
  Math.min(
    rowOf(size, square),
    columnOf(size, square),
    size - 1 - rowOf(size, square),
    size - 1 - columnOf(size, square),
  );

/** The ring that becomes mountain next: rings fall from the outside, one in each period. */
export const doomedRing = (obs, consts) => Math.floor((obs.round - 1) / consts.period);

/** Spawn squares of a seat, in the order of its units: digits belong to seat 0, letters to seat 1. */
export function spawns(obs, seat) {
  const size = sizeOf(obs);
  const marks = obs.map.slice(1).join("");
  const found = [];
  const first = seat === 0 ? "0".charCodeAt(0) : "a".charCodeAt(0);
  for (let square = 0; square < size * size; square += 1) {
    const unit = marks.charCodeAt(square) - first;
    if (unit >= 0 && unit < 8) found[unit] = square;
  }
  return found;
}

/**
 * What stands in the way of orders before they are sent: sentences for the one who gives them.
 * `orders` is by unit `[verb, direction]`.
 */
export function warnings(obs, consts, orders) {
  const size = sizeOf(obs);
  const found = [];
  const wants = new Map();
  Object.entries(orders).forEach(([unit, [verb, word]]) => {
    const direction = DIRECTIONS.indexOf(word);
    const square = obs.units[unit][0];
    const name = Number(unit) + 1;
    if (verb === "move") {
      const target = step(size, square, direction);
      const path = slide(obs, consts, square, direction);
      if (!path.length) 
        found.push(target < 0 ? say("crossfire-warn-edge", { unit: name }) : say("crossfire-warn-obstacle", { unit: name }));
      else wants.set(target, [...(wants.get(target) ?? []), name]);
      if (isBuried(obs, consts, path))
        found.push(say("crossfire-warn-buried", { unit: name, square: squareName(size, path.at(-1)) }));
    } else {
      const hit = beam(obs, consts, square, direction);
      obs.units.forEach(
        ([other, , , alive], i) =>
          alive &&
          i !== Number(unit) &&
          hit.includes(other) &&
          found.push(say("crossfire-warn-beam", { unit: name, other: i + 1 })),
      );
    }
  });
  wants.forEach(
    (units, target) =>
      units.length > 1 &&
      found.push(say("crossfire-warn-both", { units: listed(units.map(String)), square: squareName(size, target) })),
  );
  return found;
}
