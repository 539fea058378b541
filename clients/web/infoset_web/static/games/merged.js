// Everything that any seat knows as one position to draw: of a finished match, when its replay shows all.

function colonizers({ public: open, seats }) {
  const players = open.players.map((player, seat) => ({
    ...player,
    hand: seats[seat].players[seat].hand,
    role: seats[seat].players[seat].role,
    possible: [],
    seen: [],
  }));
  return { ...open, players, drawn: seats[open.turn]?.drawn ?? open.drawn };
}

function catan({ public: open, seats }) {
  const players = open.players.map((player, seat) => ({
    ...player,
    hand: seats[seat].players[seat].hand,
    usable: seats[seat].players[seat].usable,
  }));
  return { ...open, players, unsure: [], deals: [] };
}

function crossfire({ public: open, seats }) {
  const first = seats[0];
  const other = seats[1];
  const shown =
    other?.units.map(([square, motion, wait, alive], unit) => [
      square,
      motion,
      other.numbers[unit],
      wait,
      alive,
      Number(other.king === unit),
      -1,
      0,
    ]) ?? [];
  return {
    ...open,
    ...first,
    visible: "",
    reach: [],
    seen: [],
    reveal: open.reveal.length ? open.reveal : shown.length ? [[], shown] : [],
  };
}

const MERGES = { colonizers, catan, crossfire };

/** `obs` of the view `all` is `{public, seats}`; of a game that is not known here its public part is shown. */
export const merged = (game, obs) => (obs?.public && obs.seats ? (MERGES[game]?.(obs) ?? obs.public) : obs);
