// What two values have in common, kept as one: so that `===` tells whether a part has changed, and nothing is drawn again.

const isTree = (value) => value !== null && typeof value === "object";

/** `after`, in which every part that equals the same part of `before` is that part. `after` must be ours alone. */
export function shared(before, after) {
  if (!isTree(before) || !isTree(after) || Array.isArray(before) !== Array.isArray(after)) return after;
  const names = Object.keys(after);
  let isSame = names.length === Object.keys(before).length;
  for (const name of names) {
    after[name] = shared(before[name], after[name]);
    isSame &&= Object.hasOwn(before, name) && after[name] === before[name];
  }
  return isSame ? before : after;
}
