// The whole SDK, with what only Node can do: programs that play, standard input and output, key files.

export * from "./index.js";
export { runAssistant } from "./assistant/running.js";
export { loadKey, loadToken } from "./keys.js";
export { LogFile } from "./logfile.js";
export { CONNECTION_HELP, CONNECTION_OPTIONS, readConnection, readOptions } from "./options.js";
export { isMain, run, runGuarded } from "./running.js";
export { StdioClient } from "./stdio.js";
export { assertDecision, Trace } from "./tracing.js";
