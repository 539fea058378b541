#!/usr/bin/env node
// A Catan player for Node over TCP and JSON lines that trades: offers what it has plenty of for what it lacks,
// takes offers that bring something it lacks, and builds whatever it can pay. Needs no packages.
//
// usage: node catan_trader.mjs [HOST [PORT [ROOM]]]      without a room it seeks one match

import { connect } from "node:net";
import { createInterface } from "node:readline";

const [host = "127.0.0.1", port = "7421", room] = process.argv.slice(2);
const SAVING = 3; // cards of one resource from which on one of them may go

// ---------------------------------------------------------------------------------- the player

const pick = (list) => list[Math.floor(Math.random() * list.length)];

/** The resources (0 to 4) that a side of a trade counts. */
const kinds = (side) => side.flatMap((count, resource) => (count > 0 ? [resource] : []));

/** The index of the action to play. */
function decide({ kind, legal: { actions }, obs }, seat) {
  const hand = obs.players[seat].hand;
  const lacks = (side) => kinds(side).every((resource) => hand[resource] === 0);
  const spares = (side) => kinds(side).every((resource) => hand[resource] >= SAVING);
  const find = (...verbs) => {
    for (const verb of verbs) {
      const fitting = actions.filter((action) => action[0] === verb);
      if (fitting.length > 0) return actions.indexOf(pick(fitting));
    }
    return undefined;
  };
  if (kind === "answer") {
    const [give, take] = obs.offer; // the proposer's sides: what we would get, what we would give
    const mayAccept = actions.some(([verb]) => verb === "accept");
    return mayAccept && (lacks(give) || !lacks(take)) ? find("accept") : find("reject");
  }
  if (kind === "deal") return find("confirm", "withdraw");
  if (kind === "main") {
    const offers = actions.filter(([verb, give, take]) => verb === "offer" && spares(give) && lacks(take));
    if (offers.length > 0) return actions.indexOf(pick(offers));
    return find("city", "settlement", "road", "buy_dev", "end_turn");
  }
  return Math.floor(Math.random() * actions.length);
}

// ---------------------------------------------------------------------------------- the wire

const socket = connect(Number(port), host);
let seat = 0;

const send = (message) => socket.write(`${JSON.stringify(message)}\n`);
const finish = (code, text) => {
  (code === 0 ? console.log : console.error)(text);
  process.exitCode = code;
  socket.end();
};

const handlers = {
  welcome: () => {
    if (room === undefined) send({ type: "seek", game: "catan" });
    else send({ type: "join", room, any_seat: true, ready: true });
  },
  match_start: (message) => {
    seat = message.seat;
  },
  your_turn: (message) => {
    const { match_id, decision } = message;
    send({ type: "act", match_id, decision, index: decide(message, seat) });
  },
  match_over: ({ match_id, places, scores, reason }) => {
    finish(0, `catan ${match_id} seat ${seat}: place ${places[seat]} of ${places.length}, score ${scores[seat]} (${reason})`);
  },
  error: ({ code, msg }) => finish(1, `error ${code}: ${msg}`),
  bye: ({ reason }) => finish(1, `the server said bye: ${reason}`),
};

createInterface({ input: socket }).on("line", (line) => {
  const message = JSON.parse(line);
  if (Object.hasOwn(handlers, message.type)) handlers[message.type](message);
});
socket.on("error", ({ message }) => finish(1, `connection to ${host}:${port} failed: ${message}`));
send({ type: "hello", proto: [1], auth: { kind: "guest", name: "node_trader" } });
