"""What can be agreed on before a game: `Options`. Compiled, because the rules ask it; read in game.py."""

from typing import Final, final

from mypy_extensions import i64

TARGET: Final = 10
LEAST_TARGET: Final = 3
MOST_TARGET: Final = 99
ROUND_LIMIT: Final = 200
MOST_ROUNDS: Final = 1000
MAX_OFFERS: Final = 3
MOST_OFFERS: Final = 10
MENU_NAMES: Final = ("none", "1:1", "small")
MENU_NONE: Final = 0
MENU_SINGLE: Final = 1


@final
class Options:
    """The options that steer play; the layout is in the board. Immutable, shared by all positions of a game."""

    def __init__(
        self,
        seats: i64,
        target: i64 = TARGET,
        round_limit: i64 = ROUND_LIMIT,
        public_discards: bool = True,
        bank_public: bool = True,
        trade_menu: i64 = MENU_SINGLE,
        max_offers: i64 = MAX_OFFERS,
        friendly_robber: bool = False,
        rob_empty: bool = False,
    ) -> None:
        self.seats: i64 = seats
        self.target: i64 = target
        self.round_limit: i64 = round_limit
        self.public_discards: bool = public_discards
        self.bank_public: bool = bank_public
        self.trade_menu: i64 = trade_menu
        self.max_offers: i64 = max_offers
        self.friendly_robber: bool = friendly_robber
        self.rob_empty: bool = rob_empty

    def __reduce__(self) -> tuple[object, ...]:
        arguments = (
            int(self.seats),
            int(self.target),
            int(self.round_limit),
            self.public_discards,
            self.bank_public,
            int(self.trade_menu),
            int(self.max_offers),
            self.friendly_robber,
            self.rob_empty,
        )
        return Options, arguments
