// An upload goes out in pieces of the size the server wants, each at its place; a refusal is told in the server's words.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { upload } from "../../../clients/web/infoset_web/static/net/upload.js";

const realFetch = globalThis.fetch;
afterEach(() => (globalThis.fetch = realFetch));

const reply = (body, ok = true) => ({ ok, status: ok ? 200 : 409, statusText: "", json: async () => body });
const file = (size) => ({ arrayBuffer: async () => new Uint8Array(size).buffer });

function server(answers) {
  const asked = [];
  globalThis.fetch = async (path, { body, headers }) => {
    asked.push({ path, body, size: body.length, bearer: headers.Authorization });
    return answers(path);
  };
  return asked;
}

test("pieces follow each other", async () => {
  const asked = server((path) =>
    reply(path === "bots/begin" ? { upload: "u 1", piece_bytes: 4 } : { bot: "crab", version: 1, message: "taken in" }),
  );
  const shares = [];
  const said = await upload(file(10), "token", (share) => shares.push(share));
  assert.equal(said.message, "taken in");
  assert.deepEqual(
    asked.map(({ path }) => path),
    [
      "bots/begin",
      "bots/piece?upload=u%201&offset=0",
      "bots/piece?upload=u%201&offset=4",
      "bots/piece?upload=u%201&offset=8",
      "bots/finish",
    ],
  );
  assert.deepEqual(
    asked.slice(1, 4).map(({ size }) => size),
    [4, 4, 2],
  );
  assert.ok(asked.every(({ bearer }) => bearer === "Bearer token"));
  assert.equal(shares.at(-1), 1);
});

test("a refusal is told as the server says it", async () => {
  server(() => reply({ error: "uploads are refused: no cage" }, false));
  await assert.rejects(upload(file(1), "token"), /no cage/);
});

test("a refused piece ends the upload", async () => {
  const asked = server((path) =>
    path === "bots/begin" ? reply({ upload: "u", piece_bytes: 4 }) : reply({ error: "too late" }, false),
  );
  await assert.rejects(upload(file(10), "token"), /too late/);
  assert.equal(asked.length, 2);
});

test("over plain http, where a browser reckons no digest, none is sent", async (t) => {
  const asked = server(() => reply({ upload: "u", piece_bytes: 4, message: "taken in" }));
  const began = () => JSON.parse(asked.at(-3).body);
  await upload(file(3), "token");
  assert.match(began().sha256, /^[0-9a-f]{64}$/);
  t.mock.getter(crypto, "subtle", () => undefined);
  await upload(file(3), "token");
  assert.deepEqual(began(), { bytes: 3 });
});
