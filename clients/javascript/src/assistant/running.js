// Runs an assistant as a program under `infoset assist`, over standard input and output. Node only.

import { createInterface } from "node:readline";

/**
 * Plays the part of an assistant until the supervisor goes: `await runAssistant(MyAssistant)`. What is
 * printed goes to the owner's log.
 * @param {new (send: (message: object) => void) => import("./assistant.js").Assistant} AssistantClass
 */
export async function runAssistant(AssistantClass) {
  const write = process.stdout.write.bind(process.stdout);
  const assistant = new AssistantClass((message) => void write(`${JSON.stringify(message)}\n`));
  const print = (/** @type {unknown[]} */ ...words) => assistant.log(...words);
  Object.assign(console, { log: print, info: print, debug: print });
  for await (const line of createInterface({ input: process.stdin })) {
    const message = readLine(line);
    if (message !== null) assistant.take(message);
  }
}

/**
 * The message on a line, null for what is none.
 * @param {string} line
 */
function readLine(line) {
  try {
    const message = JSON.parse(line);
    return typeof message?.type === "string" ? message : null;
  } catch {
    return null;
  }
}
