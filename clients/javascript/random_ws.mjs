#!/usr/bin/env node
// A random bot for Node over WebSocket and JSON: plays any game, needs no packages.
//
// usage: node random_ws.mjs [HOST [PORT [MATCHES [GAME]]]]

import { createHash, randomBytes } from "node:crypto";
import { connect } from "node:net";

// ---------------------------------------------------------------------------------- the bot

const [host = "127.0.0.1", port = "7421", matches = "1", game = "colonizers"] = process.argv.slice(2);

const NO_WAY_BACK = [4400, 4401, 4403, 4406, 4409, 4413]; // close codes; all others may be tried again
const MAX_LOST = 50; // connections in a row

function play(Socket) {
  const secret = randomBytes(16).toString("hex"); // makes us the same guest on the next connection
  let socket;
  let seat = 0;
  let match; // the one being played
  let act; // our last answer: if the connection breaks before it arrives, it is sent again
  let played = 0;
  let lost; // connections since the last welcome; undefined before the first one
  let wait = 0; // before the next attempt, in ms, if the server named one
  let last; // what we asked last, to be repeated if the server is too busy

  const send = (message) => socket.send(JSON.stringify((last = message)));
  const seek = () => send({ type: "seek", game }); // to be paired with whoever seeks the same game
  const answer = (match_id, { decision, n }) => {
    if (act?.match_id !== match_id || act.decision !== decision) {
      act = { type: "act", match_id, decision, index: Math.floor(Math.random() * n) };
    }
    send(act);
  };
  const finish = (code, text) => {
    if (text) console.error(text);
    process.exitCode = code;
    socket.onclose = socket.onerror = null; // what ends the connection now is no news
    socket.close();
  };

  const comeBack = (reason) => {
    socket.onclose = socket.onerror = null;
    if (lost === undefined || lost === MAX_LOST) return finish(1, reason);
    setTimeout(open, wait + Math.random() * Math.min(10_000, 250 * 2 ** lost));
    lost += 1;
    wait = 0;
  };

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
      if (played === Number(matches)) finish(0);
      else seek();
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
    socket = new Socket(`ws://${host}:${port}/v1`, ["infoset.1.json"]);
    socket.onopen = () => {
      send({ type: "hello", proto: [1], auth: { kind: "guest", name: "node_ws", token: secret } });
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (Object.hasOwn(handlers, message.type)) handlers[message.type](message);
      // Anything else is events and whatever later versions may tell.
    };
    socket.onerror = ({ message, code }) => comeBack(`connection to ${host}:${port} failed: ${message || code || "refused"}`);
    socket.onclose = ({ code, reason }) => comeBack(`the server closed the connection (${code} ${reason})`);
  }

  open();
}

// ------------------------------------------------------- a WebSocket for Node before version 22

// As much of RFC 6455 as a client of text messages needs, with the face of the browser's WebSocket.
class SmallWebSocket {
  #socket;
  #received = Buffer.alloc(0);
  #fragments = [];
  #isOpen = false;
  #isClosing = false;
  #closed = { code: 1006, reason: "" }; // 1006: ended without a close frame

  constructor(url, protocols) {
    const address = new URL(url);
    const key = randomBytes(16).toString("base64");
    this.#socket = connect(Number(address.port), address.hostname.replace(/^\[|\]$/g, ""));
    this.#socket.setNoDelay(true);
    this.#socket.on("connect", () =>
      this.#socket.write(
        `GET ${address.pathname} HTTP/1.1\r\nHost: ${address.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n` +
          `Sec-WebSocket-Protocol: ${protocols.join(", ")}\r\n\r\n`,
      ),
    );
    this.#socket.on("data", (data) => this.#receive(data, key));
    this.#socket.on("error", (error) => this.onerror?.(error));
    this.#socket.on("close", () => this.onclose?.(this.#closed));
  }

  send(text) {
    this.#sendFrame(0x1, Buffer.from(text));
  }

  close() {
    if (this.#isClosing) return; // the answer to our own close frame wants no answer
    this.#isClosing = true;
    if (this.#isOpen) this.#sendFrame(0x8, Buffer.from([0x03, 0xe8])); // 1000: done
    this.#socket.end();
  }

  #receive(data, key) {
    this.#received = Buffer.concat([this.#received, data]);
    if (!this.#isOpen && !this.#readHandshake(key)) return;
    while (this.#readFrame());
  }

  #readHandshake(key) {
    const end = this.#received.indexOf("\r\n\r\n");
    if (end < 0) return false;
    const head = this.#received.toString("latin1", 0, end);
    const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
    if (!head.startsWith("HTTP/1.1 101 ") || !head.includes(accept)) {
      this.#socket.destroy(new Error(`not a WebSocket: ${head.split("\r\n")[0]}`));
      return false;
    }
    this.#received = this.#received.subarray(end + 4);
    this.#isOpen = true;
    this.onopen?.({});
    return true;
  }

  // Takes one frame off what was received; false if it is not complete yet.
  #readFrame() {
    const bytes = this.#received;
    if (bytes.length < 2) return false;
    let size = bytes[1] & 0x7f;
    let start = 2;
    if (size >= 126) {
      start = size === 126 ? 4 : 10;
      if (bytes.length < start) return false;
      size = start === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
    }
    if (bytes.length < start + size) return false;
    this.#received = bytes.subarray(start + size);
    this.#take(bytes[0] & 0x0f, bytes[0] >= 0x80, bytes.subarray(start, start + size));
    return true;
  }

  #take(opcode, isLast, payload) {
    if (opcode === 0x9) {
      this.#sendFrame(0xa, payload); // a ping wants its payload back
    } else if (opcode === 0x8) {
      const code = payload.length < 2 ? 1005 : payload.readUInt16BE(0); // 1005: no code given
      this.#closed = { code, reason: payload.toString("utf8", 2) };
      this.close();
    } else if (opcode <= 0x2) {
      this.#fragments.push(payload); // 0x1 text, 0x0 more of it
      if (!isLast) return;
      const data = Buffer.concat(this.#fragments).toString("utf8");
      this.#fragments = [];
      this.onmessage?.({ data });
    }
  }

  // Frames of a client are masked with four random bytes, those of a server are not.
  #sendFrame(opcode, payload) {
    const size = payload.length;
    let head;
    if (size < 126) {
      head = Buffer.from([0x80 | opcode, 0x80 | size]);
    } else if (size < 65536) {
      head = Buffer.from([0x80 | opcode, 0x80 | 126, size >> 8, size & 0xff]);
    } else {
      head = Buffer.from([0x80 | opcode, 0x80 | 127, 0, 0, 0, 0, 0, 0, 0, 0]);
      head.writeBigUInt64BE(BigInt(size), 2);
    }
    const mask = randomBytes(4);
    const masked = payload.map((byte, i) => byte ^ mask[i & 3]);
    this.#socket.write(Buffer.concat([head, mask, masked]));
  }
}

play(globalThis.WebSocket ?? SmallWebSocket);
