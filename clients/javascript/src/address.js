// Reads the address of a server: `infoset://host:7421`, `wss://host`, with the encoding. No I/O.
//
//   infoset, infosets       plain TCP, TCP with TLS (Node only); port 7421 unless given
//   ws, wss                 WebSocket, with TLS; ports 80 and 443, path /v1
//   ...+msgpack, ...+json   the same with that encoding; JSON unless given
//   stdio:                  our own standard input and output, where a bridge holds the connection
//
// An address without a scheme (`localhost:7421`) is `infoset://`.

import { AddressError } from "./errors.js";

export const DEFAULT_URL = "infoset://127.0.0.1:7421";
const WEB_PATH = "/v1";

/** @type {Record<string, {transport: "tcp" | "websocket", tls: boolean, port: number}>} */
const SCHEMES = {
  infoset: { transport: "tcp", tls: false, port: 7421 },
  infosets: { transport: "tcp", tls: true, port: 7421 },
  ws: { transport: "websocket", tls: false, port: 80 },
  wss: { transport: "websocket", tls: true, port: 443 },
};

/** @typedef {"json" | "msgpack"} Encoding */

/**
 * Where a server is and how to talk to it.
 * @typedef {object} Address
 * @property {"tcp" | "websocket" | "stdio"} transport
 * @property {string} host
 * @property {number} port
 * @property {boolean} tls
 * @property {Encoding} encoding
 * @property {string} url the address in writing, without the encoding
 * @property {boolean} canCarryToken may a secret go this way: under TLS, or without leaving this machine?
 */

/**
 * @param {string} text
 * @param {Encoding} [encoding] overrides the one in the scheme
 * @returns {Address}
 * @throws {AddressError}
 */
export function readAddress(text, encoding) {
  if (text === "stdio:") {
    return { transport: "stdio", host: "", port: 0, tls: false, encoding: "json", url: text, canCarryToken: true };
  }
  const [, scheme, rest] = /^([a-z0-9+]+):\/\/(.*)$/i.exec(text.trim()) ?? [text, "infoset", text.trim()];
  const [name, suffix] = scheme.toLowerCase().split("+");
  if (!Object.hasOwn(SCHEMES, name)) {
    throw new AddressError(`${text}: unknown scheme ${name}; expected one of ${Object.keys(SCHEMES).join(", ")}`);
  }
  const known = SCHEMES[name];
  const parts = splitUrl(text, rest);
  if (parts.username || parts.password || parts.search || parts.hash) {
    throw new AddressError(`${text}: expected only a host, a port and a path`);
  }
  const chosen = encoding ?? suffix ?? "json";
  if (chosen !== "json" && chosen !== "msgpack") {
    throw new AddressError(`${text}: unknown encoding ${chosen}; expected json, msgpack`);
  }
  const port = parts.port === "" ? known.port : Number(parts.port);
  const path = known.transport === "tcp" ? "" : parts.pathname.length < 2 ? WEB_PATH : parts.pathname;
  const host = parts.hostname.replace(/^\[|\]$/g, "");
  return {
    transport: known.transport,
    host,
    port,
    tls: known.tls,
    encoding: chosen,
    url: `${name}://${parts.hostname}:${port}${path}`,
    canCarryToken: known.tls || isLoopback(host),
  };
}

/**
 * What was dialled, as a key signs it: `infoset://127.0.0.1:7421`, under TLS `infosets://`, whatever it goes over.
 * @param {Address} address
 */
export function dialled({ host, port, tls }) {
  const shown = host.includes(":") ? `[${host}]` : host;
  return `${tls ? "infosets" : "infoset"}://${shown.toLowerCase()}:${port}`;
}

/**
 * @param {string} text
 * @param {string} rest the address behind its scheme
 */
function splitUrl(text, rest) {
  try {
    // A scheme without a usual port, so that every port that is given stays visible.
    const parts = new URL(`a-b://${rest}`);
    if (parts.hostname !== "") return parts;
  } catch {
    // The sentence below says it.
  }
  throw new AddressError(`${text}: expected a host and a port, for instance ${DEFAULT_URL}`);
}

/** @param {string} host */
function isLoopback(host) {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}
