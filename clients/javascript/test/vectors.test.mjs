// The golden vectors of the protocol: what this SDK reads, refuses, writes and cuts.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { loadCodec } from "../src/codec.js";
import { FrameError } from "../src/errors.js";
import { makeFramer } from "../src/framing.js";
import { readServerMessage } from "../src/reading.js";

const FOLDER = new URL("../../../protocol/vectors/v1/", import.meta.url);
const codecs = { json: await loadCodec("json"), msgpack: await loadCodec("msgpack") };

/** @param {string} name */
const lines = (name) =>
  readFileSync(new URL(name, FOLDER), "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
const bytes = (/** @type {string} */ hex) => new Uint8Array(Buffer.from(hex, "hex"));

/** All forms of a vector as values. @param {Record<string, any>} vector */
function* forms({ json = [], msgpack = [] }) {
  for (const text of [json].flat()) yield codecs.json.decode(text);
  for (const hex of msgpack) yield codecs.msgpack.decode(bytes(hex));
}

test("every message of a server is read from both encodings as what it means", () => {
  const samples = lines("messages.ndjson").filter(({ dir }) => dir === "s2c");
  assert.ok(samples.length > 50);
  for (const sample of samples) {
    for (const plain of forms(sample)) assert.deepEqual(readServerMessage(plain), sample.value, sample.name);
  }
});

test("every message of a client is written so that it means the same", () => {
  for (const { dir, name, value } of lines("messages.ndjson")) {
    if (dir !== "c2s") continue;
    for (const codec of Object.values(codecs)) assert.deepEqual(codec.decode(codec.encode(value)), value, name);
  }
});

test("unusual but valid messages are tolerated", () => {
  for (const vector of lines("tolerate.ndjson").filter(({ dir }) => dir === "s2c")) {
    for (const plain of forms(vector)) assert.doesNotThrow(() => readServerMessage(plain), vector.name);
  }
});

test("what is no message of a server is refused", () => {
  const vectors = lines("reject.ndjson").filter(({ dir }) => dir === "s2c");
  assert.ok(vectors.length > 10);
  for (const { name, encoding, text, hex } of vectors) {
    const codec = codecs[/** @type {"json" | "msgpack"} */ (encoding)];
    assert.throws(() => readServerMessage(codec.decode(text ?? bytes(hex))), FrameError, name);
  }
});

test("streams are cut into frames, however they come in", () => {
  for (const { name, encoding, max_frame, chunks, payloads, error } of lines("frames.ndjson")) {
    if (chunks === undefined) continue; // the table of first bytes is a server's
    /** @type {string[]} */
    const frames = [];
    const framer = makeFramer(encoding, max_frame);
    const cut = () => {
      for (const chunk of chunks) {
        framer.receive(bytes(chunk), (frame) => {
          if (frame !== null) frames.push(Buffer.from(frame).toString("hex"));
        });
      }
    };
    if (error === undefined) cut();
    else assert.throws(cut, FrameError, name);
    assert.deepEqual(frames, payloads, name);
  }
});
