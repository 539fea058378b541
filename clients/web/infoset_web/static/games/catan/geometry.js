// Where hexes, corners and edges of Catan lie on a drawing, from the constants of the game. Draws nothing.

export const R = 60; // from the centre of a hex to a corner
const WIDE = Math.sqrt(3);

export const hexCentre = ([q, r]) => ({ x: R * WIDE * (q + r / 2), y: R * 1.5 * r });

export const corner = (centre, i) => {
  const angle = ((-90 + 60 * i) * Math.PI) / 180;
  return { x: centre.x + R * Math.cos(angle), y: centre.y + R * Math.sin(angle) };
};

const middle = (a, b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** `{hexes, vertices, edges, harbours}`: points; an edge has its two ends, a harbour lies off the coast. */
export function layOut(consts) {
  const hexes = consts.hexes.map(hexCentre);
  const vertices = [];
  consts.hex_vertices.forEach((corners, hex) =>
    corners.forEach((vertex, i) => (vertices[vertex] ??= corner(hexes[hex], i))),
  );
  const edges = consts.edges.map(([a, b]) => ({
    a: vertices[a],
    b: vertices[b],
    ...middle(vertices[a], vertices[b]),
    ends: [a, b],
  }));
  const harbours = consts.harbour_edges.map((edge) => {
    const at = edges[edge];
    const far = Math.hypot(at.x, at.y);
    const out = (far + R * 0.62) / far;
    return { ...at, x: at.x * out, y: at.y * out, at };
  });
  return { hexes, vertices, edges, harbours };
}

const around = new WeakMap(); // by constants, which never change

/** The hexes around each corner. */
export function hexesAround(consts) {
  if (around.has(consts)) return around.get(consts);
  const found = [];
  consts.hex_vertices.forEach((corners, hex) => corners.forEach((vertex) => (found[vertex] ??= []).push(hex)));
  around.set(consts, found);
  return found;
}

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/**
 * Of `places`, each with `x` and `y`, the one that an arrow key leads to from `from`: the nearest in its quarter of the
 * directions, else the nearest that lies that way at all; undefined where there is none.
 */
export function placeBeside(places, from, key) {
  const [right, down] = STEPS[key];
  const ways = places
    .map((place) => {
      const [x, y] = [place.x - from.x, place.y - from.y];
      return { place, ahead: x * right + y * down, aside: Math.abs(x * down) + Math.abs(y * right) };
    })
    .filter(({ ahead }) => ahead > 1);
  const straight = ways.filter(({ ahead, aside }) => aside <= ahead);
  const cost = ({ ahead, aside }) => ahead + 2 * aside;
  return (straight.length ? straight : ways).sort((a, b) => cost(a) - cost(b))[0]?.place;
}

/** What the bank wants of each resource for one other, from a seat's harbours. */
export function bankRates(obs, consts, seat) {
  const any = consts.harbours.length - 1;
  const mine = new Set([...obs.players[seat].settlements, ...obs.players[seat].cities]);
  const rates = new Array(any).fill(4);
  consts.harbour_edges.forEach((edge, harbour) => {
    if (!consts.edges[edge].some((vertex) => mine.has(vertex))) return;
    const kind = obs.board.harbours[harbour];
    if (kind === any) rates.forEach((rate, i) => (rates[i] = Math.min(rate, 3)));
    else rates[kind] = 2;
  });
  return rates;
}

/** In how many of 36 rolls a number comes. */
export const pips = (number) => (number ? 6 - Math.abs(7 - number) : 0);
