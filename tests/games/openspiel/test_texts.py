"""What OpenSpiel tells a seat, in words."""

import pytest
from tests.games.openspiel.plays import game_of, positions

from infoset_games.openspiel.texts import plain_action, read_aloud

GIN = """
Knock card: 10
Prev upcard: Kc
Repeated move: 1
Current player: 0
Phase: Draw

Player0:
+--------------------------+
|                          |
+--------------------------+

Stock size: 30  Upcard: Kc
Discard pile: 9h

Player1: Deadwood=70
+--------------------------+
|As      5s                |
|          6c  8c          |
+--------------------------+
"""

READ = {
    "liars_dice": ("235 6-1 Liar", "Your dice: 2 3 5\nBids: 6 x 1s, Liar"),
    "universal_poker": (
        "[Round 1][Player: 0][Pot: 40][Money: 90 80][Private: Ts4c][Public: 2h3h4h][Sequences: cr30c|f]",
        (
            "Your cards: Ts 4c\nBoard: 2h 3h 4h\nPot: 40\nSeat 0: 90 left\nYou, seat 1: 80 left\n"
            "Betting, before the flop: call, raise to 30, call\nBetting, flop: fold"
        ),
    ),
    "dark_chess": (
        "r?/1K w - - 0 7",
        (
            "You are White.\n2 r ?\n1 . K\n  a b\n"
            "Move 7, White to move; 0 half-moves without a capture or a pawn\n"
            "Castling you know of: -; en passant: -"
        ),
    ),
    "hanabi": (
        "Life tokens: 3\nHands:\nXX || X2|RYGW2\n-----\nY3 || XX|RYGB1234\nDeck size: 35",
        (
            "Life tokens: 3\nYour hand:\n  0: told 2, may be RYGW 2\nHand of player +1:\n"
            "  0: Y3, told nothing, may be RYGB 1234\nDeck size: 35"
        ),
    ),
    "spades": ("S 654\nH 43   \n", "You sit East.\nS 654\nH 43"),
    "leduc_poker": ("[Observer: 1][Private: 5][Round 2]", "Observer: 1\nPrivate: 5\nRound: 2"),
    "gin_rummy": (
        GIN,
        (
            "Your hand (deadwood 70): As 5s | 6c 8c\nStock size: 30\nUpcard: Kc\nDiscard pile: 9h\n"
            "Knock card: 10\nPrev upcard: Kc\nRepeated move: 1\nCurrent player: 0\nPhase: Draw"
        ),
    ),
    "tic_tac_toe": ("..x  \n...\n", "..x\n..."),
}


@pytest.mark.parametrize("member", READ)
def test_a_text_is_put_into_words(member: str) -> None:
    raw, words = READ[member]
    assert read_aloud(member, raw, 1) == words


@pytest.mark.parametrize("member", [*READ, "hearts", "kuhn_poker"])
def test_what_a_seat_can_tell_apart_reads_differently(member: str) -> None:
    game = game_of(member)
    known: dict[str, str] = {}
    for number in range(6):
        for state in positions(game, f"apart {number}", most=30):
            for seat in range(game.seats):
                raw = f"{seat} {game.raw(state.inner, seat)}"
                words = f"{seat} {state.observe(seat)['text']}"
                assert known.setdefault(words, raw) == raw


def test_an_action_is_worded_without_who_does_it() -> None:
    assert plain_action("gin_rummy", "Player: 0 Action: Draw upcard") == "Draw upcard"
    assert plain_action("universal_poker", "player=1 move=Fold") == "Fold"
    assert plain_action("universal_poker", "player=1 move=Bet") == "Bet the pot"
    assert plain_action("hearts", "QS") == "QS"
    assert plain_action("hanabi", "(Reveal player +1 rank 2)") == "Reveal player +1 rank 2"
    assert plain_action("liars_dice", "2-6") == "2 x 6s"


def test_where_bets_have_a_limit_chips_do_not_and_what_is_in_the_pot_is_told() -> None:
    game = game_of("universal_poker", variant="limit_holdem")
    text = next(iter(positions(game, "limit"))).observe(0)["text"]
    assert "You, seat 0:" in text
    assert "in the pot" in text
    assert " left" not in text
