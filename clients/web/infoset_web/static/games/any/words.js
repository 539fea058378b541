// What happens in a game the page does not know, and its actions, as they stand on the wire. Draws nothing.
import { say } from "../../words/words.js";
export const isTree = (value) => value !== null && typeof value === "object";

export const actionWords = (action) =>
  Array.isArray(action)
    ? action.map((part) => (isTree(part) ? JSON.stringify(part) : String(part).replaceAll("_", " "))).join(" ")
    : JSON.stringify(action);

const HIDDEN = -1; // stands for what this seat is not told

export function words(event, t) {
  const { e, by, ...rest } = event;
  if (e === "act" && "action" in rest) {
    return { by, text: rest.action === HIDDEN ? say("any-hidden") : actionWords([rest.action]) };
  }
  const details = Object.entries(rest)
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
    .join(", ");
  return { by: by >= 0 ? by : undefined, text: `${e.replaceAll("_", " ")}${details ? `: ${details}` : ""}` };
}
