// What programs remarked with their acts: notes, and what they expected of each seat, along a replay. Draws nothing.

/** The remarks of all seats in the order of the match. */
export const inOrder = (bySeat) => bySeat.flat().sort((one, other) => one.ver - other.ver || one.seat - other.seat);

/** What each program expected of its own seat: `[{seat, points: [[ver, value]]}]`, those who expected something. */
export function expectations(remarks) {
  const found = new Map();
  for (const { seat, ver, value } of remarks)
    if (value) found.set(seat, [...(found.get(seat) ?? []), [ver, value[seat]]]);
  return [...found].map(([seat, points]) => ({ seat, points })).sort((one, other) => one.seat - other.seat);
}

/** The last remark up to a version, of each seat that has made one. */
export function latest(remarks, ver) {
  const found = new Map();
  for (const one of remarks) if (one.ver <= ver) found.set(one.seat, one);
  return [...found.values()].sort((one, other) => one.seat - other.seat);
}
