// Tables as CSV (RFC 4180), safe to open in a spreadsheet: as the server writes them (`common/csv_text.py`).

const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/; // what a spreadsheet takes for the beginning of one

/** A cell; a text that a spreadsheet would calculate stands behind an apostrophe. People choose their names. */
function written(cell) {
  const text = typeof cell === "string" && FORMULA.test(cell) ? `'${cell}` : String(cell ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows of cells, the first of them the heading; each line is ended by CR LF. */
export const csvText = (rows) => rows.map((row) => `${row.map(written).join(",")}\r\n`).join("");

const HEADING = ["match", "game", "ended", "reason", "seat", "player", "place", "mine"];

/** Finished matches as the server lists them, a line for each player; `me` is whose lines are marked by 1. */
export const resultsTable = (items, me) => [
  HEADING,
  ...items.flatMap((item) =>
    item.players.map((name, seat) => [
      item.replay,
      item.game,
      new Date(item.at_ms).toISOString().replace(/\.\d+Z$/, "Z"),
      item.reason,
      seat + 1,
      name,
      item.places?.[seat],
      item.users?.[seat] === me ? 1 : 0,
    ]),
  ),
];
