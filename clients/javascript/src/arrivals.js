// In what order messages arrived, replies and pushes together, over reconnects. A reply and a push may be
// looked at in another order than they came in.

/** @type {WeakMap<object, number>} */
const arrivals = new WeakMap();
let count = 0;

/** Notes that a message has just arrived. @param {object} message */
export function noteArrival(message) {
  arrivals.set(message, (count += 1));
}

/** The number of a message, above those of all that came before it; 0 for one that never arrived. @param {object} message */
export function arrivalOf(message) {
  return arrivals.get(message) ?? 0;
}
