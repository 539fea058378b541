#!/usr/bin/env node
// A random bot for Node over TCP and msgpack: plays any game, needs no packages.
//
// usage: node random_msgpack.mjs [HOST [PORT [MATCHES [GAME]]]]
//
// A frame is its length in four bytes, high byte first, and then one msgpack map. That the first
// byte is therefore 0 tells the server that we talk msgpack.

import { randomBytes } from "node:crypto";
import { connect } from "node:net";

// ---------------------------------------------------------------------------------- the bot

const [host = "127.0.0.1", port = "7421", matches = "1", game = "colonizers"] = process.argv.slice(2);

const NO_WAY_BACK = [4400, 4401, 4403, 4406, 4409, 4413]; // close codes; all others may be tried again
const MAX_LOST = 50; // connections in a row

const secret = randomBytes(16).toString("hex"); // makes us the same guest on the next connection
let socket;
let seat = 0;
let match; // the one being played
let act; // our last answer: if the connection breaks before it arrives, it is sent again
let played = 0;
let lost; // connections since the last welcome; undefined before the first one
let wait = 0; // before the next attempt, in ms, if the server named one
let last; // what we asked last, to be repeated if the server is too busy
let isFinished = false;

function send(message) {
  last = message;
  const body = encode(message);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  socket.write(Buffer.concat([length, body]));
}

const seek = () => send({ type: "seek", game }); // to be paired with whoever seeks the same game

function answer(match_id, { decision, n }) {
  if (act?.match_id !== match_id || act.decision !== decision) {
    act = { type: "act", match_id, decision, index: Math.floor(Math.random() * n) };
  }
  send(act);
}

function finish(code, text) {
  if (isFinished) return;
  isFinished = true;
  if (text) console.error(text);
  process.exitCode = code;
  socket.end();
}

const handlers = {
  welcome: () => {
    lost = 0;
    if (match === undefined) seek();
  },
  match_start: (message) => {
    match = message.match_id;
    seat = message.seat;
  },
  your_turn: (message) => answer(message.match_id, message),
  snapshot: ({ match_id, pending = [] }) => {
    for (const decision of pending) answer(match_id, decision); // we are back: it is still open
  },
  match_over: ({ match_id, places, scores, reason }) => {
    if (match_id !== match) return; // we know already
    match = undefined;
    const result = `place ${places[seat]} of ${places.length}, score ${scores[seat]} (${reason})`;
    console.log(`${game} ${match_id} seat ${seat}: ${result}`);
    played += 1;
    if (played < Number(matches)) {
      seek();
      return;
    }
    send({ type: "bye" });
    finish(0);
  },
  error: ({ code, msg, match_id, retry_ms }) => {
    if (retry_ms !== undefined) {
      setTimeout(() => send(last), retry_ms); // too fast for the server: wait and ask again
      return;
    }
    console.error(`error ${code}: ${msg}`);
    if (match_id === undefined) finish(1); // we were not let in, or there is no such game
  },
  bye: ({ code, reason, retry_ms = 0 }) => {
    if (NO_WAY_BACK.includes(code)) finish(1, `the server said bye: ${reason}`);
    else wait = retry_ms;
  },
};

function open() {
  let received = Buffer.alloc(0);
  let trouble = "the server closed the connection";
  socket = connect(Number(port), host);
  socket.setNoDelay(true);
  socket.on("data", (data) => {
    received = Buffer.concat([received, data]);
    while (received.length >= 4) {
      const end = 4 + received.readUInt32BE(0);
      if (received.length < end) return; // the rest is on its way
      const frame = received.subarray(4, end);
      received = received.subarray(end);
      if (frame.length === 0) continue; // an empty frame only shows that the server is alive
      const message = decode(frame);
      if (Object.hasOwn(handlers, message.type)) handlers[message.type](message);
      // Anything else is events and whatever later versions may tell.
    }
  });
  socket.on("error", (error) => {
    trouble = `connection to ${host}:${port} failed: ${error.message}`;
  });
  socket.on("close", () => comeBack(trouble));
  send({ type: "hello", proto: [1], auth: { kind: "guest", name: "node_msgpack", token: secret } });
}

function comeBack(reason) {
  if (lost === undefined || lost === MAX_LOST) finish(1, reason);
  if (isFinished) return;
  setTimeout(open, wait + Math.random() * Math.min(10_000, 250 * 2 ** lost));
  lost += 1;
  wait = 0;
}


// ------------------------------------------------------------------------------------ msgpack
// Null, booleans, numbers, texts, lists and objects: all that our messages are made of.

function encode(value) {
  if (value === null) return Buffer.from([0xc0]);
  if (typeof value === "boolean") return Buffer.from([value ? 0xc3 : 0xc2]);
  if (typeof value === "number") return Number.isInteger(value) ? encodeInteger(value) : encodeFloat(value);
  if (typeof value === "string") {
    const text = Buffer.from(value);
    return Buffer.concat([encodeSize(text.length, 0xa0, 32, 0xda), text]);
  }
  if (Array.isArray(value)) {
    return Buffer.concat([encodeSize(value.length, 0x90, 16, 0xdc), ...value.map(encode)]);
  }
  const entries = Object.entries(value);
  return Buffer.concat([encodeSize(entries.length, 0x80, 16, 0xde), ...entries.flat().map(encode)]);
}

// A size below `few` is part of the type; others follow it in 2 or 4 bytes (for short texts in 1).
function encodeSize(size, fewType, few, manyType) {
  if (size < few) return Buffer.from([fewType | size]);
  if (size < 0x100 && manyType === 0xda) return Buffer.from([0xd9, size]);
  if (size < 0x10000) return Buffer.from([manyType, size >> 8, size & 0xff]);
  const bytes = Buffer.from([manyType + 1, 0, 0, 0, 0]);
  bytes.writeUInt32BE(size, 1);
  return bytes;
}

// In one byte if it is near zero, else in the fewest of 1, 2, 4 or 8 bytes behind the type.
function encodeInteger(value) {
  if (value >= -32 && value < 128) return Buffer.from([value & 0xff]);
  const fits = (size) => (value < 0 ? -value <= 256 ** size / 2 : value < 256 ** size);
  const step = [1, 2, 4].findIndex(fits);
  const size = step < 0 ? 8 : 1 << step;
  const bytes = Buffer.alloc(1 + size);
  bytes[0] = (value < 0 ? 0xd0 : 0xcc) + Math.log2(size);
  if (size === 8) bytes.writeBigInt64BE(BigInt(value), 1);
  else if (value < 0) bytes.writeIntBE(value, 1, size);
  else bytes.writeUIntBE(value, 1, size);
  return bytes;
}

function encodeFloat(value) {
  const bytes = Buffer.alloc(9);
  bytes[0] = 0xcb;
  bytes.writeDoubleBE(value, 1);
  return bytes;
}

function decode(bytes) {
  let at = 0;
  const skip = (size) => (at += size) - size; // moves on; returns where it was
  const uint = (size) => (size === 8 ? Number(bytes.readBigUInt64BE(skip(8))) : bytes.readUIntBE(skip(size), size));
  const int = (size) => (size === 8 ? Number(bytes.readBigInt64BE(skip(8))) : bytes.readIntBE(skip(size), size));
  const text = (size) => bytes.toString("utf8", skip(size), at);
  const list = (size) => Array.from({ length: size }, () => value());
  const object = (size) => Object.fromEntries(Array.from({ length: size }, () => [value(), value()]));

  function value() {
    const type = uint(1);
    if (type < 0x80) return type;
    if (type < 0x90) return object(type & 0x0f);
    if (type < 0xa0) return list(type & 0x0f);
    if (type < 0xc0) return text(type & 0x1f);
    if (type >= 0xe0) return type - 0x100;
    if (type >= 0xcc && type < 0xd0) return uint(1 << (type - 0xcc));
    if (type >= 0xd0 && type < 0xd4) return int(1 << (type - 0xd0));
    switch (type) {
      case 0xc0:
        return null;
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xcb:
        return bytes.readDoubleBE(skip(8));
      case 0xd9:
        return text(uint(1));
      case 0xda:
        return text(uint(2));
      case 0xdb:
        return text(uint(4));
      case 0xdc:
        return list(uint(2));
      case 0xdd:
        return list(uint(4));
      case 0xde:
        return object(uint(2));
      case 0xdf:
        return object(uint(4));
      default:
        throw new Error(`msgpack type 0x${type.toString(16)}: no message contains it`);
    }
  }

  return value();
}

open();
