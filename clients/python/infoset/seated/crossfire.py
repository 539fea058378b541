"""The words of Crossfire for its players. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset.errors import WrongChoiceError
from infoset.turn import Action, Match, Turn

TASKS: Final = {
    "setup": "give out the recharge times, name the king",
    "orders": "command every idle unit",
}
ORDINALS: Final = ("1st", "2nd", "3rd")


class CrossfireWording:
    """Commands as `move up`, `fire left`; the whole also in written form. Units count from 1, as on the board."""

    def task(self, kind: str) -> str:
        return TASKS.get(kind, kind)

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
        units = ", ".join(f"unit {unit} {time}" for unit, time in enumerate(times, 1))
        example = f"setup {' '.join(map(str, times))} king 2"
        return [
            f"recharge times to give out, in any order: {', '.join(map(str, times))}",
            "a unit waits so many rounds after it has fired; one of the units is your king, in secret",
            f"write them in the order of the units, then the king, for instance: {example}",
            f"that gives {units}, and unit 2 is the king",
        ]

    def short(self, match: Match, action: Action) -> str:
        verb, *arguments = action
        if verb == "nth":
            number = arguments[0]
            ordinal = ORDINALS[number] if number < len(ORDINALS) else f"{number + 1}th"
            return f"the {ordinal} left over"
        if verb == "king":
            return f"unit {arguments[0] + 1}"
        return f"{verb} {arguments[0]}"

    def slot(self, name: str) -> str:
        unit = name.rpartition(" ")[2]
        return f"unit {int(unit) + 1}" if unit.isdecimal() else name

    def write(self, action: Action) -> str:
        return " ".join(str(part) for part in action)

    def read(self, line: str) -> Action:
        """`setup 2 5 3 3 6 king 2`; orders are read slot by slot."""
        words = line.lower().split()
        numbers = [word for word in words[1:] if word != "king"]
        if words[:1] != ["setup"] or len(numbers) < 2 or not all(map(str.isdecimal, numbers)):
            raise WrongChoiceError(
                "expected one option for each slot, like `up, fire left`, or a whole setup, like "
                "`setup 2 5 3 king 2`"
            )
        *recharge, king = map(int, numbers)
        if not king:
            raise WrongChoiceError("king: expected the number of a unit, from 1")
        return ["setup", recharge, king - 1]

    def read_field(self, name: str, spec: Mapping[str, Any], text: str) -> Any:
        raise WrongChoiceError("no action of this game has parameters")

    def ask_field(self, name: str, spec: Mapping[str, Any]) -> str:
        return name
