// The SDK, as far as it runs everywhere: in browsers and in Node. `node.js` adds programs, TCP and files.

export { Assistant } from "./assistant/assistant.js";
export { Badge, Canvas } from "./assistant/drawing.js";
export { DEFAULT_URL, readAddress } from "./address.js";
export { Backoff } from "./backoff.js";
export { Bot } from "./bot.js";
export { BotSeat, Faults, writeAct } from "./botseat.js";
export { Client } from "./client.js";
export * from "./errors.js";
export { Host } from "./playing.js";
export { readServerMessage } from "./reading.js";
export { Remote } from "./remote.js";
export { faultsText, resultText, Tally } from "./tally.js";
export { TIMING } from "./timing.js";
export { TraceLines } from "./trace_lines.js";
export { AWAY, MatchTracker } from "./tracking.js";
export { Match, MatchResult, Turn } from "./turn.js";
export { CLOSES, ErrorCode, MAJOR, MINOR } from "./wire.js";
