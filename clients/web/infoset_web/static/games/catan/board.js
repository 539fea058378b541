// The island, drawn: hexes, harbours, pieces, and the places that can be chosen.
import { html, remembered, useMemo, useRef, useState } from "../../ui/ui.js";
import { IconAt } from "../../ui/icons.js";
import { R, layOut, pips, placeBeside } from "./geometry.js";
import { TERRAIN, cornerWords, edgeWords, exchangeWords, hexWords, landWords } from "./places.js";
import { say } from "../../words/words.js";

const FRAME = "-346 -314 692 628";
const SEA = "M-318 0-159-275 159-275 318 0 159 275-159 275z"; // its border is as broad as its corners are round
const WAVES = [
  [-166, -250],
  [44, -284],
  [158, -226],
  [232, -92],
  [-296, -58],
  [-266, 92],
  [-180, 222],
  [-22, 280],
  [138, 256],
  [226, 104],
];
const points = (list) => list.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
const hexagon = (at, size) =>
  points(
    [...Array(6)].map((_, i) => {
      const angle = ((-90 + 60 * i) * Math.PI) / 180;
      return { x: at.x + size * Math.cos(angle), y: at.y + size * Math.sin(angle) };
    }),
  );

/** `targets`: `{hex, vertex, edge}`, each a Map from the number of a place to the index of the action that chooses it. */
export function Island({ t, targets, piece }) {
  const plan = useMemo(() => layOut(t.consts), [t.consts]);
  const { obs } = t;
  return html`<svg class="island ground" viewBox=${FRAME}><${Sea} plan=${plan} /></svg>
    <svg class="island ground" viewBox=${FRAME}><${Land} plan=${plan} board=${obs.board}
      rolled=${obs.rolled && obs.dice ? obs.dice[0] + obs.dice[1] : 0} robber=${obs.robber} /></svg>
    <svg class="island top" viewBox=${FRAME} role="group" aria-label=${say("catan-island")}>
    ${obs.players.map(({ roads }, seat) => html`<${Roads} key=${`r${seat}`} plan=${plan} roads=${roads} seat=${seat} />`)}
    ${obs.players.map(({ settlements, cities }, seat) => html`<${Buildings} key=${`b${seat}`} plan=${plan}
      settlements=${settlements} cities=${cities} seat=${seat} name=${t.name(seat)} />`)}
    <${Targets} t=${t} places=${placesOf(t, plan, targets, piece)} />
  </svg>`;
}

/** What can be chosen on the board: where it lies, what it is called, how it is drawn. */
function placesOf(t, plan, targets, piece) {
  const seat = Math.max(0, t.seat);
  const places = (kind, points, words, draw) =>
    [...targets[kind]].map(([number, index]) => {
      const { x, y } = points[number];
      return { key: `${kind}${number}`, index, x, y, label: words(number), drawn: draw(points[number]) };
    });
  return [
    ...places(
      "hex",
      plan.hexes,
      (hex) => hexWords(t, hex),
      ({ x, y }) => html`<circle cx=${x} cy=${y} r="40" class="target-hex" />`,
    ),
    ...places(
      "edge",
      plan.edges,
      (edge) => say("catan-place-road", { edge: String(edge), where: edgeWords(t, edge) }),
      (edge) => html`<line class="target-edge-hit" x1=${edge.a.x} y1=${edge.a.y} x2=${edge.b.x} y2=${edge.b.y} />
        <${Road} edge=${edge} seat=${seat} isGhost=${true} />`,
    ),
    ...places(
      "vertex",
      plan.vertices,
      (vertex) => say(`catan-place-${piece}`, { corner: String(vertex), where: cornerWords(t, vertex) }),
      (at) => html`<circle cx=${at.x} cy=${at.y} r="27" class="target-vertex" />
        <circle cx=${at.x} cy=${at.y} r="8.500" class="target-dot" />
        <g class="ghost"><${Piece} at=${at} seat=${seat} kind=${piece} /></g>`,
    ),
  ];
}

/** The places in one stop of the Tab key: arrows lead from each to the one beside it. */
function Targets({ t, places }) {
  const [here, stand] = useState(null); // the place of the keyboard
  const stop = places.find(({ key }) => key === here?.key) ?? nearest(places, here ?? { x: 0, y: 0 });
  const box = useRef();
  const onKey = (event, { index }) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) t.act({ index });
    } else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      event.stopPropagation();
      const next = placeBeside(places, stop, event.key);
      if (next) box.current.querySelector(`[data-place=${next.key}]`).focus();
    }
  };
  return html`<g class=${`seat-${Math.max(0, t.seat)}`} ref=${box}>${places.map((place) => html`
    <g key=${place.key} class=${`target ${t.held?.index === place.index ? "held" : ""}`} role="button"
      data-place=${place.key} tabindex=${place === stop ? 0 : -1} aria-label=${place.label}
      onFocus=${() => stand(place)} onClick=${() => t.isBusy || t.act({ index: place.index })}
      onKeyDown=${(event) => onKey(event, place)}><title>${place.label}</title>${place.drawn}</g>`)}</g>`;
}

const nearest = (places, { x, y }) =>
  [...places].sort((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y))[0];

/** What lies there whoever plays; `rolled` is the sum of the dice, 0 for none. */
const Land = remembered(
  ({ plan, board, rolled, robber }) => html`
    <defs><${Motifs} /></defs>
    ${plan.harbours.map((at, i) => html`<${Harbour} key=${i} at=${at} kind=${board.harbours[i]} />`)}
    ${plan.hexes.map((at, hex) => html`<${Hex} key=${hex} at=${at} terrain=${board.terrain[hex]}
      number=${board.numbers[hex]} isHot=${rolled > 0 && rolled === board.numbers[hex] && robber !== hex} />`)}
    <${Robber} at=${plan.hexes[robber]} />`,
  ({ plan, board, rolled, robber }) => [plan, board, rolled, robber],
);

/** What lies around the island: deep water as far as the frame, shallows along the coast. It never changes. */
const Sea = remembered(
  ({ plan }) => html`<path class="sea" d=${SEA} />
    ${plan.hexes.map((at, hex) => html`<polygon key=${hex} class="shallows" points=${hexagon(at, 1.3 * R)} />`)}
    ${WAVES.map(([x, y]) => html`<path key=${`${x},${y}`} class="wave" d=${`M${x} ${y}q7-6 14 0t14 0`} />`)}`,
  ({ plan }) => [plan],
);

const Roads = remembered(
  ({ plan, roads, seat }) => html`<g class=${`seat-${seat}`}>
    ${roads.map((edge) => html`<${Road} key=${edge} edge=${plan.edges[edge]} seat=${seat} name=${`e${edge}`} />`)}</g>`,
  ({ plan, roads }) => [plan, roads],
);

const Buildings = remembered(
  ({ plan, settlements, cities, seat, name }) => html`<g class=${`seat-${seat}`}>
    ${settlements.map((vertex) => html`<${Piece} key=${vertex} at=${plan.vertices[vertex]} seat=${seat} place=${`v${vertex}`}
      kind="settlement" name=${say("catan-settlement-of", { name })} />`)}
    ${cities.map((vertex) => html`<${Piece} key=${vertex} at=${plan.vertices[vertex]} seat=${seat} kind="city" place=${`v${vertex}`}
      name=${say("catan-city-of", { name })} />`)}</g>`,
  ({ plan, settlements, cities, name }) => [plan, settlements, cities, name],
);

function Hex({ at, terrain, number, isHot }) {
  const name = TERRAIN[terrain];
  return html`<g class=${`hex ${name} ${isHot ? "hot" : ""}`}>
    <title>${landWords(terrain, number)}</title>
    <polygon class="sand" points=${hexagon(at, R + 1)} /><polygon class="land" points=${hexagon(at, R - 3)} />
      <use href=${`#motif-${name}`} x=${at.x} y=${at.y} />
    ${
      number > 0 &&
      html`<g class=${`token ${number === 6 || number === 8 ? "red" : ""}`}><circle cx=${at.x} cy=${at.y + 4} r="19" />
        <text x=${at.x} y=${at.y + 9}>${number}</text>
      ${[...Array(pips(number))].map((_, i) => html`<circle class="pip" cx=${at.x + (i - (pips(number) - 1) / 2) * 4.6}
        cy=${at.y + 15.5} r="1.600" />`)}</g>`
    }
  </g>`;
}

/** Small drawings at the rim of a hex, so that terrain is told without its colour. */
const Motifs = () => html`
  <g id="motif-wood" class="motif">${[
    [-27, -24],
    [0, -36],
    [27, -24],
    [-32, 22],
    [32, 22],
    [0, 42],
  ].map(([x, y]) => html`<path d=${`M${x} ${y - 10}l8 13h-5l4 6h-14l4-6h-5z`} />`)}</g>
  <g id="motif-brick" class="motif">${[
    [-24, -28],
    [4, -36],
    [26, -22],
    [-30, 24],
    [2, 40],
    [28, 26],
  ].map(
    ([x, y]) => html`<path d=${`M${x - 10} ${y - 4}h9v5h-9zM${x + 1} ${y - 4}h9v5h-9zM${x - 5} ${y + 2.5}h9v5h-9z`} />`,
  )}</g>
  <g id="motif-sheep" class="motif">${[
    [-26, -26],
    [4, -38],
    [27, -22],
    [-30, 24],
    [2, 41],
    [29, 25],
  ].map(
    ([x, y]) =>
      html`<path
        d=${`M${x - 8} ${y + 3}a5 5 0 0 1 2-8 6 6 0 0 1 10 0 5 5 0 0 1 2 8zM${x - 5} ${y + 3}v4h2v-4zM${x + 3} ${y + 3}v4h2v-4z`} />`,
  )}</g>
  <g id="motif-wheat" class="motif">${[
    [-28, -22],
    [-10, -36],
    [12, -36],
    [29, -22],
    [-32, 22],
    [-12, 38],
    [12, 38],
    [32, 22],
  ].map(
    ([x, y]) =>
      html`<path d=${`M${x} ${y + 9}v-9m0-1q-6-2-5-8 6 1 5 8zm0 0q6-2 5-8-6 1-5 8zm0-4q-3-4 0-8 3 4 0 8z`}
        stroke-width="1.400" />`,
  )}</g>
  <g id="motif-ore" class="motif">${[
    [-26, -24],
    [2, -36],
    [28, -22],
    [-30, 26],
    [2, 42],
    [30, 26],
  ].map(([x, y]) => html`<path d=${`M${x - 11} ${y + 6}l7-13 4 6 4-8 8 15z`} />`)}</g>
  <g id="motif-desert" class="motif">${[
    [-22, -22],
    [12, -32],
    [-6, 10],
    [20, 28],
    [-24, 36],
  ].map(([x, y]) => html`<path d=${`M${x - 12} ${y}q6-7 12 0t12 0`} fill="none" stroke-width="2" />`)}</g>`;

function Harbour({ at, kind }) {
  const special = kind < 5;
  return html`<g class="harbour"><title>${exchangeWords(kind)}</title>
    <path class="pier" d=${`M${at.at.a.x} ${at.at.a.y}L${at.x} ${at.y}L${at.at.b.x} ${at.at.b.y}`} />
      <circle class=${special ? `harbour-sign r-${kind}` : "harbour-sign"} cx=${at.x} cy=${at.y} r="19" />
    ${special ? html`<g class="harbour-text"><${IconAt} name=${`r-${kind}`} x=${at.x} y=${at.y - 4} size=${18}
      width=${2} /><text x=${at.x} y=${at.y + 15}>2:1</text></g>` : html`
      <text class="harbour-text" x=${at.x} y=${at.y + 4.5} style="font-size:13px">3:1</text>`}
  </g>`;
}

function Road({ edge, seat, isGhost, name }) {
  const along = (from, to, share) => ({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
  const a = along(edge.a, edge.b, 0.16);
  const b = along(edge.a, edge.b, 0.84);
  const line = (kind) => html`<line class=${kind} x1=${a.x} y1=${a.y} x2=${b.x} y2=${b.y} />`;
  return html`<g class=${`road pattern-${seat} ${isGhost ? "ghost" : ""}`} data-moves=${name} data-from=${`seat${seat}`}>
    ${line("road-edge")}${line("road-body")}${line("road-mark")}</g>`;
}

const MARKS = [
  "M-3 0a3 3 0 1 0 6 0 3 3 0 1 0-6 0",
  "M-2.800-2.800h5.600v5.600h-5.600z",
  "M0-3.400 3.500 2.700h-7z",
  "M0-3.600 3.600 0 0 3.600-3.600 0z",
];

function Piece({ at, seat, kind, name, place }) {
  const city = kind === "city";
  return html`<g class="piece" data-moves=${place} data-from=${`seat${seat}`} transform=${`translate(${at.x} ${at.y})`}>${name && html`<title>${name}</title>`}
    <path d=${city ? "M-17 13V-4l8.500-8 8.500 8v2H17V13z" : "M-11 11V-3L0-13 11-3V11z"} />
      <path class="piece-mark" transform=${city ? "translate(-8 4) scale(1.150)" : "translate(0 3)"}
      d=${MARKS[seat % 4]} /></g>`;
}

const Robber = ({ at }) =>
  html`<g class="robber" data-moves="robber" transform=${`translate(${at.x + 27} ${at.y - 12})`}><title>${say("catan-robber")}</title>
    <path d="M0-20a8 8 0 0 1 5 14.200c4 3 6 9 6 17.800H-11c0-8.800 2-14.800 6-17.800A8 8 0 0 1 0-20z" /></g>`;
