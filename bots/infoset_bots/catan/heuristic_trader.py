"""The bot that people play against in Catan where they choose nobody: it follows the rules of thumb, and trades."""

from infoset_bots.catan.trader_bot import WORLDS, TraderBot


class HeuristicTrader(TraderBot):
    """`TraderBot` over the heuristic, with one offer a turn: people want to be asked now and then."""

    def __init__(self, *, worlds: int = WORLDS, offers: int = 1) -> None:
        """As TraderBot."""
        super().__init__(inner="heuristic", worlds=worlds, offers=offers)
