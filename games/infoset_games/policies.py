"""What plays the seats in playouts: `Policy`, and the one that every game has. Compiled.

A policy is quick and simple, and is meant for worlds, not for the table: a search asks it thousands
of times. Found by name through policy_registry.py.
"""

from abc import abstractmethod

from mypy_extensions import i64, mypyc_attr

from infoset_games.core import CHANCE, OVER, SEVERAL, State
from infoset_games.pickling import reduced
from infoset_games.rng import Rng


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """Chooses for one seat in a complete world. Has no memory, so one object serves all seats.

    It is handed the whole world for speed, and must look only at what the acting seat knows there:
    a playout in which everybody sees everything overrates what cannot be known at the table.
    """

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)

    @abstractmethod
    def choose(self, state: State, seat: i64, rng: Rng) -> int:
        """A legal action code of `seat`, which is to act in `state`. Changes nothing but `rng`."""

    def play_out(self, state: State, rng: Rng, horizon: i64) -> i64:
        """Plays `state` on in place, for all seats, to its end or for `horizon` plies; returns how many.

        To be overridden where a policy can do the same, number for number, more quickly.
        """
        plies: i64 = 0
        while plies < horizon:
            mover = state.mover()
            if mover >= 0:
                state.move(i64(self.choose(state, mover, rng)))
            elif mover == CHANCE:
                state.move(state.sample_chance(rng))
            elif mover == OVER:
                return plies
            else:
                state.apply({seat: self.choose(state, seat, rng) for seat in state.to_act()})
            plies += 1
        return plies


@mypyc_attr(allow_interpreted_subclasses=True)
class RandomPolicy(Policy):
    """Every legal position equally often, so two equal cards count twice."""

    def choose(self, state: State, seat: i64, rng: Rng) -> int:
        if state.mover() == SEVERAL:
            return state.draw_legal(seat, rng)
        return int(state.legal_item(rng.below(state.legal_size())))

    def play_out(self, state: State, rng: Rng, horizon: i64) -> i64:
        if type(self) is RandomPolicy:  # others that are derived from it may choose otherwise
            return state.play_randomly(rng, horizon)
        return super().play_out(state, rng, horizon)
