"""What a seat of one of OpenSpiel's games knows: OpenSpiel's text for it, and what worlds are drawn from.

Of everything here there is only what the seat's own text of OpenSpiel says, how many turns were played and who is
to act. `example` is a history that the seat cannot tell from the true one: the same for all positions that look
alike to it, because it is drawn from the text alone. Where everything is public it is the true one.
"""

from typing import Final

from infoset_games.core import CHANCE, OVER, Json
from infoset_games.fields import is_int
from infoset_games.game import NoWorldsError
from infoset_games.openspiel.catalogue import PUBLIC
from infoset_games.openspiel.rules import OpenSpielRules
from infoset_games.openspiel.state import OpenSpielState
from infoset_games.openspiel.texts import read_aloud
from infoset_games.rng import Rng

SPECTATOR: Final = -1
MOST_TEXT: Final = 200_000  # characters
MOST_ACTIONS: Final = 40_000


class Knowledge:
    """Makes and reads the observations of one game."""

    def __init__(self, game: OpenSpielRules) -> None:
        self._game = game

    def of(self, state: OpenSpielState, seat: int | None) -> dict[str, Json]:
        """What a seat, or a spectator (None), knows."""
        known: dict[str, Json] = {
            "seat": SPECTATOR if seat is None else seat,
            "turn": state.turn,
            "to_act": [] if state.mover() in (OVER, CHANCE) else list(state.to_act()),
        }
        if seat is None:
            return known | {"text": self._public_text(state)}
        raw = self._game.raw(state.inner, seat)
        known["text"] = read_aloud(self._game.member, raw, seat)
        if known["to_act"]:
            known |= self._origin(state, seat, raw)
        return known

    def read(self, value: Json) -> dict[str, Json]:
        """An observation from plain values. Raises ValueError naming the field that is wrong."""
        seats = self._game.seats
        if not isinstance(value, dict):
            raise ValueError("seat: expected it in an object")  # noqa: TRY004 (one error for bad input)
        if not is_int(value.get("seat"), SPECTATOR, seats - 1):
            raise ValueError(f"seat: expected an integer in {SPECTATOR}..{seats - 1}")
        if not is_int(value.get("turn"), 0, MOST_ACTIONS):
            raise ValueError(f"turn: expected an integer in 0..{MOST_ACTIONS}")
        to_act = value.get("to_act")
        if not isinstance(to_act, list) or not all(is_int(seat, 0, seats - 1) for seat in to_act):
            raise ValueError("to_act: expected a list of seats")
        text = value.get("text")
        if not isinstance(text, str) or len(text) > MOST_TEXT:
            raise ValueError(f"text: expected at most {MOST_TEXT} characters")
        for field in ("example", "trail", "own"):
            if field in value:
                _read_actions(value[field], field)
        return dict(value)

    def _origin(self, state: OpenSpielState, seat: int, raw: str) -> dict[str, Json]:
        """What worlds are drawn from."""
        if not self._game.worlds:
            return {}
        match self._game.entry.worlds:
            case "public":
                return {"example": state.history()}
            case "resampling" | "dealing":
                stream = Rng(f"{self._game.member}\x1f{seat}\x1f{state.turn}\x1f{raw}", "example")
                try:
                    return {"example": self._like(state, seat, stream)}
                except NoWorldsError:  # the match goes on; only this decision has no worlds
                    return {}
            case "histories":
                return self._trail(state, seat)
        return {}

    def _like(self, state: OpenSpielState, seat: int, stream: Rng) -> list[int]:
        """The history of a position that looks like this one to a seat."""
        like = self._game.like(state, seat, stream)
        assert isinstance(like, OpenSpielState)
        return like.history()

    def _trail(self, state: OpenSpielState, seat: int) -> dict[str, Json]:
        """A fingerprint of what the seat knew before each turn, and what it chose itself."""
        trail: list[int] = []
        own: list[int] = []
        earlier = self._game.inner.new_initial_state()
        for action in state.inner.history():
            if not earlier.is_chance_node():
                trail.append(self._game.fingerprint(earlier, seat))
                if earlier.current_player() == seat:
                    own.append(action)
            earlier.apply_action(action)
        return {"trail": [*trail, self._game.fingerprint(earlier, seat)], "own": own}

    def _public_text(self, state: OpenSpielState) -> str:
        """What an uninvolved spectator is told: the position where nothing is hidden, else what all saw done."""
        if self._game.entry.worlds == PUBLIC:
            return str(state.inner)
        lines: list[str] = []
        if self._game.simultaneous:
            return ""
        entry = self._game.entry
        earlier = OpenSpielState(self._game, self._game.inner.new_initial_state())
        for action in state.history():
            mover = earlier.mover()
            is_seen = earlier.is_open() if mover != CHANCE else earlier.turn and entry.shows_chance
            if is_seen:
                who = "chance" if mover == CHANCE else f"seat {mover}"
                lines.append(f"{who}: {earlier.action_text(mover, action)}")
            earlier.move(action)
        return "\n".join(lines)


def _read_actions(value: Json, field: str) -> None:
    if (
        not isinstance(value, list)
        or len(value) > MOST_ACTIONS
        or not all(is_int(item, 0, 2**53 - 1) for item in value)
    ):
        raise ValueError(f"{field}: expected a list of at most {MOST_ACTIONS} integers from 0")
