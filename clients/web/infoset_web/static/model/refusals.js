// Refusals in words for the one who asked: what the server said, and what to do about it. Knows no view.

const CODES = {
  room_full: "All seats are taken.",
  seat_taken: "Somebody sits there already.",
  wrong_code: "That is not the code of this room.",
  not_host: "Only the host of the room may do that.",
  not_found: "There is no such room or match for you. An unlisted room needs its code.",
  wrong_state: "That cannot be done at the moment.",
  stale_decision: "Too late: this decision is closed.",
  already_sealed: "Your choice is sealed already.",
  rate_limited: "Too quick: wait a moment.",
  storage_full: "The server's disk is full. Nothing was changed; clocks stand still.",
  unavailable: "The server could not store it. Nothing was changed; try again.",
  shutting_down: "The server stops and takes nothing new.",
};

/** A sentence for a refused request, an `error` message, an exception, or a text. */
export function wordsOf(problem) {
  if (typeof problem === "string") return problem;
  if (problem.data?.why) return sentence(problem.data.why);
  if (problem.data?.want) return `${problem.data.path}: expected ${problem.data.want}`;
  if (problem.code === "forbidden" && problem.data?.scope)
    return `You may not do that here: it needs the right "${problem.data.scope}".`;
  return CODES[problem.code] ?? sentence(problem.msg ?? problem.message ?? String(problem.code));
}

const SETTING = / \([a-z]+\.[a-z_.]+\)/; // for hosts, not for whoever plays

const sentence = (given) => {
  const text = given?.replace(SETTING, "");
  return text ? `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}` : "That was refused.";
};
