// The legal actions of an open decision: which index is which action. Knows no rules.

/** The index of an action that begins like `wanted`, or -1. */
export function indexOf(decision, ...wanted) {
  return (decision?.legal?.actions ?? []).findIndex((action) => sameStart(action, wanted));
}

export const sameStart = (action, wanted) =>
  wanted.every((part, i) => JSON.stringify(action[i]) === JSON.stringify(part));

/** First arguments of all actions with this verb: as a Map from argument to index. */
export function targets(decision, verb) {
  const found = new Map();
  (decision?.legal?.actions ?? []).forEach((action, index) => {
    if (action[0] === verb && !found.has(action[1])) found.set(action[1], index);
  });
  return found;
}

export const verbs = (decision) => new Set((decision?.legal?.actions ?? []).map((action) => action[0]));

/** Actions with their indices, equal ones once. */
export function choices(decision) {
  const seen = new Set();
  return (decision?.legal?.actions ?? [])
    .map((action, index) => ({ action, index }))
    .filter(({ action }) => !seen.has(JSON.stringify(action)) && seen.add(JSON.stringify(action)));
}

/** The one answer there is to a question, or null where there is a choice. */
export function onlyChoice(decision) {
  const { kind, slots = [], params = [] } = decision?.legal ?? {};
  const isAlone = kind === "product" ? slots.every(({ options }) => options.length === 1) : choices(decision).length === 1;
  return decision && isAlone && params.length === 0 ? { index: 0 } : null;
}

/** Whether an unlisted action of this kind may be sent as `action`. */
export const allowsParam = (decision, kind) => (decision?.legal?.params ?? []).some((param) => param.kind === kind);
