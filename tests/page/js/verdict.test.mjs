// Which failures of a connection end it, and which only mean to try again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { codeOf, isFinal } from "../../../clients/web/infoset_web/static/net/verdict.js";

const cases = [
  ["a server that is not there", { name: "ConnectError" }, false],
  ["a refused login", { name: "LoginError", code: "auth_failed" }, true],
  ["a login among too many", { name: "LoginError", code: "rate_limited" }, false],
  ["a server that stops", { name: "LoginError", code: "shutting_down" }, false],
  ["a close code that wants nobody back", { name: "ConnectionLostError", code: 4409 }, true],
  ["a client that broke", { name: "ConnectionLostError" }, false],
  ["a token that is not valid", { name: "WebError", status: 401 }, true],
  ["too many tickets", { name: "WebError", status: 429 }, false],
  ["a ticket office that is closed", { name: "WebError" }, false],
  ["a fault of the server", { name: "WebError", status: 500 }, false],
];

for (const [words, problem, final] of cases) {
  test(`${words} is ${final ? "final" : "tried again"}`, () => assert.equal(isFinal(problem), final));
}

test("whoever was not let in is told so", () => {
  assert.equal(codeOf({ name: "LoginError", code: "auth_failed" }), 4401);
  assert.equal(codeOf({ name: "LoginError", code: "bad_message" }), undefined);
  assert.equal(codeOf({ name: "WebError", status: 401 }), 4401);
  assert.equal(codeOf({ name: "ConnectionLostError", code: 4403 }), 4403);
});
