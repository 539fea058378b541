// Opens links. What only Node can do is loaded when it is asked for, so that browsers can load the rest.

import { ConnectError } from "./errors.js";
import { openWebSocket } from "./websocket_link.js";

/** @typedef {import("./frames.js").Link} Link */
/** @typedef {import("./address.js").Address} Address */

/**
 * Connects. Rejects with ConnectError.
 * @param {Address} address
 * @param {number} openMs
 * @param {string} [ca] certificates in PEM form to trust beside the usual authorities; Node only
 * @returns {Promise<Link>}
 */
export async function openLink(address, openMs, ca) {
  if (address.transport === "websocket") return openWebSocket(address, openMs, ca);
  if (globalThis.process?.versions?.node === undefined) {
    throw new ConnectError(`${address.url}: a page can only connect by ws:// or wss://`);
  }
  const { openTcp } = await import("./tcp_link.js");
  return openTcp(address, openMs, ca);
}
