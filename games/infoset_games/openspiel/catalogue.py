"""What is known of each of OpenSpiel's games: how much it hides, how worlds of it are drawn, why it is left out.

Only what stands here is offered. A newer OpenSpiel may bring games that nobody has tried, and one that crashes takes
the whole process with it. `tests/games/openspiel/` plays every game of the table and fails where it is wrong.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

Way = Literal["public", "resampling", "dealing", "histories"]

PUBLIC: Final[Way] = "public"  # nothing is hidden: there is one world
BY_RESAMPLING: Final[Way] = "resampling"  # OpenSpiel's own `resample_from_infostate`
BY_DEALING: Final[Way] = "dealing"  # the unseen cards dealt anew, to those who may hold them
BY_HISTORIES: Final[Way] = "histories"  # all histories that agree, within a budget

HEARTS_DEALT: Final = 53  # where to pass, and 52 cards
HEARTS_PASSED: Final = 12  # three cards of each seat
NO_PASS: Final = 0


def always(inner: Any) -> bool:
    """Everybody sees what is done."""
    return True


def never(inner: Any) -> bool:
    """Only who does it knows."""
    return False


def unless_passing(inner: Any) -> bool:
    """Hearts: cards are passed face down, and played face up."""
    is_over = inner.move_number() >= HEARTS_DEALT + HEARTS_PASSED
    return bool(is_over or inner.history()[0] == NO_PASS)


@dataclass(frozen=True)
class Entry:
    """One game. `worlds` None: none are drawn, so there is nothing to compute with.

    `remembers`: its text is OpenSpiel's information state, with all that a seat has seen; else it is the observation,
    what it sees now. `is_open(state)` says whether everybody sees what seats do there, `shows_chance` whether all
    see what chance brings after the deal.
    """

    worlds: Way | None
    remembers: bool = False
    is_open: Callable[[Any], bool] = always
    shows_chance: bool = False


def words(text: str) -> list[str]:
    """The words of a text."""
    return text.split()


ALL_PUBLIC: Final = words("""
2048 amazons antichess backgammon banqi blotto breakthrough capture_the_flag catch checkers chess chinese_checkers
cliff_walking clobber connect_four crazyhouse cursor_go dots_and_boxes einstein_wurfelt_nicht go gomoku goofspiel
havannah hex hive laser_tag lines_of_action maedn mancala markov_soccer matching_pennies_3p matrix_bos matrix_brps
matrix_cd matrix_coordination matrix_mp matrix_pd matrix_rps matrix_rpsw matrix_sh matrix_shapleys_game mnk nim nine_mens_morris oshi_zumo othello oware pathfinding pentago pig quoridor shogi snake
tic_tac_toe twixt ultimate_tic_tac_toe xiangqi y yacht
""")

HIDING: Final[Mapping[str, Entry]] = {
    "bargaining": Entry(BY_RESAMPLING, remembers=True),
    "battleship": Entry(None, remembers=True, is_open=never),
    "blackjack": Entry(None, remembers=True),
    "bridge": Entry(None, remembers=True),
    "coin_game": Entry(None, is_open=never),
    "colored_trails": Entry(BY_RESAMPLING, remembers=True, is_open=never),
    "coop_box_pushing": Entry(None, is_open=never),
    "coordinated_mp": Entry(BY_HISTORIES, remembers=True, is_open=never),
    "crazy_eights": Entry(None),
    "cribbage": Entry(None, remembers=True, is_open=never),
    "dark_chess": Entry(None, is_open=never),
    "dark_hex": Entry(BY_HISTORIES, remembers=True, is_open=never),
    "dark_hex_ir": Entry(BY_HISTORIES, remembers=True, is_open=never),
    "deep_sea": Entry(BY_HISTORIES),
    "dou_dizhu": Entry(None),
    "euchre": Entry(None, remembers=True, is_open=never),
    "first_sealed_auction": Entry(BY_HISTORIES, remembers=True, is_open=never),
    "gin_rummy": Entry(None),
    "go_fish": Entry(None, remembers=True),
    "hanabi": Entry(None),
    "hearts": Entry(BY_DEALING, remembers=True, is_open=unless_passing),
    "kriegspiel": Entry(None, is_open=never),
    "kuhn_poker": Entry(BY_RESAMPLING, remembers=True),
    "latent_ttt": Entry(BY_HISTORIES, remembers=True, is_open=never),
    "leduc_poker": Entry(BY_RESAMPLING, remembers=True, shows_chance=True),
    "lewis_signaling": Entry(BY_HISTORIES, remembers=True, is_open=never),
    "liars_dice": Entry(BY_HISTORIES, remembers=True),
    "liars_dice_ir": Entry(BY_HISTORIES, remembers=True, is_open=never),
    "oh_hell": Entry(None, remembers=True),
    "phantom_go": Entry(None, is_open=never),
    "phantom_ttt": Entry(BY_HISTORIES, remembers=True, is_open=never),
    "phantom_ttt_ir": Entry(BY_HISTORIES, remembers=True, is_open=never),
    "rbc": Entry(None, is_open=never),
    "repeated_leduc_poker": Entry(BY_HISTORIES, remembers=True),
    "sheriff": Entry(BY_HISTORIES, remembers=True, is_open=never),
    "skat": Entry(None, is_open=never),
    "social_deduction": Entry(None, remembers=True, is_open=never),
    "solitaire": Entry(None, remembers=True),
    "spades": Entry(BY_DEALING),
    "tiny_bridge_2p": Entry(BY_HISTORIES, remembers=True),
    "tiny_bridge_4p": Entry(BY_HISTORIES, remembers=True),
    "tiny_hanabi": Entry(BY_HISTORIES, remembers=True),
    "trade_comm": Entry(BY_HISTORIES, remembers=True, is_open=never),
    "universal_poker": Entry(BY_DEALING, remembers=True, shows_chance=True),
}

CATALOGUE: Final[Mapping[str, Entry]] = {
    **{name: Entry(PUBLIC, shows_chance=True) for name in ALL_PUBLIC},
    **HIDING,
}

OWN_CHANCE: Final = "it draws by a generator of its own, which nobody can check"
NEEDS_MORE: Final = "it is made from another game or from data"
MEAN_FIELD: Final = "it has a population instead of players"

LEFT_OUT: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        words("""add_noise cached_tree coop_to_1p efg_game misere nfg_game normal_form_extensive_game repeated_game
        repeated_poker restricted_nash_response start_at turn_based_simultaneous_game zerosum"""),
        NEEDS_MORE,
    ),
    **dict.fromkeys(
        words("mfg_crowd_modelling mfg_crowd_modelling_2d mfg_dynamic_routing mfg_garnet"),
        MEAN_FIELD,
    ),
    **dict.fromkeys(["negotiation", "stones_and_gems", "tarok"], OWN_CHANCE),
    "bridge_uncontested_bidding": "it solves whole deals, which takes seconds a step",
    "morpion_solitaire": "it breaks the memory of the process",
    "crossword": "its actions have no numbers",
}
