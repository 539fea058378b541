#!/usr/bin/env node
// Watches a match and prints what everybody may see, an event on a line.
//
//     node samples/watcher.mjs [--match ID | --room ID]      without one: the first match of the lobby

import { Client, CONNECTION_HELP, CONNECTION_OPTIONS, Match, MatchTracker, readConnection, readOptions, runGuarded } from "../src/node.js";

const OPTIONS = { ...CONNECTION_OPTIONS, match: { type: "string" }, room: { type: "string" } };

/**
 * The match to watch: the one that was named, or the first that runs, as soon as there is one.
 * @param {Client} client
 * @param {Record<string, any>} values
 */
async function findMatch(client, { match, room }) {
  if (match !== undefined) return { match_id: match };
  if (room !== undefined) return { room };
  const lobby = await client.request({ type: "watch_lobby" });
  for (let rooms = lobby.rooms ?? []; ; ) {
    const found = rooms.find(({ match_id, status }) => match_id !== undefined && status === "playing");
    if (found !== undefined) return { match_id: found.match_id };
    const message = /** @type {any} */ (await client.receive());
    if (message.type === "lobby") rooms = message.rooms ?? [];
  }
}

/**
 * Follows one match to its end.
 * @param {Client} client
 * @param {(text: string) => void} out
 */
async function follow(client, out) {
  /** @type {MatchTracker | null} */
  let tracker = null;
  for await (const message of client) {
    if (message.type === "match_start") {
      tracker = new MatchTracker(new Match(/** @type {any} */ (message)));
      const { rules, matchId, players } = tracker.match;
      out(`watching ${rules} ${matchId}: ${players.map(({ name }) => name).join(", ")}\n`);
    }
    for (const happening of tracker?.take(message) ?? []) {
      if (happening.kind === "happened") out(happening.events.map((event) => `${JSON.stringify(event)}\n`).join(""));
      if (happening.kind === "over") {
        out(`over: ${happening.result.reason}, places ${happening.result.places.join(" ")}\n`);
        return;
      }
    }
  }
}

await runGuarded(async (out, setUp) => {
  const values = readOptions(process.argv.slice(2), /** @type {any} */ (OPTIONS));
  if (values.help) return out(`  --match ID, --room ID\n\n${CONNECTION_HELP}\n`);
  setUp(values);
  const { url, options } = readConnection(values);
  const client = new Client(url, { ...options, name: options.name ?? "watcher" });
  await client.connect();
  try {
    await client.request({ type: "watch", ...(await findMatch(client, values)) });
    await follow(client, out);
  } finally {
    await client.close();
  }
});
