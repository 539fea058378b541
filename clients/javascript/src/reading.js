// Checks what a server sends against the generated shapes. Unknown fields, words and types pass.

import { isObject } from "./codec.js";
import { FrameError } from "./errors.js";
import { SERVER_MESSAGES, SHAPES } from "./shapes.js";

/** @typedef {import("./wire.js").ServerMessage} ServerMessage */
/** @typedef {{type: string, [field: string]: unknown}} Unknown a message of a later version, to be passed over */
/** @typedef {(value: unknown, path: string) => void} Check */

/** @type {Map<string, Check>} */
const CHECKS = new Map(
  Object.entries({
    any: () => {},
    int: (value, path) => expect(Number.isInteger(value), path, "an integer"),
    num: (value, path) => expect(typeof value === "number", path, "a number"),
    text: (value, path) => expect(typeof value === "string", path, "a text"),
    bool: (value, path) => expect(typeof value === "boolean", path, "true or false"),
  }),
);

/**
 * The message, checked, without fields that are null. Throws FrameError naming the field that is wrong.
 * @param {Record<string, unknown>} plain
 * @returns {ServerMessage | Unknown}
 */
export function readServerMessage(plain) {
  const type = String(plain.type);
  expect(typeof plain.type === "string", "type", "a text");
  if (Object.hasOwn(SERVER_MESSAGES, type)) {
    const name = /** @type {Record<string, string>} */ (SERVER_MESSAGES)[type];
    checkOf(name)(plain, "");
  }
  return /** @type {ServerMessage} */ (/** @type {unknown} */ (plain));
}

/**
 * The check of a shape: made once, kept.
 * @param {string} shape
 * @returns {Check}
 */
function checkOf(shape) {
  let check = CHECKS.get(shape);
  if (check === undefined) {
    check = makeCheck(shape);
    CHECKS.set(shape, check);
  }
  return check;
}

/**
 * @param {string} shape
 * @returns {Check}
 */
function makeCheck(shape) {
  if (shape.startsWith("[")) return makeListCheck(shape.slice(1, -1));
  if (shape.startsWith("{")) return makeMapCheck(shape.slice(1, -1));
  return makeRecordCheck(SHAPES[shape]);
}

/**
 * @param {string} item
 * @returns {Check}
 */
function makeListCheck(item) {
  const check = checkOf(item);
  return (value, path) => {
    expect(Array.isArray(value), path, "a list");
    const items = /** @type {unknown[]} */ (value);
    for (let i = 0; i < items.length; i += 1) check(items[i], `${path}[${i}]`);
  };
}

/**
 * @param {string} item
 * @returns {Check}
 */
function makeMapCheck(item) {
  const check = checkOf(item);
  return (value, path) => {
    if (!isObject(value)) return expect(false, path, "an object");
    for (const name of Object.keys(value)) check(value[name], `${path}.${name}`);
  };
}

/**
 * @param {Record<string, string>} fields
 * @returns {Check}
 */
function makeRecordCheck(fields) {
  /** @type {[string, string, boolean][]} */
  const wanted = Object.entries(fields).map(([name, shape]) => [name, shape.replace("!", ""), shape.endsWith("!")]);
  return (value, path) => {
    if (!isObject(value)) return expect(false, path, "an object");
    for (const [name, shape, isRequired] of wanted) {
      if (value[name] === null) delete value[name]; // null is as good as absent
      const where = path === "" ? name : `${path}.${name}`;
      if (value[name] !== undefined) checkOf(shape)(value[name], where);
      else expect(!isRequired, where, "a value");
    }
  };
}

/**
 * @param {boolean} isFine
 * @param {string} path
 * @param {string} want
 */
function expect(isFine, path, want) {
  if (!isFine) throw new FrameError(`${path}: expected ${want}`);
}
