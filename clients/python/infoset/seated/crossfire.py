"""The words of Crossfire for its players. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset.errors import WrongChoiceError
from infoset.turn import Action, Match, Turn
from infoset.wording import say

TASKS: Final = ("setup", "orders")
ORDINALS: Final = 3  # numbers that have a word of their own


class CrossfireWording:
    """Commands as `move up`, `fire left`; the whole also in written form. Units count from 1, as on the board."""

    def task(self, kind: str) -> str:
        return say(f"crossfire-tell-task-{kind}") if kind in TASKS else kind

    def heading(self, verb: str) -> str:
        return verb

    def is_place(self, verb: str) -> bool:
        return False

    def explain(self, turn: Turn) -> Sequence[str]:
        """How a setup is written, by one that is legal."""
        if turn.kind != "setup":
            return ()
        times = turn.plain_observation.get("recharge")
        if times is None:
            return ()
        units = ", ".join(
            say("crossfire-tell-unit-time", unit=unit, time=time)
            for unit, time in enumerate(times, 1)
        )
        example = f"setup {' '.join(map(str, times))} king 2"
        return [
            say("crossfire-tell-times", times=", ".join(map(str, times))),
            say("crossfire-tell-times-about"),
            say("crossfire-tell-times-write", example=example),
            say("crossfire-tell-times-give", units=units),
        ]

    def short(self, match: Match, action: Action) -> str:
        verb, *arguments = action
        if verb == "nth":
            number = arguments[0]
            place = say("crossfire-tell-ordinal", number=number + 1)
            if number < ORDINALS:
                place = say(f"crossfire-tell-ordinal-{number}")
            return say("crossfire-tell-nth", place=place)
        if verb == "king":
            return say("crossfire-tell-unit", unit=arguments[0] + 1)
        return say(f"crossfire-order-{verb}", way=say(f"crossfire-way-{arguments[0]}"))

    def slot(self, name: str) -> str:
        unit = name.rpartition(" ")[2]
        return say("crossfire-tell-unit", unit=int(unit) + 1) if unit.isdecimal() else name

    def write(self, action: Action) -> str:
        return " ".join(str(part) for part in action)

    def read(self, line: str) -> Action:
        """`setup 2 5 3 3 6 king 2`; orders are read slot by slot."""
        words = line.lower().split()
        numbers = [word for word in words[1:] if word != "king"]
        if words[:1] != ["setup"] or len(numbers) < 2 or not all(map(str.isdecimal, numbers)):
            orders, setup = "up, fire left", "setup 2 5 3 king 2"
            raise WrongChoiceError(say("crossfire-tell-slots-expected", orders=orders, setup=setup))
        *recharge, king = map(int, numbers)
        if not king:
            raise WrongChoiceError(say("crossfire-tell-king-expected"))
        return ["setup", recharge, king - 1]

    def read_field(self, name: str, spec: Mapping[str, Any], text: str) -> Any:
        raise WrongChoiceError("no action of this game has parameters")

    def ask_field(self, name: str, spec: Mapping[str, Any]) -> str:
        return name
