// Tables for a spreadsheet: what people call themselves is neither a formula nor a cell of its own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { csvText, resultsTable } from "../../../clients/web/infoset_web/static/model/csv.js";

test("cells are quoted where they must be, and lines end by CR LF", () => {
  assert.equal(csvText([["a", "b"], ['say "x"', "1,2"], ["two\nlines", null]]), 'a,b\r\n"say ""x""","1,2"\r\n"two\nlines",\r\n');
});

test("a text that a spreadsheet would calculate stands behind an apostrophe, a number does not", () => {
  for (const begins of ["=", "+", "-", "@", "\t", "＝"]) assert.equal(csvText([[`${begins}x`]]), `'${begins}x\r\n`);
  assert.equal(csvText([["\r1", -1]]), `"'\r1",-1\r\n`);
});

test("each player of a match has a line, and mine are marked", () => {
  const item = {
    ...{ replay: "m_1", game: "catan", at_ms: 1_700_000_000_999, reason: "finished" },
    ...{ players: ["Ada", "=Bob"], users: ["u_1", "u_2"], places: [2, 1] },
  };
  assert.deepEqual(resultsTable([item], "u_2").slice(1), [
    ["m_1", "catan", "2023-11-14T22:13:20Z", "finished", 1, "Ada", 2, 0],
    ["m_1", "catan", "2023-11-14T22:13:20Z", "finished", 2, "=Bob", 1, 1],
  ]);
});
