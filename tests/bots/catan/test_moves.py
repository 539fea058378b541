"""The kinds of moves: which is which, which comes first among equals, what epsilon prunes."""

from tests.bots.catan.positions import GAME, set_up

from infoset_bots.catan.moves import (
    BANK,
    BUILD_CITY,
    BUILD_ROAD,
    BUY,
    END,
    KINDS,
    KNIGHT,
    MONOPOLY,
    PLENTY,
    PORT,
    ROAD_BUILDING,
    SETTLE,
    STAND,
    TRADE,
    is_pruned,
    kind_of,
    rank,
)
from infoset_games.catan.state import CatanState


def kinds_in(state: CatanState) -> dict[str, set[int]]:
    """The kinds by the word that an action is written with."""
    found: dict[str, set[int]] = {}
    for code in state.codes():
        word = GAME.write_action(state, 0, int(code))[0]
        found.setdefault(word, set()).add(int(kind_of(state, code)))
    return found


def test_every_action_of_the_main_phase_has_its_kind() -> None:
    state = set_up(
        hands={0: "wwwwbbbbsshhhhoooo"},
        settlements={0: [10, 19]},
        roads={0: [(10, 14, 9)]},
        usable={0: ["knight", "road_building", "plenty", "monopoly"]},
    )
    assert kinds_in(state) == {
        "end_turn": {END},
        "buy_dev": {BUY},
        "play_knight": {KNIGHT},
        "play_road_building": {ROAD_BUILDING},
        "play_monopoly": {MONOPOLY},
        "play_plenty": {PLENTY},
        "bank": {BANK, PORT},
        "city": {BUILD_CITY},
        "settlement": {SETTLE},
        "road": {BUILD_ROAD},
        "offer": {TRADE},
    }


def test_what_answers_a_question_and_changes_nothing_stands() -> None:
    assert kinds_in(set_up(phase="roll", usable={0: ["knight"]})) == {
        "roll": {STAND},
        "play_knight": {KNIGHT},
    }


def test_the_order_among_equals_is_that_of_the_thesis() -> None:
    ordered = [
        (BUILD_CITY,),
        (SETTLE,),
        (BUILD_ROAD,),
        (KNIGHT, ROAD_BUILDING, PLENTY, MONOPOLY),
        (TRADE,),
        (PORT,),
        (BANK,),
        (BUY,),
        (END,),
    ]
    ranks = [{int(rank(kind)) for kind in kinds} for kinds in ordered]
    assert ranks == [{place} for place in range(1, 10)]


def test_epsilon_prunes_the_unimportant_first_and_pieces_second() -> None:
    pruned = [{kind for kind in range(KINDS) if is_pruned(kind, level)} for level in range(3)]
    assert pruned[0] == set()
    assert pruned[1] == {BANK, PORT, TRADE, PLENTY, MONOPOLY}
    assert pruned[2] == pruned[1] | {BUILD_ROAD, SETTLE, BUILD_CITY}
