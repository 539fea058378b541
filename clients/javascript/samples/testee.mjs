#!/usr/bin/env node
// Shows what this SDK makes of messages and frames, for the golden vectors.
//
//     infoset conformance --level 1-2 --level 8 --testee "node clients/javascript/samples/testee.mjs"

import { createInterface } from "node:readline";

import { loadCodec } from "../src/codec.js";
import { applyPatch } from "../src/deltas.js";
import { FrameError } from "../src/errors.js";
import { makeFramer } from "../src/framing.js";
import { readServerMessage } from "../src/reading.js";

const codecs = { json: await loadCodec("json"), msgpack: await loadCodec("msgpack") };

const hex = (/** @type {string | Uint8Array} */ data) => Buffer.from(data).toString("hex");
const bytes = (/** @type {string} */ text) => new Uint8Array(Buffer.from(text, "hex"));

/** @param {Record<string, any>} question */
function answer(question) {
  const codec = codecs[/** @type {"json" | "msgpack"} */ (question.encoding)];
  switch (question.do) {
    case "decode":
      return decode(codec.decode(bytes(question.data)), question.dir);
    case "encode":
      return { ok: true, data: hex(codec.encode(question.value)) };
    case "frames":
      return cut(question);
    case "patch":
      return { ok: true, value: applyPatch(question.value, question.patch) };
    default:
      return { skip: true };
  }
}

/**
 * A client reads what servers send; of what clients send it has only the bytes.
 * @param {Record<string, any>} plain
 * @param {string} dir
 */
function decode(plain, dir) {
  return { ok: true, value: dir === "s2c" ? readServerMessage(plain) : plain };
}

/** @param {Record<string, any>} question */
function cut({ encoding, max_frame, chunks }) {
  const framer = makeFramer(encoding, max_frame);
  /** @type {string[]} */
  const payloads = [];
  for (const chunk of chunks) {
    try {
      framer.receive(bytes(chunk), (frame) => {
        if (frame !== null) payloads.push(hex(frame));
      });
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      return { ok: false, payloads, why: error.message };
    }
  }
  return { ok: true, payloads };
}

for await (const line of createInterface({ input: process.stdin })) {
  let said;
  try {
    said = answer(JSON.parse(line));
  } catch (error) {
    said = { ok: false, why: /** @type {Error} */ (error).message };
  }
  console.log(JSON.stringify(said));
}
