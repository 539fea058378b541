"""What a planted fault is, and the table of those of one level. Plants none."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.conformance.clients.bot import Bot


@dataclass(frozen=True)
class Fault:
    """A bot, and where it must be found: the level, the case, and a part of the reason."""

    bot: type[Bot]
    level: int
    case: str
    reason: str
    game: str = "colonizers"

    @property
    def is_compared(self) -> bool:
        """Does it show only beside a match that went another way?"""
        return "another way" in self.reason


class Faults:
    """Decorates bots with a fault, and has them by the names of their classes in small letters."""

    def __init__(self, level: int) -> None:
        self.level = level
        self.by_name: dict[str, Fault] = {}

    def __call__(
        self, case: str, reason: str, game: str = "colonizers"
    ) -> Callable[[type[Bot]], type[Bot]]:
        """Enters a bot that must be found in this case, for this reason."""

        def enter(bot: type[Bot]) -> type[Bot]:
            name = "".join(f"_{c.lower()}" if c.isupper() else c for c in bot.__name__).lstrip("_")
            self.by_name[name] = Fault(bot, self.level, case, reason, game)
            return bot

        return enter
