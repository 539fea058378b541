// A replay as a tape: positions one after the other, and what happened on the way to each. Draws nothing.

/** From the entries of a replay in the form `frames`: `{start, frames: [{ver, obs, items, notes}], over}`. */
export function tapeOf(entries) {
  const tape = { start: null, frames: [], over: null };
  for (const entry of entries) {
    if (entry.type === "match_start") tape.start = entry;
    else if (entry.type === "snapshot") tape.frames.push({ ver: entry.ver, obs: entry.obs, items: [], notes: [] });
    else if (entry.type === "events")
      tape.frames.push({ ver: entry.ver, obs: entry.obs ?? tape.frames.at(-1)?.obs, items: entry.items, notes: [] });
    else if (entry.type === "timeout") tape.frames.at(-1)?.notes.push(entry);
    else if (entry.type === "match_over") tape.over = entry;
  }
  return tape;
}

/** Lines of the log up to and with the frame at `at`. */
export const linesUpTo = (tape, at) =>
  tape.frames
    .slice(0, at + 1)
    .filter((frame) => frame.items.length)
    .map((frame) => ({ ver: frame.ver, items: frame.items }));

/** The frame that shows version `ver`, or the one before it. */
export function frameOf(tape, ver) {
  const after = tape.frames.findIndex((frame) => frame.ver > ver);
  return after < 0 ? tape.frames.length - 1 : Math.max(0, after - 1);
}
