// The client against a small scripted server on this machine: replies, refusals, two ways of coming back.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { test } from "node:test";

import { Client } from "../src/client.js";
import { ConnectionLostError, ConnectError, LoginError, RequestError } from "../src/errors.js";

/** @typedef {(message: any, say: (message: any) => void, connection: {number: number, cut: () => void}) => void} Script */

const LIMITS = { max_frame_in: 1 << 18, max_inflight: 16, msgs_per_s: 1000, queue_bytes: 1 << 20, resume_ttl_ms: 60_000 };

/** @param {Record<string, any>} [fields] */
function welcome(fields) {
  const who = { user: "u_1", name: "ada", scopes: ["play"], features: [], limits: LIMITS, server: "test", now_ms: 1 };
  return { type: "welcome", proto: 1, minor: 0, session: "s_1", resume_token: "t", resumed: false, ...who, ...fields };
}

/**
 * Runs `work` with a client of a server that follows the script.
 * @param {Script} script
 * @param {(client: Client, heard: any[]) => Promise<void>} work
 * @param {string[]} [features]
 * @param {Partial<import("../src/timing.js").Timing>} [timing]
 */
async function withServer(script, work, features = [], timing = {}) {
  /** @type {any[]} */
  const heard = [];
  let connections = 0;
  const server = createServer((socket) => {
    const connection = { number: (connections += 1), cut: () => socket.destroy() };
    socket.on("error", () => {});
    createInterface({ input: socket }).on("line", (line) => {
      const message = JSON.parse(line);
      heard.push(message);
      script(message, (said) => socket.write(`${JSON.stringify(said)}\n`), connection);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const options = { name: "ada", rng: () => 0, timing: { reconnectMs: 5000, ...timing }, features };
  const client = new Client(`infoset://127.0.0.1:${port}`, options);
  try {
    await work(client, heard);
  } finally {
    await client.close();
    server.close();
  }
}

test("a request is answered by the reply with its number", async () => {
  await withServer(
    ({ type, id, game }, say) => {
      if (type === "hello") say(welcome());
      if (type === "seek") say({ type: "ok", re: id, seq: 1, data: { game } });
    },
    async (client, heard) => {
      assert.equal((await client.connect()).name, "ada");
      const replies = await Promise.all(["catan", "crossfire"].map((game) => client.request({ type: "seek", game })));
      assert.deepEqual(replies.map(({ data }) => data?.game), ["catan", "crossfire"]);
      assert.equal(heard[0].auth.kind, "guest");
      assert.deepEqual(heard.slice(1).map(({ id }) => id), [1, 2]);
    },
  );
});

test("a refusal is a typed value with its reason", async () => {
  await withServer(
    ({ type, id }, say) => {
      if (type === "hello") say(welcome());
      else say({ type: "error", re: id, seq: 1, code: "illegal_action", msg: "no", data: { why: "too dear" }, retry_ms: 7 });
    },
    async (client) => {
      await client.connect();
      await assert.rejects(client.request({ type: "act", match_id: "m", decision: 1, index: 0 }), (error) => {
        assert.ok(error instanceof RequestError);
        assert.deepEqual([error.code, error.data.why, error.retryMs], ["illegal_action", "too dear", 7]);
        return true;
      });
    },
  );
});

test("a broken connection is resumed: what was missed comes, open requests are asked again", async () => {
  await withServer(
    ({ type, id, resume }, say, { number, cut }) => {
      if (type === "hello" && number === 1) {
        say(welcome());
        say({ type: "chat_msg", seq: 1, user: "u", name: "n", to: "all", text: "one" });
      } else if (type === "hello") {
        assert.deepEqual(resume, { session: "s_1", token: "t", seq: 1 });
        say(welcome({ resumed: true, resume_token: "t2" }));
        say({ type: "chat_msg", seq: 2, user: "u", name: "n", to: "all", text: "two" });
      } else if (number === 1) cut();
      else say({ type: "ok", re: id, seq: 3 });
    },
    async (client, heard) => {
      await client.connect();
      const first = await client.receive();
      const reply = await client.request({ type: "seek", game: "catan" });
      assert.equal(reply.type, "ok");
      const types = [first, await client.receive(), await client.receive()].map((message) => message.type);
      assert.deepEqual(types, ["chat_msg", "welcome", "chat_msg"]);
      const seeks = heard.filter(({ type }) => type === "seek");
      assert.deepEqual(seeks.map(({ id }) => id), [1, 1]);
    },
  );
});

test("differences are completed; of a question that cannot be, the whole view is asked for", async () => {
  const decision = { decision: 1, kind: "main", n: 1, legal: { actions: [["go"]] } };
  const turn = { type: "your_turn", match_id: "m", seat: 0, ...decision };
  await withServer(
    ({ type, match_id }, say) => {
      if (type === "hello") {
        say(welcome({ features: ["delta"] }));
        say({ ...turn, seq: 1, ver: 1, obs: { a: 1, b: 2 } });
        say({ ...turn, seq: 2, ver: 2, delta: { base: 1, patch: { b: null } } });
        say({ ...turn, seq: 3, ver: 5, delta: { base: 4, patch: {} } });
      } else if (type === "sync") say({ type: "snapshot", seq: 4, match_id, ver: 5, obs: { a: 7 }, pending: [decision] });
    },
    async (client, heard) => {
      await client.connect();
      const came = /** @type {any[]} */ ([await client.receive(), await client.receive(), await client.receive()]);
      assert.deepEqual(came.map(({ type, obs }) => [type, obs]), [
        ["your_turn", { a: 1, b: 2 }],
        ["your_turn", { a: 1 }],
        ["snapshot", { a: 7 }],
      ]);
      assert.deepEqual(heard[0].features, ["delta"]);
      assert.deepEqual(heard.slice(1), [{ type: "sync", match_id: "m" }]);
    },
    ["delta"],
  );
});

test("in a new session open requests fail, and the client goes on", async () => {
  await withServer(
    ({ type, id }, say, { number, cut }) => {
      if (type === "hello") say(welcome({ session: `s_${number}` }));
      else if (number === 1) cut();
      else say({ type: "pong", re: id, now_ms: 1 });
    },
    async (client) => {
      await client.connect();
      await assert.rejects(client.request({ type: "seek", game: "catan" }), ConnectionLostError);
      assert.equal((await client.receive()).type, "welcome");
      assert.equal((await client.request({ type: "ping" })).type, "pong");
    },
  );
});

test("a client that was replaced stays away", async () => {
  await withServer(
    ({ type }, say, { cut }) => {
      if (type !== "hello") return;
      say(welcome());
      say({ type: "bye", code: 4409, reason: "a newer connection", resume: false });
      cut();
    },
    async (client, heard) => {
      await client.connect();
      await assert.rejects(client.receive(), (error) => error instanceof ConnectionLostError && error.code === 4409);
      assert.equal(heard.length, 1);
    },
  );
});

test("a login that is refused says why", async () => {
  await withServer(
    (_, say) => say({ type: "error", code: "auth_failed", msg: "no", fatal: true }),
    (client) => assert.rejects(client.connect(), (error) => error instanceof LoginError && error.code === "auth_failed"),
  );
});

test("what is no Infoset server is told apart", async () => {
  await withServer(
    (_, say) => say({ hello: "there" }),
    (client) => assert.rejects(client.connect(), ConnectError),
  );
});

test("every 32 numbered messages are acknowledged", async () => {
  await withServer(
    ({ type }, say) => {
      if (type !== "hello") return;
      say(welcome());
      for (let seq = 1; seq <= 70; seq += 1) say({ type: "lagged", dropped: 0, seq });
    },
    async (client, heard) => {
      await client.connect();
      for (let i = 0; i < 70; i += 1) await client.receive();
      await client.send({ type: "ping" });
      while (!heard.some(({ type }) => type === "ping")) await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(heard.filter(({ type }) => type === "ack").map(({ seq }) => seq), [32, 64]);
    },
  );
});

test("closing ends the stream of messages", async () => {
  await withServer(
    ({ type }, say) => type === "hello" && say(welcome()),
    async (client, heard) => {
      await client.connect();
      setImmediate(() => client.close());
      for await (const message of client) assert.fail(`unexpected ${message.type}`);
      await client.close();
      while (heard.length < 2) await new Promise((resolve) => setImmediate(resolve));
      assert.equal(heard[1].type, "bye");
    },
  );
});

test("a silent server that answers a ping is not given up", async () => {
  let logins = 0;
  await withServer(
    ({ type, id }, say) => {
      if (type === "hello") say(welcome({ session: `s_${(logins += 1)}` }));
      else if (type === "ping" && id !== undefined) say({ type: "pong", re: id, now_ms: 1 });
    },
    async (client, heard) => {
      await client.connect();
      while (heard.filter(({ type }) => type === "ping").length < 4) await new Promise((resolve) => setImmediate(resolve));
      assert.equal(logins, 1);
    },
    [],
    { silenceMs: 20 },
  );
});

test("a link that died unnoticed is given up when it is checked, and the session goes on over another", async () => {
  let pings = 0;
  await withServer(
    ({ type, resume }, say) => {
      if (type === "hello") say(welcome({ resumed: resume !== undefined }));
      pings += Number(type === "ping");
    },
    async (client) => {
      await client.connect();
      client.check();
      assert.deepEqual(await client.receive(), welcome({ resumed: true }));
      assert.equal(pings, 1);
    },
    [],
    { silenceMs: 1_000_000, doubtMs: 20 },
  );
});

test("a link that answers when it is checked stays, however often that is", async () => {
  let logins = 0;
  await withServer(
    ({ type, id }, say) => {
      if (type === "hello") say(welcome({ session: `s_${(logins += 1)}` }));
      else if (type === "ping") say({ type: "pong", re: id, now_ms: 1 });
    },
    async (client, heard) => {
      await client.connect();
      for (let asked = 1; asked <= 3; asked += 1) {
        client.check();
        client.check();
        while (heard.filter(({ type }) => type === "ping").length < asked) await new Promise((resolve) => setImmediate(resolve));
      }
      assert.equal(logins, 1);
    },
    [],
    { silenceMs: 1_000_000, doubtMs: 60_000 },
  );
});
