// Sends the archive of a bot to the server, piece by piece. Reads no archive.
import { WebError, post } from "./web.js";

const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** What the whole has to come to, where the browser reckons that: over plain http none does. */
const digestOf = async (archive) =>
  globalThis.crypto?.subtle ? { sha256: hex(await crypto.subtle.digest("SHA-256", archive)) } : {};

/** Uploads a file; `tell(share)` hears how much is there. Resolves with what the server says. */
export async function upload(file, token, tell = () => {}) {
  const archive = new Uint8Array(await file.arrayBuffer());
  const { upload: id, piece_bytes: size } = await post("bots/begin", { bytes: archive.length, ...(await digestOf(archive)) }, token);
  for (let start = 0; start < archive.length; start += size) {
    await sendPiece(
      `bots/piece?upload=${encodeURIComponent(id)}&offset=${start}`,
      archive.slice(start, start + size),
      token,
    );
    tell(Math.min(1, (start + size) / archive.length));
  }
  return post("bots/finish", { upload: id }, token);
}

async function sendPiece(path, body, token) {
  const response = await fetch(path, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/octet-stream" },
    body,
  });
  if (response.ok) return;
  const { error = `${response.status} ${response.statusText}` } = await response.json().catch(() => ({}));
  throw new WebError(error, response.status);
}
