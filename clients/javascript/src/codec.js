// Between bytes and plain values, by the rules of the protocol. Knows no messages.

import { FrameError } from "./errors.js";

const MAX_DEPTH = 16; // levels below the top object
const PROTO = "\ud800__proto__"; // stands for that key, which the msgpack library refuses; no text can be equal to it

/** @typedef {import("./frames.js").Frame} Frame */
/** @typedef {Record<string, unknown>} Plain */

/**
 * @typedef {object} Codec
 * @property {(plain: Plain) => Frame} encode
 * @property {(frame: Frame) => Plain} decode throws FrameError
 */

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** @type {Codec} */
const JSON_CODEC = {
  encode: (plain) => JSON.stringify(plain),
  decode(frame) {
    /** @type {unknown} */
    let value;
    try {
      value = JSON.parse(typeof frame === "string" ? frame : utf8.decode(frame));
    } catch (error) {
      throw new FrameError(`not JSON: ${/** @type {Error} */ (error).message}`);
    }
    return checkObject(value);
  },
};

/**
 * The codec of an encoding; msgpack needs the package `@msgpack/msgpack`.
 * @param {import("./address.js").Encoding} encoding
 * @returns {Promise<Codec>}
 */
export async function loadCodec(encoding) {
  return encoding === "json" ? JSON_CODEC : makeMsgpack(await loadMsgpack());
}

async function loadMsgpack() {
  try {
    return await import("@msgpack/msgpack");
  } catch {
    throw new FrameError("msgpack needs a package: `npm install @msgpack/msgpack`, or use JSON");
  }
}

/**
 * @param {Awaited<ReturnType<typeof loadMsgpack>>} msgpack
 * @returns {Codec}
 */
function makeMsgpack(msgpack) {
  const mapKeyConverter = (/** @type {unknown} */ key) => {
    if (typeof key !== "string") throw new FrameError("a key that is no text");
    return key;
  };
  // The library refuses this one key; it is as good as any other.
  const keyDecoder = {
    canBeCached: (/** @type {number} */ length) => length === "__proto__".length,
    decode(/** @type {Uint8Array} */ bytes, /** @type {number} */ offset, /** @type {number} */ length) {
      const key = utf8.decode(bytes.subarray(offset, offset + length));
      return key === "__proto__" ? PROTO : key;
    },
  };
  return {
    encode: (plain) => msgpack.encode(plain, { ignoreUndefined: true }),
    decode(frame) {
      /** @type {unknown} */
      let value;
      try {
        value = msgpack.decode(/** @type {Uint8Array} */ (frame), { mapKeyConverter, keyDecoder });
      } catch (error) {
        throw new FrameError(`not msgpack: ${/** @type {Error} */ (error).message}`);
      }
      return checkObject(value);
    },
  };
}

/**
 * The value, if it is an object of values that the protocol has.
 * @param {unknown} value
 * @returns {Plain}
 */
function checkObject(value) {
  if (!isObject(value)) throw new FrameError("expected an object");
  checkValues(value, 0);
  return value;
}

/**
 * @param {unknown} value
 * @param {number} depth
 */
function checkValues(value, depth) {
  if (typeof value === "number") {
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
      throw new FrameError("a number outside of what is exact");
    }
  } else if (typeof value === "string") {
    if (!isWellFormed(value)) throw new FrameError("a text with half a character");
  } else if (Array.isArray(value)) {
    checkDepth(depth);
    for (const item of value) checkValues(item, depth + 1);
  } else if (isObject(value)) {
    checkDepth(depth);
    if (Object.hasOwn(value, PROTO)) restoreProto(value);
    for (const name in value) {
      if (!isWellFormed(name)) throw new FrameError("a key with half a character");
      checkValues(value[name], depth + 1);
    }
  } else if (value !== null && typeof value !== "boolean") {
    throw new FrameError("a value that JSON does not have");
  }
}

/**
 * Gives a value its key `__proto__` back, as a key like any other.
 * @param {Plain} value
 */
function restoreProto(value) {
  const field = { value: value[PROTO], enumerable: true, writable: true, configurable: true };
  delete value[PROTO];
  Object.defineProperty(value, "__proto__", field);
}

/** @param {number} depth */
function checkDepth(depth) {
  if (depth > MAX_DEPTH) throw new FrameError(`more than ${MAX_DEPTH} levels inside each other`);
}

/**
 * Has a text no half characters? Older browsers do not know it by themselves.
 * @param {string} text
 */
function isWellFormed(text) {
  return text.isWellFormed?.() ?? !/\p{Surrogate}/u.test(text);
}

/**
 * A plain object, not a list, date or blob.
 * @param {unknown} value
 * @returns {value is Plain}
 */
export function isObject(value) {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
