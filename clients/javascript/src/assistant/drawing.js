// What an assistant draws: named calls that collect drawings, and the layers they go into. Sends nothing.

/** @typedef {import("../wire.js").Drawing} Drawing */
/** @typedef {{color?: string, size?: number}} Style colours are names of the palette (`good`, `bad`, `danger`, `seat0`, ...) or `#rrggbb` */

const SIDE = "screen:side";
const MAX_TEXT = 120;
const MAX_CELL = 64;

/** The 16 signs, which look the same in every game and every client. */
export const Badge = Object.freeze({
  CROSS: 0,
  RING: 1,
  SKULL: 2,
  DIAMOND: 3,
  SHIELD: 4,
  EYE: 5,
  UP: 6,
  RIGHT: 7,
  DOWN: 8,
  LEFT: 9,
  FLAG: 10,
  STAR: 11,
  QUESTION: 12,
  BOLT: 13,
  LOCK: 14,
  COIN: 15,
});

/**
 * Collects the drawings of one hook; what it draws replaces what it drew the time before. Anchors are names
 * such as `cell:4,7` or `screen:side`.
 */
export class Canvas {
  /** @type {Drawing[]} */
  #items = [];

  /**
   * Words at an anchor, which may be the screen itself.
   * @param {string} at
   * @param {unknown} text
   * @param {Style} [style]
   */
  text(at, text, style) {
    this.#add({ k: "text", at: [at], t: String(text).slice(0, MAX_TEXT) }, style);
  }

  /**
   * One of the 16 signs.
   * @param {string} at
   * @param {number} badge
   * @param {Style} [style]
   */
  badge(at, badge, style) {
    this.#add({ k: "badge", at: [at], n: badge }, style);
  }

  /**
   * A tint, from 0 (cold) to 1 (hot).
   * @param {string} at
   * @param {number} value
   */
  heat(at, value) {
    this.#add({ k: "heat", at: [at], v: Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000 });
  }

  /**
   * An arrow through two anchors or more.
   * @param {string[]} at
   * @param {Style & {label?: string}} [style]
   */
  arrow(at, style) {
    this.#add({ k: "arrow", at, ...(style?.label !== undefined && { t: style.label }) }, style);
  }

  /**
   * A line through two anchors or more.
   * @param {string[]} at
   * @param {Style} [style]
   */
  path(at, style) {
    this.#add({ k: "path", at }, style);
  }

  /**
   * A frame.
   * @param {string} at
   * @param {Style} [style]
   */
  mark(at, style) {
    this.#add({ k: "mark", at: [at] }, style);
  }

  /**
   * A piece that is not there, by its name.
   * @param {string} at
   * @param {string} piece
   * @param {Style} [style]
   */
  ghost(at, piece, style) {
    this.#add({ k: "ghost", at: [at], t: piece.slice(0, MAX_TEXT) }, style);
  }

  /**
   * Lines of name and value in a panel.
   * @param {Record<string, unknown>} rows
   * @param {{at?: string, title?: string}} [where]
   */
  table(rows, { at = SIDE, title } = {}) {
    const lines = Object.entries(rows).map((row) => row.map((cell) => String(cell).slice(0, MAX_CELL)));
    this.#add({ k: "table", at: [at], rows: lines, ...(title !== undefined && { t: title }) });
  }

  /** What was drawn since this was asked last. */
  take() {
    const items = this.#items;
    this.#items = [];
    return items;
  }

  /**
   * @param {Drawing} drawing
   * @param {Style} [style]
   */
  #add(drawing, { color, size } = {}) {
    this.#items.push({ ...drawing, ...(color !== undefined && { c: color }), ...(size !== undefined && { size }) });
  }
}

/** Shows canvases as layers; a layer that has not changed is not sent again. */
export class Easel {
  #send;
  /** @type {Map<string, string>} by layer what is shown, in writing */
  #shown = new Map();

  /** @param {(message: object) => void} send */
  constructor(send) {
    this.#send = send;
  }

  /**
   * Replaces a layer.
   * @param {string} layer
   * @param {Drawing[]} items
   * @param {"turn" | "removed"} until
   */
  show(layer, items, until) {
    const text = JSON.stringify(items);
    if (text === (this.#shown.get(layer) ?? "[]")) return;
    this.#shown.set(layer, text);
    this.#send({ type: "overlay", layer, items, until });
  }

  /** The owner's screen has dropped this layer by itself. @param {string} layer */
  turnBegins(layer) {
    this.#shown.delete(layer);
  }
}
