"""The decisions of one ply while seats make them: what each has said so far, and what is sealed. Compiled."""

from operator import index
from typing import Any, final

from infoset_bots.adapters.encoding import Encoding, Options, Parts
from infoset_games.core import CHANCE, IllegalActionError, State


@final
class Choices:
    """What the seats to act in `state` have chosen. A choice is sealed until all have made theirs."""

    def __init__(self, encoding: Encoding, state: State) -> None:
        self.encoding = encoding
        self.state = state
        self.parts: dict[int, Parts] = {}
        self.sealed: dict[int, int] = {}
        self._options: dict[int, Options] = {}

    def __reduce__(self) -> tuple[object, ...]:
        return Choices, (self.encoding, self.state), self.__getstate__()

    def waiting(self) -> tuple[int, ...]:
        """The seats that still owe a choice, or part of it. Chance is no seat."""
        if not self.sealed:
            seats = self.state.to_act()
            return () if seats == (CHANCE,) else seats
        return tuple([seat for seat in self.state.to_act() if seat not in self.sealed])

    def parts_of(self, seat: int) -> Parts:
        """The numbers that `seat` has said of a decision that goes on."""
        return self.parts.get(seat, ())

    def options(self, seat: int) -> Options:
        """What a seat may say next: see `Encoding.options`. Empty for a seat that is not waited for."""
        found = self._options.get(seat)
        if found is not None and seat not in self.sealed:
            return found
        if seat in self.sealed or (self.state.mover() != seat and seat not in self.waiting()):
            return {}
        found = self.encoding.options(self.state, seat, self.parts_of(seat))
        self._options[seat] = found
        return found

    def check(self, seat: int, number: Any, what: str = "") -> int:
        """`number`, if `seat` may say it. Raises IllegalActionError that calls it `what`."""
        options = self.options(seat)
        try:
            said = index(number)
        except TypeError:  # not a whole number, even if it stands for one
            said = -1
        if said not in options:
            what = what or f"action {number}"
            raise IllegalActionError(f"{what}: expected one of {sorted(options)}")
        return said

    def say(self, seat: int, number: int) -> None:
        """Takes a number of `options`."""
        code = self.options(seat)[number]
        if code is None:
            self.say_part(seat, number)
        else:
            self.seal(seat, code)

    def say_part(self, seat: int, number: int) -> None:
        """Takes a number after which the decision goes on."""
        self.parts[seat] = (*self.parts_of(seat), number)
        self._options.pop(seat, None)

    def seal(self, seat: int, code: int) -> None:
        """Takes the whole action of a waiting seat."""
        self.sealed[seat] = code
        self.parts.pop(seat, None)

    def in_state(self, state: State, seats: tuple[int, ...] | None = None) -> "Choices":
        """The same choices in another state with the same decisions: those of `seats`, or of all."""
        twin = Choices(self.encoding, state)
        kept = self.state.to_act() if seats is None else seats
        twin.parts = {seat: parts for seat, parts in self.parts.items() if seat in kept}
        twin.sealed = {seat: code for seat, code in self.sealed.items() if seat in kept}
        return twin
