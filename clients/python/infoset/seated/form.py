"""An action with parameters, asked field by field. Pure.

asking a field --line--> the next --...--> complete
      ^  |
      '--' a line that cannot be read
"""

from collections.abc import Mapping
from typing import Any, Final

from infoset.seated.wording import Wording
from infoset.turn import Action

LEFT_OUT: Final = ("to",)  # fields that may be left empty: the action is then written without them


class Form:
    """One action being put together: `take` lines until `action` is there."""

    def __init__(self, param: Mapping[str, Any], wording: Wording) -> None:
        """`param` is one of a turn's `params`."""
        self.kind = str(param["kind"])
        self._wording = wording
        self._fields: list[tuple[str, Mapping[str, Any]]] = list(param["fields"].items())
        self._values: list[Any] = []

    @property
    def question(self) -> str:
        """What is asked now."""
        name, spec = self._fields[0]
        return f"{self.kind}: {self._wording.ask_field(name, spec)}"

    def take(self, line: str) -> None:
        """Fills in the field that is asked. Raises WrongChoiceError, and asks it again."""
        name, spec = self._fields[0]
        text = line.strip()
        if text or name not in LEFT_OUT:
            self._values.append(self._wording.read_field(name, spec, text))
        del self._fields[0]

    @property
    def action(self) -> Action | None:
        """The whole action, None while fields are missing."""
        return None if self._fields else [self.kind, *self._values]
