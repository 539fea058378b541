// What happened in a match while its program was away, asked of the server: a match as its own seat saw it, up to now.

const VERSIONS = 100; // asked for at a time, so that usually one part holds them

/**
 * What the seat was not told, in order. Rejects as `Client.request`.
 *
 * Only the first part of an answer is looked at, since that is all that comes through a bridge; the rest is asked for anew.
 * @param {(message: import("./wire.js").Replay) => Promise<unknown>} request
 * @param {import("./turn.js").Match} match
 * @param {{told: number, ver: number}} behind
 * @returns {AsyncGenerator<{events: Record<string, unknown>[], ver: number}, void>}
 */
export async function* catchUp(request, match, behind) {
  let { told } = behind;
  while (told < behind.ver) {
    const first = told;
    const last = Math.min(told + VERSIONS, behind.ver);
    const part = /** @type {import("./wire.js").ReplayPart} */ (
      await request({ type: "replay", replay: match.matchId, view: `seat:${match.seat}`, form: "events", first, last })
    );
    for (const entry of /** @type {any[]} */ (part.entries)) {
      if (entry.type !== "events" || entry.ver <= told) continue;
      told = entry.ver;
      if (entry.items.length > 0) yield { events: entry.items, ver: told };
    }
    if (told === first) return;
  }
}
