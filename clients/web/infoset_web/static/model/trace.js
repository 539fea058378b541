// What a bot was asked, thought and did, from the file that a bot with `--trace` writes (docs/traces.md). Draws nothing.

const FORM = "infoset-trace/1";

const isList = (value, isOne) => Array.isArray(value) && value.every(isOne);
const isNumber = (value) => typeof value === "number";
const hasOptions = (slot) => Array.isArray(slot?.options);

/** What is read of a line of either type. */
const WANTED = {
  your_turn: [
    { what: "a version", isMet: ({ ver }) => isNumber(ver) },
    { what: "a kind", isMet: ({ kind }) => typeof kind === "string" },
    { what: "actions or slots", isMet: ({ legal }) => Array.isArray(legal?.actions) || isList(legal?.slots, hasOptions) },
  ],
  thought: [
    { what: "milliseconds", isMet: ({ ms }) => isNumber(ms) },
    { what: "values in a list", isMet: ({ values }) => values === undefined || isList(values, (one) => one === null || isNumber(one)) },
    { what: "picks in a list", isMet: ({ picks }) => picks === undefined || isList(picks, isNumber) },
  ],
};

/**
 * A trace: `{match, seat, asked: [{question, thought}]}`, questions in their order. Throws an Error for a text that is none,
 * naming the line and what was expected there.
 */
export function readTrace(text) {
  const [form, start, ...rest] = text.split("\n").filter(Boolean).map(readLine);
  if (form?.form !== FORM) throw new Error(`line 1: expected the form ${FORM}`);
  if (start?.type !== "match_start") throw new Error("line 2: expected the beginning of a match");
  const asked = [];
  let question = null;
  rest.forEach((line, at) => {
    const misses = WANTED[line.type]?.find(({ isMet }) => !isMet(line));
    if (misses) throw new Error(`line ${at + 3}: expected ${misses.what} in ${line.type}`);
    if (line.type === "your_turn") question = line;
    if (line.type === "thought" && line.decision === question?.decision) asked.push({ question, thought: line });
  });
  return { match: start.match_id, seat: start.seat ?? 0, asked };
}

function readLine(line, at) {
  const read = jsonOf(line);
  if (read === null || typeof read !== "object") throw new Error(`line ${at + 1}: expected an object of JSON`);
  return read;
}

function jsonOf(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** The number of the question that a position of version `ver` asks, or of the last before it; 0 before the first. */
export const askedAt = ({ asked }, ver) => Math.max(0, asked.findLastIndex(({ question }) => question.ver <= ver));

/** Legal actions of a list, the best first, what has no value last: `[{action, index, value?, isChosen}]`. */
export function weighed({ question, thought }) {
  const values = thought.values ?? [];
  const worth = (index) => values[index] ?? -Infinity;
  return (question.legal.actions ?? [])
    .map((action, index) => ({ action, index, value: values[index] ?? undefined, isChosen: thought.index === index }))
    .sort((one, other) => worth(other.index) - worth(one.index) || one.index - other.index);
}

/** Four digits and a sign, as the command writes them: `+0.436`. */
export const valueText = (value) =>
  value === undefined ? "" : `${value < 0 ? "−" : "+"}${Number(Math.abs(value).toPrecision(4))}`;

/** What a bot chose that is not in a list: an option for each slot, or an action with fields; null where the list tells it. */
export function chosenApart({ question, thought }) {
  if (thought.picks) return thought.picks.map((pick, i) => [question.legal.slots[i].slot, question.legal.slots[i].options[pick]]);
  return thought.action ? [["", thought.action]] : null;
}

/** Was no answer given? */
export const isOpen = ({ thought }) => !["index", "picks", "action"].some((name) => name in thought);
