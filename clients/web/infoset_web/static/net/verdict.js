// What a failed connection means: come again later, or not at all. Knows errors by their names.

const PASSING = new Set(["rate_limited", "busy", "shutting_down"]); // refusals of a login that will not last
const TOO_OFTEN = 429;

/** Will it be the same however often one tries? */
export function isFinal({ name, code, status }) {
  if (name === "LoginError") return !PASSING.has(code);
  if (name === "ConnectionLostError") return code !== undefined;
  if (name === "WebError") return status >= 400 && status < 500 && status !== TOO_OFTEN;
  return false;
}

/** The close code to tell of a failure that is final; one that speaks of credentials where there is none. */
export const codeOf = ({ name, code }) => (name === "ConnectionLostError" ? code : 4401);
