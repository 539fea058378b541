// Films: a match in one file, and what is said of a file that holds something else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { filmText, matchOfRecord, readFilm, viewsOf } from "../../../clients/web/infoset_web/static/model/film.js";

const entries = () => [
  { type: "match_start", game: "catan", players: [{ name: "Ada" }, { name: "Bob" }] },
  { type: "snapshot", ver: 1, obs: { turn: 0 } },
  { type: "events", ver: 2, items: [{ e: "road", by: 0 }], obs: { turn: 1 } },
  { type: "match_over", places: [1, 2], scores: [10, 8], reason: "finished" },
];
const film = (changes = {}) => JSON.parse(filmText("m_1", { all: entries(), ...changes }));

test("what was saved is read back", () => {
  const { replay, tapes } = readFilm(JSON.stringify(film()));
  assert.equal(replay, "m_1");
  assert.deepEqual(tapes.all.frames.map(({ ver }) => ver), [1, 2]);
  assert.deepEqual(tapes.all.over.places, [1, 2]);
  assert.deepEqual(viewsOf([{}, {}]), ["all", "public", "seat:0", "seat:1"]);
});

const wrong = {
  "no JSON": "{",
  "a list": "[]",
  "another form": JSON.stringify({ ...film(), form: "other" }),
  "no id": JSON.stringify({ ...film(), replay: "../x" }),
  "no views": JSON.stringify({ ...film(), views: {} }),
  "an unknown view": JSON.stringify(film({ "seat:0'": entries() })),
  "no list": JSON.stringify(film({ all: 7 })),
  "no beginning": JSON.stringify(film({ all: entries().slice(1) })),
  "no position": JSON.stringify(film({ all: entries().slice(0, 1) })),
  "players that are none": JSON.stringify(film({ all: [{ ...entries()[0], players: [7] }, ...entries().slice(1)] })),
  "a version that is none": JSON.stringify(film({ all: entries().map((one) => ({ ...one, ver: -1 })) })),
  "events that are none": JSON.stringify(film({ all: entries().map((one) => ({ ...one, items: [null] })) })),
};

for (const [name, text] of Object.entries(wrong))
  test(`${name}: refused with what was expected`, () => {
    assert.throws(() => readFilm(text), /expected|is not what/);
  });

test("a record is told apart, with its match", () => {
  assert.equal(matchOfRecord('{"form":"infoset-record/1","match_id":"m_7"}\n{"i":1}\n'), "m_7");
  assert.equal(matchOfRecord(JSON.stringify(film())), undefined);
  assert.equal(matchOfRecord(""), undefined);
});
