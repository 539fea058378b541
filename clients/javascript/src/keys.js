// What logins need from files: keys (ed25519 in PEM form, as `infoset token key` writes them), tokens, and
// certificates to trust. Node only.

import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { readFileSync } from "node:fs";

import { CommandError } from "./errors.js";

const MAX_TOKEN_CHARACTERS = 4096;

/**
 * The key in a PEM file. Throws CommandError.
 * @param {string} file
 * @returns {import("./dialing.js").LoginKey}
 */
export function loadKey(file) {
  const key = readKey(file);
  if (key.asymmetricKeyType !== "ed25519") throw new CommandError(`key file ${file}: expected an ed25519 key`);
  const { x } = createPublicKey(key).export({ format: "jwk" });
  return {
    pub: String(x),
    sign: (text) => sign(null, Buffer.from(text), key).toString("base64url"),
  };
}

/** @param {string} file */
function readKey(file) {
  const pem = readText("key", file);
  try {
    return createPrivateKey(pem);
  } catch {
    throw new CommandError(`key file ${file}: expected a private key in PEM form, without a password`);
  }
}

/**
 * The secret in a file that holds nothing else. Throws CommandError.
 * @param {string} file
 */
export function loadToken(file) {
  const token = readText("token", file).trim();
  if (!/^[\x21-\x7e]+$/.test(token) || token.length > MAX_TOKEN_CHARACTERS) {
    throw new CommandError(`token file ${file}: expected one token and nothing else`);
  }
  return token;
}

/**
 * Certificates in PEM form, as they stand in a file. Throws CommandError.
 * @param {string} file
 */
export function loadCertificates(file) {
  const text = readText("certificate", file);
  if (!text.includes("-----BEGIN CERTIFICATE-----")) {
    throw new CommandError(`certificate file ${file}: expected certificates in PEM form`);
  }
  return text;
}

/**
 * @param {string} what
 * @param {string} file
 */
function readText(what, file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new CommandError(`${what} file ${file}: ${/** @type {Error} */ (error).message}`);
  }
}
