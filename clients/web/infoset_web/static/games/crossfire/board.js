// The board of Crossfire, drawn: terrain, fog, units, where enemies may be, and what the orders would do.
import { html, remembered } from "../../ui/ui.js";
import {
  DIRECTIONS,
  beam,
  columnOf,
  doomedRing,
  isBuried,
  members,
  ringOf,
  rowOf,
  sizeOf,
  slide,
  spawns,
  squareName,
} from "./board_geometry.js";
import { orderWords, wayWords } from "./words.js";
import { factsOf, percentWords } from "../../model/known.js";
import { say } from "../../words/words.js";

const CELL = 40;
const BODY = 14.5; // radius of a unit
const KEY = 14; // of a key around it
const RIM = 29; // around the squares: rulers, and keys of units at the edge
const ARROW = ["M0-11 8 3H-8z", "M11 0-3 8V-8z", "M0 11-8-3H8z", "M-11 0 3-8V8z"];

const at = (size, square) => ({
  x: columnOf(size, square) * CELL + CELL / 2,
  y: rowOf(size, square) * CELL + CELL / 2,
});

/**
 * `orders` by unit `[verb, direction]`; `chosen` is the unit being ordered; `onUnit(unit)` chooses one,
 * `onOrder(option)` orders it. `reach` is how far from its middle something must be met that is pressed, in our units.
 */
export function Field({ t, orders, chosen, options, onUnit, onOrder, king, reach }) {
  const { obs, consts } = t;
  const size = sizeOf(obs);
  const edge = size * CELL;
  const isHidden = obs.visible !== "" && obs.seat >= 0 && !t.over;
  const doomed = doomedRing(obs, consts);
  const frame = `${-RIM} ${-RIM} ${edge + 2 * RIM} ${edge + 2 * RIM}`;
  const falls = ({ square, letter }) => ringOf(size, square) === doomed && letter !== "M";
  const enemy = obs.seat < 0 ? -1 : 1 - obs.seat;
  const isUnseen = obs.seat < 0 && !obs.reveal.length; // a stranger knows where units began, and no more
  const standing = obs.units.filter(([, , , alive]) => alive > 0).map(([square]) => square);
  return html`<svg class="arena ground" viewBox=${frame}><${Ground} obs=${obs} /></svg>
    <svg class="arena top" viewBox=${frame} role="group" aria-label=${say("crossfire-board", { size })}>
    ${!t.over && html`<path class=${`doomed in-${Math.min(3, obs.reduction_in)}`} fill="url(#doom)"
      d=${covering(squaresOf(obs).filter(falls))} />`}
    ${isHidden && html`<${Fog} obs=${obs} />`}
    ${enemy >= 0 && !t.over && html`<${Reach} obs=${obs} size=${size} enemy=${enemy}
      facts=${chancesOf(t, enemy)} />`}
    <${Beams} t=${t} size=${size} />
    ${Object.entries(orders ?? {}).map(([unit, order]) => html`
      <${Plan} key=${unit} t=${t} size=${size} unit=${Number(unit)} order=${order} />`)}
    ${isUnseen && [0, 1].flatMap((seat) => spawns(obs, seat).map((square, unit) => html`
      <${Token} key=${`s${seat}.${unit}`} at=${at(size, square)} seat=${seat} number=${unit + 1}
      isGhost=${obs.phase !== "setup"} words=${say("crossfire-began-here", { unit: unit + 1, name: t.name(seat) })} />`))}
    ${enemy >= 0 && obs.phase === "setup" && spawns(obs, enemy).map((square) => html`
      <${Token} key=${`s${square}`} at=${at(size, square)} seat=${enemy} words=${say("crossfire-enemy")} />`)}
    <${Enemies} obs=${obs} size=${size} enemy=${enemy} />
    ${revealed(obs).map(({ seat, unit, square, recharge, wait, isKing }) => html`
      <${Token} key=${`r${seat}.${unit}`} at=${at(size, square)} seat=${seat} number=${unit + 1} wait=${wait}
      isKing=${isKing} words=${say("crossfire-unit-recharge", { unit: unit + 1, recharge })} />`)}
    ${obs.phase === "setup" && obs.seat >= 0 && spawns(obs, obs.seat).map((square, unit) => html`
      <${Token} key=${unit} at=${at(size, square)} seat=${obs.seat} number=${unit + 1} isKing=${king === unit}
      onChoose=${onUnit && (() => onUnit(unit))} reach=${reachOf(size, square, spawns(obs, obs.seat), reach)} words=${say("crossfire-make-king", { unit: unit + 1 })} />`)}
    ${obs.units.map(
      ([square, motion, wait, alive], unit) =>
        alive > 0 &&
        html`<${Token} key=${unit} at=${at(size, square)} seat=${obs.seat} number=${unit + 1} wait=${wait}
          motion=${motion} isKing=${obs.king === unit} isChosen=${chosen === unit}
          isOrdered=${orders?.[unit] !== undefined}
      onChoose=${onUnit && motion < 0 ? () => onUnit(unit) : undefined}
        reach=${reachOf(size, square, standing, reach)}
        words=${unitWords(obs, unit)} />`,
    )}
    ${chosen !== undefined && obs.units[chosen] && html`<${Compass} centre=${at(size, obs.units[chosen][0])}
      options=${options} onOrder=${onOrder} edge=${edge} radius=${Math.max(KEY, reach)} />`}
  </svg>`;
}

/** How far a unit is met on `square`: as far as it should be, but no farther than halfway to the next. */
function reachOf(size, square, others, reach) {
  const here = at(size, square);
  const apart = others
    .filter((other) => other !== square)
    .map((other) => Math.hypot(at(size, other).x - here.x, at(size, other).y - here.y));
  return Math.max(BODY, Math.min(reach, ...apart.map((one) => one / 2)));
}

const squaresOf = ({ terrain }) => {
  const size = sizeOf({ terrain });
  return [...terrain].map((letter, square) => ({
    letter,
    square,
    x: columnOf(size, square) * CELL,
    y: rowOf(size, square) * CELL,
  }));
};

/** How long a side of the drawing is, in its own units. */
export const sideOf = (obs) => sizeOf(obs) * CELL + 2 * RIM;

/** The outline of squares, as one path: a hundred rectangles take longer to draw. */
const covering = (squares) => squares.map(({ x, y }) => `M${x} ${y}h${CELL}v${CELL}h${-CELL}z`).join("");

const Ground = remembered(
  ({ obs }) => {
    const size = sizeOf(obs);
    return html`<defs><${Motifs} /></defs>
      ${[...Array(size)].map((_, i) => html`<text class="ruler" x=${i * CELL + 20} y="-8">${String.fromCharCode(65 + i)}
        </text><text class="ruler" x="-11" y=${i * CELL + 25}>${i + 1}</text>`)}
      ${squaresOf(obs).map(({ letter, square, x, y }) => html`<g key=${square} class=${`square t-${letter}`}
        transform=${`translate(${x} ${y})`}><title>${squareName(size, square)}: ${say(`crossfire-terrain-${letter}`)}</title>
        <rect width="40" height="40" /><use href=${`#terrain-${letter}`} /></g>`)}`;
  },
  ({ obs }) => [obs.terrain],
);

const Fog = remembered(
  ({ obs }) => {
    const seen = new Set(members(obs.visible));
    const hidden = covering(squaresOf(obs).filter(({ square }) => !seen.has(square)));
    return html`<path class="fog" d=${hidden} /><path class="fog-lines" fill="url(#fog)" d=${hidden} />`;
  },
  ({ obs }) => [obs.visible, obs.terrain],
);

/** The units of the others that are still there, once all is revealed. */
const revealed = (obs) =>
  obs.reveal.flatMap((units, seat) =>
    units
      .map(([square, , recharge, wait, alive, isKing], unit) => ({
        seat,
        unit,
        square,
        recharge,
        wait,
        isKing: isKing > 0,
        isShown: seat !== obs.seat && alive > 0,
      }))
      .filter(({ isShown }) => isShown),
  );

function unitWords(obs, unit) {
  const [square, motion, wait] = obs.units[unit];
  return [
    say("crossfire-unit-on", { unit: unit + 1, square: squareName(sizeOf(obs), square) }),
    ...(obs.king === unit ? [say("crossfire-the-king")] : []),
    wait > 0 ? say("crossfire-can-fire", { count: wait }) : say("crossfire-charged"),
    ...(motion >= 0 ? [say("crossfire-sliding", { way: wayWords(DIRECTIONS[motion]) })] : []),
  ].join(", ");
}

const Motifs = () => html`
  <g id="terrain-M" class="motif-c"><path d="M5 33 15 12l6 10 6-7 9 18z" />
    <path class="snow" d="m15 12 4.500 7.500-3-1-2 2-2.500-2z" /></g>
  <g id="terrain-W" class="motif-c line"><path d="M6 14q5-5 9 0t9 0 9 0M6 24q5-5 9 0t9 0 9 0M6 34q5-5 9 0t9 0 9 0" />
    </g>
  <g id="terrain-F" class="motif-c"><path d="M13 7l8 14h-4l4 8H5l4-8H5zM28 13l7 12h-3l4 8H20l4-8h-3z" /></g>
  <g id="terrain-D" class="motif-c"><circle cx="9" cy="11" r="1.700" /><circle cx="28" cy="9" r="1.700" />
    <circle cx="19" cy="21" r="1.700" /><circle cx="33" cy="26" r="1.700" /><circle cx="9" cy="31" r="1.700" />
    <circle cx="25" cy="34" r="1.700" /></g>
  <g id="terrain-G" class="motif-c line"><path d="M8 30 22 16M20 34l10-10" /></g>
  <pattern id="fog" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
    <rect class="fog-line" width="1.600" height="8" /></pattern>
  <pattern id="doom" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect class="doom-stripe" width="4" height="10" /></pattern>`;

/** Enter or space where something can be chosen. */
function onPress(event, choose) {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  event.stopPropagation();
  choose();
}

function Token({
  at: { x, y },
  seat,
  number,
  wait,
  motion = -1,
  isKing,
  isChosen,
  isOrdered,
  onChoose,
  words,
  isGhost,
  reach = BODY,
}) {
  const onKeyDown = (event) => onPress(event, onChoose);
  const button = onChoose ? { role: "button", tabindex: 0, onClick: onChoose, onKeyDown } : { role: "img" };
  return html`<g
    class=${`unit seat-${seat} ${isChosen ? "chosen" : ""} ${isGhost ? "ghost-unit" : ""} ${onChoose ? "can" : ""}`}
    data-moves=${number !== undefined && !isGhost ? `${seat}.${number}` : undefined}
    transform=${`translate(${x} ${y})`} aria-label=${words} ...${button}>
    <title>${words}</title>
    ${onChoose && html`<circle class="hit" r=${reach} />`}
    ${isChosen && html`<circle class="halo" r="19" />`}
    <circle class="body" r=${BODY} />${seat === 1 && html`<circle class="inner" r="11.500" />`}
    ${isKing && html`<path class="king" d="M-9-11l-2-9 5.500 4L0-23l5.500 7 5.500-4-2 9z" />`}
    ${number !== undefined && html`<text class="unit-number" y="5.500" aria-hidden="true">${number}</text>`}
    ${wait !== undefined && (wait > 0 ? html`<g transform="translate(12 12)"><circle class="wait" r="8" />
      <text class="wait-text" y="4" aria-hidden="true">${wait}</text></g>` : html`
      <path class="charged" transform="translate(12 11) scale(0.750)" d="M2-11-8 3h6l-2 9L7-3H1z" />`)}
    ${motion >= 0 && html`<path class="motion"
      transform=${`translate(${[0, 19, 0, -19][motion]} ${[-19, 0, 19, 0][motion]}) scale(0.700)`}
      d=${ARROW[motion]} />`}
    ${isOrdered && html`<circle class="ordered" cx="-12" cy="-12" r="4.500" />`}
  </g>`;
}

/** The chances of squares by number, where they are known of this very position. */
function chancesOf(t, enemy) {
  const told = t.match.known?.value?.told;
  return told && told.ver === t.match.ver.value ? factsOf(told, enemy, "enemy") : undefined;
}

/** Squares where each enemy unit may be: the more units, the stronger; a single square is the unit itself. */
function Reach({ obs, size, enemy, facts }) {
  const counts = new Map();
  const sets = obs.reach.map(members);
  sets.forEach((set) => set.length > 1 && set.forEach((square) => counts.set(square, (counts.get(square) ?? 0) + 1)));
  const inView = new Set(obs.seen.at(-1) ?? []);
  return html`${[...counts].map(([square, count]) => {
    const { x, y } = at(size, square);
    const words = say("crossfire-may-be", { count });
    const chance = facts && (facts.get(square)?.chance ?? 0);
    const [opacity, radius] = facts ? [0.04 + 0.6 * chance, 1.5 + 9 * chance] : [Math.min(0.36, 0.09 * count), 2 + count];
    return html`<g key=${square} class=${`may-be seat-${enemy}`}><title>
      ${facts ? say("crossfire-may-be-chance", { words, chance: percentWords(chance) }) : words}</title>
      <rect x=${x - 20} y=${y - 20} width="40" height="40" opacity=${opacity} />
      <circle cx=${x} cy=${y} r=${radius} /></g>`;
  })}
    ${sets.map((set, unit) => set.length === 1 && !inView.has(set[0]) && html`
      <${Token} key=${`g${unit}`} at=${at(size, set[0])} seat=${enemy} isGhost=${true}
      words=${say("crossfire-must-be")} />`)}`;
}

function Enemies({ obs, size, enemy }) {
  if (enemy < 0 || obs.reveal.length) return null;
  const now = obs.seen.at(-1) ?? [];
  const before = obs.seen.slice(-4, -1);
  const old = before
    .flatMap((squares, i) => squares.map((square) => ({ square, age: before.length - i })))
    .filter(({ square }) => !now.includes(square));
  return html`${old.map(({ square, age }) => {
    const { x, y } = at(size, square);
    return html`<text key=${`o${square}.${age}`} class=${`last-seen seat-${enemy}`} x=${x + 13} y=${y - 9}>
      <title>${say("crossfire-was-seen", { count: age })}</title>−${age}</text>`;
  })}
    ${obs.phase !== "setup" && now.map((square) => html`
      <${Token} key=${`e${square}`} at=${at(size, square)} seat=${enemy}
      words=${say("crossfire-enemy-on", { square: squareName(size, square) })} />`)}`;
}

/** The beams of the round that has just been played: the enemy's that were seen, and one's own. */
function Beams({ t, size }) {
  const { obs, consts } = t;
  const lit = obs.light.filter(([round]) => round === obs.round - 1 || (t.over && round === obs.round));
  const mine = t.last
    .filter((event) => event.e === "units" && event.by === obs.seat)
    .flatMap((event) =>
      event.orders
        .map((order, unit) =>
          order >= 4
            ? beam(obs, consts, event.squares[unit], order - 4, obs.round - 1).map((square) => [order % 2, square])
            : [],
        )
        .flat(),
    );
  const bar = (axis, square, kind, i) => {
    const { x, y } = at(size, square);
    return html`<path key=${`${kind}${i}`} class=${`beam ${kind}`}
      d=${axis === 0 ? `M${x - 20} ${y}h40` : `M${x} ${y - 20}v40`} />`;
  };
  const theirs = `theirs seat-${1 - obs.seat}`;
  return html`${lit.flatMap(([, axis, ...squares]) =>
    squares.map((square, i) => bar(axis, square, theirs, `${axis}.${i}`)),
  )}
    ${mine.map(([odd, square], i) => bar(odd ? 0 : 1, square, `mine seat-${Math.max(0, obs.seat)}`, i))}`;
}

function Plan({ t, size, unit, order: [verb, word] }) {
  const { obs, consts } = t;
  const direction = DIRECTIONS.indexOf(word);
  const from = at(size, obs.units[unit][0]);
  const path = (verb === "move" ? slide : beam)(obs, consts, obs.units[unit][0], direction);
  const cross = (x, y) => html`<path class="plan-none" d=${`M${x - 6} ${y - 6}l12 12m0-12l-12 12`} />`;
  if (!path.length) return cross(from.x, from.y);
  const end = at(size, path.at(-1));
  const isLost = verb === "move" && isBuried(obs, consts, path);
  const cls = `plan ${verb} seat-${obs.seat}`;
  return html`<g class=${cls}><path d=${`M${from.x} ${from.y}L${end.x} ${end.y}`} />${
    verb === "move"
      ? html`<circle cx=${end.x} cy=${end.y} r="13" /><path class="tip"
        transform=${`translate(${end.x} ${end.y}) scale(0.800)`} d=${ARROW[direction]} />`
      : path.map((square) => {
          const { x, y } = at(size, square);
          return html`<circle class="lit" key=${square} cx=${x} cy=${y} r="5" />`;
        })
  }</g>${isLost && cross(end.x, end.y)}`;
}

/** Around the unit being ordered: inner arrows move, outer bolts fire. What would lie outside is moved in, beside the arrow. */
function Compass({ centre, options, onOrder, edge, radius }) {
  const within = (at) => Math.max(radius - RIM, Math.min(edge + RIM - radius, at));
  const aside = (at) => at + (at > edge / 2 ? -1 : 1) * (2 * radius + 2);
  const place = (option) => {
    const direction = DIRECTIONS.indexOf(option[1]);
    const far = BODY + radius + (option[0] === "move" ? 5 : 2 * radius + 5);
    const x = centre.x + [0, far, 0, -far][direction];
    const y = centre.y + [-far, 0, far, 0][direction];
    return {
      x: within(y) === y ? within(x) : aside(x),
      y: within(x) === x ? within(y) : aside(y),
      direction,
    };
  };
  return html`<g class="compass">${options.map((option, i) => {
    const { x, y, direction } = place(option);
    const isMove = option[0] === "move";
    return html`<g key=${i} class=${`compass-key ${option[0]}`} role="button" tabindex="0"
      aria-label=${orderWords(option)} transform=${`translate(${x} ${y})`} onClick=${() => onOrder(i)}
      onKeyDown=${(event) => onPress(event, () => onOrder(i))}>
    <circle r=${radius} />${isMove ? html`<path d=${ARROW[direction]} />` : html`<path d="M2-11-8 3h6l-2 9L7-3H1z" />`}</g>`;
  })}</g>`;
}
