// Where the SDK's own words go: a function, so that programs, pages and tests can take them elsewhere.

/** @typedef {"debug" | "info" | "warning" | "error"} Level */
/** @typedef {(level: Level, text: string) => void} Log */

/** Warnings and errors on the console's stderr. @type {Log} */
export function consoleLog(level, text) {
  if (level === "warning" || level === "error") console.error(text);
}

/**
 * An exception with its stack.
 * @param {unknown} error
 */
export function stackOf(error) {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
