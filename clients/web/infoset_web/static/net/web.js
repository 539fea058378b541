// What goes over HTTP and not over the WebSocket: tickets, cards, the organiser's commands. Keeps nothing.
import { say } from "../words/words.js";

/** What the server answered instead; without a status where it did not answer at all. */
export class WebError extends Error {
  constructor(message, status) {
    super(message);
    this.name = "WebError";
    this.status = status;
  }
}

export async function post(path, body, token) {
  const headers = { "Content-Type": "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  let response;
  try {
    response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body ?? {}) });
  } catch {
    throw new WebError(say("frame-no-answer"));
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new WebError(answer.error ?? `${response.status} ${response.statusText}`, response.status);
  return answer;
}

/** A ticket for one login; good for half a minute. */
export const ticketFor = async (token) => (await post("/ticket", {}, token)).ticket;

/** What the code of a card is worth: `{user, name, token}`. */
export const enrol = (code) => post("/enrol", { code: code.trim().toLowerCase() });

/** What the code of another device is worth: `{user, name, token}`; of a guest, `secret` lets this device in from now on. */
export const move = (code, secret) => post("/move", { code: code.trim().toLowerCase(), secret });

export const command = (name, body, token) => post(`/admin/${encodeURIComponent(name)}`, body, token);
