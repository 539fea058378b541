"""The base class of bots. A bot knows nothing of networks: it is shown turns and answers them."""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from infoset.turn import Answer, Match, MatchResult, Turn
from infoset_games.game import Game

BotFactory = Callable[[], "Bot"]  # a Bot class, or any function that makes one


class Bot:
    """Plays one match on one seat: the class is called anew for every match.

    All methods of one object are called one after another, never at the same time, so `self` is a
    safe place to remember things in. Many objects may play at once in one process. An exception in
    any method is reported with its traceback and the match goes on; in `decide`, the fallback is
    played. `print` is safe anywhere: it goes to the log.
    """

    quick: ClassVar[bool] = False
    """Set True where `decide` takes less than a millisecond: it is then called without a thread of
    its own, which is cheaper, but keeps everything else in the process waiting."""

    @cached_property
    def rng(self) -> random.Random:
        """The bot's own random numbers. Assign a seeded generator for play that can be repeated."""
        return random.Random()

    def decide(self, turn: Turn) -> Answer:
        """Answers a turn: an index, one of `turn.actions`, or one option per slot of a joint order.

        None leaves an optional turn unanswered; the deadline then decides.
        """
        raise NotImplementedError(f"{type(self).__name__} has no decide(self, turn)")

    def check_game(self, game: Game) -> None:
        """Raises ValueError where it cannot play `game` with its options, as with weights that are for another.

        Commands ask one bot, which plays no match, before the first match is begun; `infoset bot` and `run` ask once more in
        the first match of each game and its options, whose fallback is played where it cannot.
        """

    def on_start(self, match: Match) -> None:
        """The match begins, or a new process came back to it: then what happened before is told as events."""

    def on_events(self, match: Match, events: Sequence[Mapping[str, Any]]) -> None:
        """Something happened that this seat may see: `{"e": kind, "by": seat, ...}`, in order.

        Everything is told once, before the next question: also what happened while the program was away, and in a new process
        all from the beginning. Where the server does not tell it, a warning says so; the observation is whole all the same.
        """

    def on_talk(self, match: Match, name: str, text: str) -> None:
        """Somebody said something in the match, perhaps the bot itself. Trust no word of it."""

    def on_over(self, match: Match, result: MatchResult) -> None:
        """The match is over."""
