#!/usr/bin/env node
// A Monte Carlo bot for Node over WebSocket and JSON: plays any game whose actions can be listed. It knows no rules
// and needs no packages: for every decision the server plays out all actions, and the best mean is taken.
//
// usage: node monte_carlo_ws.mjs [HOST [PORT [MATCHES [GAME [WORLDS]]]]]

import { createHash, randomBytes } from "node:crypto";
import { connect } from "node:net";

// ---------------------------------------------------------------------------------- the bot

const [host = "127.0.0.1", port = "7421", matches = "1", game = "colonizers", worlds = "16"] = process.argv.slice(2);

function play(Socket) {
  const socket = new Socket(`ws://${host}:${port}/v1`, ["infoset.1.json"]);
  let seat = 0;
  let played = 0;
  let last; // what we asked last, to be repeated if the server is too busy
  let decision; // the open one: match and number
  let id = 0;

  const send = (message) => socket.send(JSON.stringify((last = message)));
  const seek = () => send({ type: "seek", game }); // to be paired with whoever seeks the same game
  const act = (index) => send({ type: "act", ...decision, index });
  const finish = (code, text) => {
    if (text) console.error(text);
    process.exitCode = code;
    socket.onclose = socket.onerror = null; // what ends the connection now is no news
    socket.close();
  };

  const handlers = {
    match_start: (message) => {
      seat = message.seat;
    },
    your_turn: ({ match_id, decision: number, n }) => {
      decision = { match_id, decision: number };
      if (n === 1) act(0);
      else send({ type: "rollout", id: (id += 1), ...decision, k: Number(worlds), first: "all", n: 2, max_ms: 2000 });
    },
    rollouts: ({ re, rows, status }) => {
      if (re !== id || status === "stale") return; // an answer to a question that is closed
      const best = rows.sort((a, b) => b.mean[seat] - a.mean[seat])[0];
      act(best === undefined ? 0 : best.first.index); // nothing was played: no time, or no budget
    },
    match_over: ({ match_id, places, scores, reason }) => {
      const result = `place ${places[seat]} of ${places.length}, score ${scores[seat]} (${reason})`;
      console.log(`${game} ${match_id} seat ${seat}: ${result}`);
      played += 1;
      if (played === Number(matches)) finish(0);
      else seek();
    },
    error: ({ code, msg, match_id, retry_ms }) => {
      if (code === "budget_exhausted") return act(0); // too few units are left: play on without them
      if (retry_ms !== undefined) {
        if (last.id !== undefined) last.id = id += 1; // each request has a number of its own
        setTimeout(() => send(last), retry_ms); // too fast for the server: wait and ask again
        return;
      }
      console.error(`error ${code}: ${msg}`);
      if (match_id === undefined) finish(1); // we were not let in, or there is no such game
    },
    bye: ({ reason }) => finish(1, `the server said bye: ${reason}`),
  };

  socket.onopen = () => {
    send({ type: "hello", proto: [1], auth: { kind: "guest", name: "node_mc" }, features: ["compute"] });
    seek();
  };
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (Object.hasOwn(handlers, message.type)) handlers[message.type](message);
    // Anything else is events and whatever later versions may tell.
  };
  socket.onerror = ({ message, code }) => finish(1, `connection to ${host}:${port} failed: ${message || code || "refused"}`);
  socket.onclose = ({ code, reason }) => finish(1, `the server closed the connection (${code} ${reason})`);
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
