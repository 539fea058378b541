"""What thinking on the server brings, in words: sampled worlds, results of playouts. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset.seated.telling import BLACK
from infoset.seated.wording import wording_for
from infoset.turn import Turn
from infoset.watching.boards import board_for
from infoset.watching.names import player_name
from infoset_protocol.messages import RollRow

PERCENT: Final = 100


def tell_worlds(turn: Turn, views: Mapping[int, Sequence[Mapping[str, Any]]]) -> list[str]:
    """What others would know in each world; `views` are their observations, by seat, in the order of the worlds."""
    board = board_for(turn.match, BLACK)
    count = min(map(len, views.values()), default=0)
    lines = []
    for number in range(count):
        lines.append(f"world {number}:")
        for seat, seen in views.items():
            known = board.own(turn.match, seat, seen[number], turn.plain_observation)
            lines.append(f"  {player_name(turn.match, seat)} knows")
            lines += [f"    {line.strip()}" for line in known]
    return lines


def tell_rows(turn: Turn, rows: Sequence[RollRow]) -> list[str]:
    """The mean result of each action that was played out, the best first, those of equal result by their position."""
    ordered = sorted(rows, key=lambda row: (-row.mean[turn.seat], row_index(row)))
    return ["mean result from -1 to 1, by playouts:", *(row_text(turn, row) for row in ordered)]


def row_index(row: RollRow) -> int:
    """Where the row's action stands in the list, -1 for what the policy would play."""
    return -1 if row.first is None or row.first.index is None else row.first.index


def row_text(turn: Turn, row: RollRow) -> str:
    """An action with its mean result and share of first places."""
    index = row_index(row)
    name = "as the policy plays"
    if 0 <= index < len(turn.actions):
        name = f"{index}) {wording_for(turn.match).write(turn.actions[index])}"
    share = PERCENT * row.win[turn.seat]
    return f"  {name}: {row.mean[turn.seat]:+.3f}, first in {share:.0f} %"
