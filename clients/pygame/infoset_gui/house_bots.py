"""The house bots of a server as people choose among them: by strength, in words, and who plays where nobody chose."""

from collections.abc import Iterable
from typing import Final

from infoset.wording import say
from infoset_protocol.messages import BotInfo, BotLevel

# Who takes a seat that nobody chose a bot for: quick ones, first the one that trades.
USUAL: Final = ("heuristic_trader", "heuristic")

PROVISIONAL: Final = 110  # half an interval above which a number says little, as on ladders


def usual_bot(bots: Iterable[BotInfo]) -> str | None:
    """Who plays where nobody chose a bot; None where there is none."""
    names = [bot.bot for bot in bots]
    return next((name for name in (*USUAL, *names) if name in names), None)


def by_strength(bots: Iterable[BotInfo], game: str) -> list[BotInfo]:
    """The strongest first, those that nobody has measured at this game last."""

    def rank(bot: BotInfo) -> tuple[int, str]:
        level = level_of(bot, game)
        return -level.rating if level else 1, bot.bot

    return sorted(bots, key=rank)


def strength_words(bot: BotInfo, game: str) -> str:
    """`level 3 of 5, 1480 ± 25`; `about level 3` where few matches were played."""
    level = level_of(bot, game)
    if level is None:
        return say("room-not-measured")
    key = "room-level-about" if level.margin > PROVISIONAL else "room-level"
    words = say(key, level=level.level, of=level.of)
    rating, margin = str(level.rating), str(level.margin)
    return say("window-room-strength", level=words, rating=rating, margin=margin)


def level_of(bot: BotInfo, game: str) -> BotLevel | None:
    """How strong it was measured to be at this game."""
    return next((level for level in bot.levels if level.game == game), None)
