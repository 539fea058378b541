// Crossfire by two rules: fire at an enemy in view, else go towards the middle, which is flooded last.

/** @typedef {import("../../src/games/crossfire.js").Observation} Observation */
/** @typedef {import("../../src/games/crossfire.js").Consts} Consts */
/** @typedef {import("../../src/index.js").Turn<Observation>} CrossfireTurn */
/** @typedef {{row: number, column: number}} Square */

/** @type {Record<string, [number, number]>} */
const STEPS = { up: [-1, 0], right: [0, 1], down: [1, 0], left: [0, -1] };
const PASSABLE = "FDG";
const HIT = 100; // worth more than any move

/**
 * @param {CrossfireTurn} turn
 * @returns {import("../../src/turn.js").Answer}
 */
export function chooseCrossfire(turn) {
  return command(turn, worthOfShot);
}

/**
 * The same for those who never fire.
 * @param {CrossfireTurn} turn
 * @returns {import("../../src/turn.js").Answer}
 */
export function approachMiddle(turn) {
  return command(turn, () => -HIT);
}

/**
 * The best option for each unit.
 * @param {CrossfireTurn} turn
 * @param {(turn: CrossfireTurn, unit: number, direction: string) => number} worthOfFire
 */
function command(turn, worthOfFire) {
  return turn.slots.map(({ name, options }) => {
    const unit = Number(/^unit (\d+)$/.exec(name)?.[1] ?? NaN);
    if (Number.isNaN(unit)) return 0;
    const worth = options.map(([verb, direction]) =>
      verb === "fire" ? worthOfFire(turn, unit, String(direction)) : worthOfMove(turn, unit, String(direction)),
    );
    return worth.indexOf(Math.max(...worth));
  });
}

/**
 * @param {CrossfireTurn} turn
 * @param {number} unit
 * @param {string} direction
 */
function worthOfShot(turn, unit, direction) {
  const { units, seen } = turn.observation;
  const hits = (/** @type {number[]} */ squares) =>
    squares.filter((square) => isInLine(turn, units[unit][0], square, direction)).length;
  const friends = units.filter(([, , , alive], other) => alive && other !== unit).map(([square]) => square);
  return hits(seen.at(-1) ?? []) > hits(friends) ? HIT : -HIT;
}

/**
 * @param {CrossfireTurn} turn
 * @param {number} unit
 * @param {string} direction
 */
function worthOfMove(turn, unit, direction) {
  const { units, terrain } = turn.observation;
  const { size } = /** @type {Consts} */ (turn.match.consts);
  const [down, right] = STEPS[direction];
  const from = squareOf(turn, units[unit][0]);
  const to = { row: from.row + down, column: from.column + right };
  const index = to.row * size + to.column;
  const isInside = Math.min(to.row, to.column) >= 0 && Math.max(to.row, to.column) < size;
  const isTaken = units.some(([square, , , alive]) => alive && square === index);
  if (!isInside || isTaken || !PASSABLE.includes(terrain[index])) return -size;
  const middle = (size - 1) / 2;
  return -Math.max(Math.abs(to.row - middle), Math.abs(to.column - middle));
}

/**
 * Does a beam from `from` in `direction` reach `to`, walls aside?
 * @param {CrossfireTurn} turn
 * @param {number} from
 * @param {number} to
 * @param {string} direction
 */
function isInLine(turn, from, to, direction) {
  const a = squareOf(turn, from);
  const b = squareOf(turn, to);
  const [down, right] = STEPS[direction];
  const away = { row: b.row - a.row, column: b.column - a.column };
  return Math.sign(away.row) === down && Math.sign(away.column) === right;
}

/**
 * @param {CrossfireTurn} turn
 * @param {number} square
 * @returns {Square}
 */
function squareOf(turn, square) {
  const { size } = /** @type {Consts} */ (turn.match.consts);
  return { row: Math.floor(square / size), column: square % size };
}
