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

const UNKNOWN = 4401;

/** The close code of a failure that is final; one that speaks of credentials where they were refused. */
export function codeOf({ name, code }) {
  if (name === "ConnectionLostError") return code;
  return name === "LoginError" && code !== "auth_failed" ? undefined : UNKNOWN;
}
