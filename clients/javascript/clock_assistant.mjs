// An assistant over standard input and output: the clock, for every game. Node, no packages.
//
//     infoset assist --code ac_... -- node clients/javascript/clock_assistant.mjs

import { createInterface } from "node:readline";

let asked = null; // kind of the open decision
let endsAt = null; // when its time is up, in ms of this computer's clock
let seen = {}; // what the seat knows

function send(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

function ask(decision) {
  asked = decision.kind;
  endsAt = decision.deadline_ms === undefined ? null : Date.now() + decision.deadline_ms;
}

function show(seconds) {
  const rows = [["asked", asked ?? "nobody asks you"]];
  if (endsAt !== null) rows.push(["time left", `${Math.max(0, Math.round((endsAt - Date.now()) / 1000))} s`]);
  for (const [name, value] of Object.entries(seen)) {
    if (name === "round" || name === "turn") rows.push([name, String(value)]);
    if (name.endsWith("_in") && Number.isInteger(value)) rows.push([`${name.slice(0, -3)} in`, String(value)]);
  }
  rows.push(["played", `${seconds} s`]);
  send({ type: "overlay", layer: "clock", until: "removed", items: [{ k: "table", at: ["screen:top_right"], rows }] });
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.obs) seen = message.obs;
  switch (message.type) {
    case "your_turn":
      ask(message);
      break;
    case "snapshot":
      if (message.pending?.length) ask(message.pending[0]);
      break;
    case "events":
    case "turn_closed":
      asked = endsAt = null;
      break;
    case "tick":
      show(message.seconds);
      break;
  }
}
