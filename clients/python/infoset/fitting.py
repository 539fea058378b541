"""Asks a bot whether it can play a game with its options, before it has to (`Bot.check_game`)."""

import json

from infoset.bot import Bot, BotFactory
from infoset.errors import BotLoadError
from infoset_games.game import Game


class Fitting:
    """What the bots of one factory say against games. Each game with its options is asked about once.

    To ask may take as long as to load what the bot has learnt, and a clock may run meanwhile.
    """

    def __init__(self) -> None:
        self._known: dict[str, str | None] = {}

    def complaint(self, bot: Bot, game: Game) -> str | None:
        """Why `bot` cannot play `game`, in its own words; None where it can. Never raises."""
        if type(bot).check_game is Bot.check_game:
            return None
        key = json.dumps([game.rules, game.options()], sort_keys=True)
        if key not in self._known:
            self._known[key] = complaint(bot, game)
        return self._known[key]


def complaint(bot: Bot, game: Game) -> str | None:
    """Why a bot cannot play a game, in its own words; None where it can."""
    try:
        bot.check_game(game)
    except (Exception, SystemExit) as error:  # noqa: BLE001 (a stranger's code raises anything)
        is_meant = isinstance(error, ValueError) and str(error)
        return str(error) if is_meant else f"{type(error).__name__}: {error}"
    return None


def require_fit(make: BotFactory, game: Game, called: str) -> None:
    """Raises BotLoadError where a bot, `called` so, says that it cannot play a game.

    Whoever plays a bot that cannot be made tells that, with its traceback.
    """
    try:
        bot = make()
    except (Exception, SystemExit):  # noqa: BLE001 (a stranger's code raises anything)
        return
    if (said := complaint(bot, game)) is not None:
        raise BotLoadError(f"{called} cannot play {game.name}: {said}")
