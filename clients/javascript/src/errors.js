// Everything the SDK throws on purpose; `message` is a sentence for a person.
//
//   InfosetError
//     AddressError         the server's address cannot be read
//     ConnectError         the server cannot be reached, or does not speak the protocol
//     LoginError           the server was reached and said no
//     ConnectionLostError  the connection is gone for good
//     RequestError         the server answered a request with `error`
//     ReplyTimeoutError    the server did not answer in time, though the connection lives
//     WrongChoiceError     what a bot returned is no answer to its turn
//     FrameError           bytes, or a message, that the protocol does not allow
//     CommandError         a program cannot go on with the options it was given

import { ErrorCode } from "./wire.js";

const KNOWN = new Set(/** @type {string[]} */ (Object.values(ErrorCode)));
const LATER = new Set(["rate_limited", "busy", "too_many_inflight", "unavailable", "storage_full"]);

/** Root of the family: an expected failure, shown without a stack. */
export class InfosetError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = new.target.name;
  }
}

/** The server's address cannot be read; the message says what was expected. */
export class AddressError extends InfosetError {}

/** The server cannot be reached, or what answers there is no Infoset server. */
export class ConnectError extends InfosetError {}

/** The server was reached and refused the login. `code` is its error code. */
export class LoginError extends InfosetError {
  /**
   * @param {string} code
   * @param {string} msg
   */
  constructor(code, msg) {
    super(`the server refused the login: ${msg} (${code})`);
    this.code = code;
  }
}

/** The connection is gone and will not be restored. `code` is the close code, if there was one. */
export class ConnectionLostError extends InfosetError {
  /**
   * @param {string} msg
   * @param {number} [code]
   */
  constructor(msg, code) {
    super(msg);
    this.code = code;
  }
}

/** The server refused a request: stable `code`, text `msg`, details `data`, a wait `retryMs` if any. */
export class RequestError extends InfosetError {
  /** @param {{code?: unknown, msg?: unknown, data?: Record<string, unknown> | null, retry_ms?: number}} error the message of the server */
  constructor({ code = "", msg = "", data, retry_ms }) {
    super(`${msg}${typeof data?.why === "string" ? `: ${data.why}` : ""} (${code})`);
    this.code = String(code);
    this.msg = String(msg);
    /** @type {Record<string, unknown>} */
    this.data = data ?? {};
    this.retryMs = retry_ms;
  }

  /** Is the same request worth another try? Codes of later versions are judged by the wait they name. */
  get mayPass() {
    return LATER.has(this.code) || (!KNOWN.has(this.code) && this.retryMs !== undefined);
  }
}

/** The server did not answer a request in time, though the connection lives. */
export class ReplyTimeoutError extends InfosetError {}

/** What a bot returned is no answer to its turn; the message says what was expected. */
export class WrongChoiceError extends InfosetError {}

/** Bytes, or a message, that the protocol does not allow. */
export class FrameError extends InfosetError {}

/** A program cannot go on with the options it was given; the message says what to do. */
export class CommandError extends InfosetError {}
