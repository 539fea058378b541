"""One play as an environment runs it: chance drawn inside, choices sealed until everybody has chosen. Compiled.

Knows nothing of PettingZoo and Gymnasium, so all environments share it.
"""

import secrets
from collections.abc import Mapping
from typing import Any, Final, final

from mypy_extensions import i64

from infoset_bots.adapters.choices import Choices
from infoset_bots.adapters.encoding import Encoding
from infoset_bots.adapters.menu import LARGEST, MORE, Menu
from infoset_games.core import CHANCE, OVER, IllegalActionError, Json, State
from infoset_games.policies import Policy
from infoset_games.rng import Rng

MOST_UNASKED: Final = 1_000  # plays in a row that are over before a seat is asked


@final
class Play:
    """A play of `game` from a deal to its end, or until `max_plies` joint actions of seats."""

    def __init__(self, encoding: Encoding, rng: Rng, max_plies: int, deal: Json = None) -> None:
        """Deals unless `deal` is given. Raises ValueError for a bad deal."""
        game = encoding.game
        self.game = game
        self.encoding = encoding
        self.rng = rng
        self.max_plies = max_plies
        self.plies = 0
        self._observed: dict[int, Any] = {}
        self._choices: Choices | None = None  # made when somebody looks at them
        self._state: State = game.begin(rng) if deal is None else game.start(deal)
        self._draw_chance()

    def __reduce__(self) -> tuple[object, ...]:
        return any_play, (self.encoding, self.max_plies), self.__getstate__()

    @property
    def state(self) -> State:
        """The position, secrets included. Another may be put in its place if it asks the same seats."""
        return self._state

    @state.setter
    def state(self, state: State) -> None:
        self._choices = self.choices.in_state(state)
        self._state = state
        self._observed = {}

    @property
    def choices(self) -> Choices:
        """What the seats to act have chosen so far."""
        if self._choices is None:
            self._choices = Choices(self.encoding, self._state)
        return self._choices

    @property
    def is_over(self) -> bool:
        """Has the play ended by the rules?"""
        return self._state.mover() == OVER

    @property
    def is_cut(self) -> bool:
        """Has it run out of plies before?"""
        return self.plies >= self.max_plies and not self.is_over

    def waiting(self) -> tuple[int, ...]:
        """The seats that still owe a choice."""
        if self.is_cut:
            return ()
        return self.choices.waiting()

    def observe(self, seat: int) -> Any:
        """What `seat` knows now."""
        found = self._observed.get(seat)
        if found is None:
            found = self._state.observe(seat)
            self._observed[seat] = found
        return found

    def tensor(self, seat: int) -> Any:
        """What `seat` knows now and has said of its decision, as the encoding writes it."""
        return self.encoding.tensor(self.observe(seat), self.choices.parts_of(seat))

    def say(self, seat: int, number: int) -> None:
        """Takes a number that a waiting seat may say; plays the ply when the last choice is complete."""
        self._check_waiting(seat)
        self.say_checked(seat, number)

    def say_checked(self, seat: int, number: int) -> None:
        """The same, without another look at whether it may be said."""
        code = self.choices.options(seat)[number]
        if code is not None and self._state.mover() == seat:  # nobody else has to choose
            self._move(seat, code)
            return
        self.choices.say(seat, number)
        self._go_on()

    def say_of(self, seat: i64, number: i64, menu: Menu) -> bool:
        """The same for a number of the menu that the seat was shown. Is its decision complete?"""
        code = menu.code_of(number)
        if code == MORE:
            self.choices.say_part(int(seat), int(number))
            return False
        if self._state.mover() == seat:
            self._move(seat, code)
        else:
            self.choices.seal(int(seat), code)
            self._go_on()
        return True

    def choose(self, seat: int, action: int) -> None:
        """Takes the legal action of a waiting seat as a whole, like `say`."""
        self._check_waiting(seat)
        self.choices.seal(seat, action)
        self._go_on()

    def play_others(self, seat: int, policy: Policy, rng: Rng) -> None:
        """Lets `policy` choose for all others, until the seat is asked and nobody else is, or the play is over."""
        while True:
            mover = self._state.mover()
            if mover == OVER or mover == seat:
                return
            if mover >= 0 and self.plies < self.max_plies:  # as `choose`, but quicker
                self._move(mover, policy.choose(self._state, mover, rng))
                continue
            waiting = self.waiting()
            others = [other for other in waiting if other != seat]
            if not others:
                return
            choices = self.choices
            for other in others:
                choices.seal(other, policy.choose(self._state, other, rng))
            if len(others) == len(waiting):  # nobody is left
                self._apply(choices.sealed)

    def _check_waiting(self, seat: int) -> None:
        if seat not in self.waiting():
            raise IllegalActionError("nothing is yours to decide now")

    def _go_on(self) -> None:
        if not self.choices.waiting():
            self._apply(self.choices.sealed)

    def returns(self) -> tuple[float, ...]:
        """By seat; 0 for everybody until the play is over."""
        result = self.state.result()
        return (0.0,) * self.game.seats if result is None else result.returns

    def info(self, seat: int) -> dict[str, Json]:
        """`observation` with its types; `kind` of the decision for a waiting seat; the `result` at last."""
        info: dict[str, Json] = {"observation": self.observe(seat)}
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

    def _move(self, mover: i64, code: int) -> None:
        if code > LARGEST:
            self._state.apply({int(mover): code})
        else:
            self._state.move(i64(code))
        self._end_ply()

    def _apply(self, joint: Mapping[int, int]) -> None:
        self._state.apply(joint)
        self._end_ply()

    def _end_ply(self) -> None:
        """What follows a joint action: chance, and new questions."""
        self.plies += 1
        self._draw_chance()
        if self._observed:
            self._observed = {}
        self._choices = None

    def _draw_chance(self) -> None:
        while self._state.mover() == CHANCE:
            self._state.move(self._state.sample_chance(self.rng))


def asked_play(
    encoding: Encoding,
    rng: Rng,
    max_plies: int,
    deal: Json,
    seat: int,
    policy: Policy,
    choice: Rng,
) -> Play:
    """A new play at the first decision of `seat`, with the others played by `policy`, which draws from `choice`.

    Plays that the others end before are passed over. Raises ValueError for a bad deal, RuntimeError where that never ends.
    """
    for _ in range(MOST_UNASKED):
        play = Play(encoding, rng, max_plies, deal)
        play.play_others(seat, policy, choice)
        if not play.is_over and not play.is_cut:
            return play
    raise RuntimeError(f"seat {seat}: not asked once in {MOST_UNASKED} plays")


def any_play(encoding: Encoding, max_plies: int) -> Play:
    """A play that pickle is about to turn into another one."""
    return Play(encoding, Rng("any"), max_plies)


def open_stream(seed: int | None) -> Rng:
    """The stream of an environment: named by `seed`, or by fresh entropy for None."""
    return Rng(secrets.token_hex(16) if seed is None else str(seed), "environment")
