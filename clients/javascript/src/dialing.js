// Gets a connection and logs in, again and again while that may help. Knows nothing after `welcome`.

import { dialled } from "./address.js";
import { loadCodec } from "./codec.js";
import { ConnectError, FrameError, LoginError } from "./errors.js";
import { LinkClosedError } from "./frames.js";
import { openLink } from "./links.js";
import { readServerMessage } from "./reading.js";
import { MAX_FRAME_BYTES } from "./timing.js";
import { sleep } from "./waiting.js";
import { CLOSES, MAJOR, MINOR } from "./wire.js";

/** @typedef {import("./wire.js").Welcome} Welcome */
/** @typedef {import("./wire.js").Challenge} Challenge */
/** @typedef {import("./wire.js").Credentials} Credentials */
/** @typedef {import("./frames.js").Link} Link */

const OLD_KEY_LOGIN =
  "it speaks protocol 1.0, which has a key sign what could be used at other servers: use a token";
const TRY_AGAIN = new Set(["rate_limited", "busy", "shutting_down"]);

/**
 * A private key that logs in without sending a secret.
 * @typedef {object} LoginKey
 * @property {string} pub the public half, base64url
 * @property {(text: string) => string | Promise<string>} sign the signature over a text in UTF-8, base64url
 */

/**
 * Who logs in, with what program, and what it wants.
 * @typedef {object} Identity
 * @property {() => Credentials | Promise<Credentials>} credentials asked for at every login
 * @property {LoginKey} [key]
 * @property {import("./wire.js").ClientInfo} program
 * @property {string[]} features
 */

/** May a program come back by itself after this close code? @param {number | undefined} code */
export function canReconnect(code) {
  return code === undefined || (CLOSES.get(code)?.reconnect ?? true);
}

/** Is the session still there after this close code? @param {number | undefined} code */
export function canResume(code) {
  return code === undefined || (CLOSES.get(code)?.resume ?? true);
}

/** An attempt failed in a way that may pass; `waitMs` is the server's wish. */
class TryAgain extends Error {
  /**
   * @param {Error} reason
   * @param {number} [waitMs]
   */
  constructor(reason, waitMs = 0) {
    super(reason.message);
    this.reason = reason;
    this.waitMs = waitMs;
  }
}

/** Opens logged-in links to one server for one identity. */
export class Dialer {
  /**
   * @param {import("./address.js").Address} address
   * @param {Identity} identity
   * @param {import("./timing.js").Timing} timing
   * @param {import("./backoff.js").Backoff} backoff
   * @param {string} [ca] certificates to trust beside the usual authorities
   */
  constructor(address, identity, timing, backoff, ca) {
    this.address = address;
    this.identity = identity;
    this.timing = timing;
    this.backoff = backoff;
    this.ca = ca;
    /** @type {import("./codec.js").Codec} */
    this.codec = /** @type {any} */ (undefined); // loaded by the first dial
  }

  /**
   * Connects and logs in, trying for `patienceMs`. Rejects with ConnectError or LoginError.
   * @param {number} patienceMs
   * @param {AbortSignal} end
   * @param {import("./wire.js").Resume} [resume]
   * @returns {Promise<{link: Link, welcome: Welcome}>}
   */
  async dial(patienceMs, end, resume) {
    this.codec ??= await loadCodec(this.address.encoding);
    const giveUp = performance.now() + patienceMs;
    for (;;) {
      try {
        const logged = await this.#tryOnce(resume);
        this.backoff.reset();
        return logged;
      } catch (failed) {
        if (!(failed instanceof TryAgain)) throw failed;
        const waitMs = this.backoff.nextWaitMs(failed.waitMs);
        if (end.aborted || performance.now() + waitMs > giveUp) throw failed.reason;
        await sleep(waitMs, end);
      }
    }
  }

  /** @param {import("./wire.js").Resume} [resume] */
  async #tryOnce(resume) {
    /** @type {Link} */
    let link;
    try {
      link = await openLink(this.address, this.timing.openMs, this.ca);
    } catch (error) {
      throw error instanceof ConnectError ? new TryAgain(error) : error;
    }
    try {
      return { link, welcome: await this.#logIn(link, resume) };
    } catch (error) {
      link.close();
      throw error instanceof LinkClosedError ? this.#closed(error) : error;
    }
  }

  /**
   * @param {Link} link
   * @param {import("./wire.js").Resume} [resume]
   * @returns {Promise<Welcome>}
   */
  async #logIn(link, resume) {
    const { program, features, credentials } = this.identity;
    const auth = await credentials();
    const hello = { type: "hello", proto: [MAJOR], minor: MINOR, auth, client: program, features };
    const asked = { ...hello, max_frame: MAX_FRAME_BYTES, ...(resume && { resume }) };
    await link.send(this.codec.encode(asked));
    const giveUp = performance.now() + this.timing.welcomeMs;
    let answer = await this.#answer(link, giveUp);
    if (answer.type === "challenge") {
      await link.send(this.codec.encode({ type: "auth", ...(await this.#proof(answer)) }));
      answer = await this.#answer(link, giveUp);
    }
    if (answer.type === "challenge") throw new LoginError("unsupported", "it asks for a second proof");
    return answer;
  }

  /**
   * Signs where we are, so that nobody can use it elsewhere. A server that does not want that might.
   * @param {Challenge} challenge
   */
  async #proof({ nonce, server, address: isNamed }) {
    if (this.identity.key === undefined) throw new LoginError("unsupported", "it asks for a key, and there is none");
    if (!isNamed) throw new LoginError("unsupported", OLD_KEY_LOGIN);
    const address = dialled(this.address);
    const text = ["infoset key login", nonce, server, MAJOR, address, ""].join("\n");
    return { sig: await this.identity.key.sign(text), address };
  }

  /**
   * @param {Link} link
   * @param {number} giveUp
   * @returns {Promise<Welcome | Challenge>}
   */
  async #answer(link, giveUp) {
    for (;;) {
      const frame = await link.receive(Math.max(0, giveUp - performance.now()));
      if (frame === undefined) throw new TryAgain(new ConnectError(`${this.address.url}: no welcome in time`));
      if (frame !== null) return this.#read(frame);
    }
  }

  /**
   * @param {import("./frames.js").Frame} frame
   * @returns {Welcome | Challenge}
   */
  #read(frame) {
    /** @type {any} */
    let message;
    try {
      message = readServerMessage(this.codec.decode(frame));
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      throw new ConnectError(`${this.address.url}: what answers there does not speak the protocol (${error.message})`);
    }
    if (message.type === "welcome" || message.type === "challenge") return message;
    throw readRefusal(message);
  }

  /** @param {LinkClosedError} closed */
  #closed(closed) {
    const error = new ConnectError(`${this.address.url}: closed during the login: ${closed.message}`);
    return canReconnect(closed.code) ? new TryAgain(error) : error;
  }
}

/**
 * What an answer to `hello` other than `welcome` means.
 * @param {Record<string, any>} message
 */
function readRefusal(message) {
  const waitMs = Number.isInteger(message.retry_ms) ? message.retry_ms : 0;
  if (message.type === "bye") {
    const error = new LoginError(String(message.code), message.reason);
    return canReconnect(message.code) ? new TryAgain(error, waitMs) : error;
  }
  if (message.type !== "error") return new LoginError("unsupported", `it answered ${message.type}, not welcome`);
  const supported = message.data?.supported;
  const text =
    message.code === "proto_unsupported" ? `it speaks protocol ${supported}, this program ${MAJOR}` : message.msg;
  const error = new LoginError(message.code, text);
  return TRY_AGAIN.has(message.code) ? new TryAgain(error, waitMs) : error;
}
