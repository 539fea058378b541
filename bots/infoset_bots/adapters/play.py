"""One play as an environment runs it: chance drawn inside, choices sealed until everybody has chosen.

Knows nothing of PettingZoo, so both environments share it.
"""

import secrets
from collections.abc import Mapping

from infoset_games.core import CHANCE, IllegalActionError, Json, State
from infoset_games.game import Game
from infoset_games.rng import Rng


class Play:
    """A play of `game` from a deal to its end, or until `max_plies` joint actions of seats."""

    def __init__(self, game: Game, rng: Rng, max_plies: int, deal: Json = None) -> None:
        """Deals unless `deal` is given. Raises ValueError for a bad deal."""
        self.game = game
        self.rng = rng
        self.max_plies = max_plies
        self.plies = 0
        self.sealed: dict[int, int] = {}
        self.state: State = game.start(game.deal(rng) if deal is None else deal)
        self._draw_chance()

    @property
    def is_over(self) -> bool:
        """Has the play ended by the rules?"""
        return not self.state.to_act()

    @property
    def is_cut(self) -> bool:
        """Has it run out of plies before?"""
        return self.plies >= self.max_plies and not self.is_over

    def waiting(self) -> tuple[int, ...]:
        """The seats that still owe a choice."""
        if self.is_cut:
            return ()
        return tuple(seat for seat in self.state.to_act() if seat not in self.sealed)

    def choose(self, seat: int, action: int) -> None:
        """Takes the legal action of a waiting seat; plays the ply when it was the last one."""
        if seat not in self.waiting():
            raise IllegalActionError("nothing is yours to decide now")
        self.sealed[seat] = action
        if not self.waiting():
            joint, self.sealed = self.sealed, {}
            self._apply(joint)

    def returns(self) -> tuple[float, ...]:
        """By seat; 0 for everybody until the play is over."""
        result = self.state.result()
        return (0.0,) * self.game.seats if result is None else result.returns

    def info(self, seat: int) -> dict[str, Json]:
        """`observation` with its types; `kind` of the decision for a waiting seat; the `result` at last."""
        info: dict[str, Json] = {"observation": self.state.observe(seat)}
        if seat in self.waiting():
            info["kind"] = self.state.kind(seat)
        result = self.state.result()
        if result is not None:
            info["result"] = result
        return info

    def describe(self) -> str:
        """The play as an uninvolved spectator sees it, as lines of text."""
        seen = self.game.write_observation(self.state.observe(None))
        lines = [f"{self.game.rules}, {self.plies} plies"]
        lines += [f"  {name}: {value}" for name, value in seen.items()]
        lines += [f"  seat {seat} decides: {self.state.kind(seat)}" for seat in self.waiting()]
        result = self.state.result()
        if result is not None:
            lines.append(f"  {result}")
        return "\n".join(lines)

    def _apply(self, joint: Mapping[int, int]) -> None:
        self.state.apply(joint)
        self.plies += 1
        self._draw_chance()

    def _draw_chance(self) -> None:
        while self.state.mover() == CHANCE:
            self.state.apply({CHANCE: int(self.state.sample_chance(self.rng))})


def open_stream(seed: int | None) -> Rng:
    """The stream of an environment: named by `seed`, or by fresh entropy for None."""
    return Rng(secrets.token_hex(16) if seed is None else str(seed), "environment")
