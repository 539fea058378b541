"""Worlds of card games: all that is hidden is who was dealt, and passed, which card.

Every deal is as likely as another, so a world is drawn by dealing the cards anew that a seat has not seen, to
those who may hold them, and playing the same plays; what the rules do not allow is dealt again. That is
uniform. Of the true history only what the seat has seen is looked at: the unseen cards as a set, in order.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from infoset_games.rng import Rng

SEATS: Final = 4
HAND: Final = 13
CARDS: Final = SEATS * HAND
PASSED: Final = 3
HOLE: Final = 2
MOST_DEALS: Final = 5_000  # before it is given up

History = list[int]


@dataclass(frozen=True)
class Pack:
    """How a game deals: `openings` chance actions, then 52 cards in turn; `suit_of` a card.

    `passes` says that the first opening is how far cards are passed on (0: not at all), three of each seat.
    `calls` actions (bids) come before the play.
    """

    openings: int
    suit_of: Callable[[int], int]
    passes: bool = False
    calls: int = 0


TRICKS: Final = {
    "hearts": Pack(openings=1, suit_of=lambda card: card % 4, passes=True),
    "spades": Pack(openings=0, suit_of=lambda card: card // 13, calls=4),
}


class Table:
    """A history, cut into what was opened, dealt, passed, called and played."""

    def __init__(self, pack: Pack, history: Sequence[int]) -> None:
        self.pack = pack
        start = pack.openings
        self.opening = list(history[:start])
        self.hands: list[list[int]] = [
            sorted(history[start + seat : start + CARDS : SEATS]) for seat in range(SEATS)
        ]
        self.step = self.opening[0] if pack.passes else 0  # how many seats further cards are passed
        rest = list(history[start + CARDS :])
        count = PASSED * SEATS if self.step else 0
        said, rest = rest[:count], rest[count:]
        self.passed = [said[PASSED * seat : PASSED * (seat + 1)] for seat in range(SEATS)]
        self.is_passed = len(said) == count
        self.calls, self.played = rest[: pack.calls], rest[pack.calls :]

    def receiver(self, seat: int) -> int:
        """Who gets what a seat passes on."""
        return (seat + self.step) % SEATS


def redealt(
    pack: Pack,
    history: Sequence[int],
    players: Sequence[int],
    seat: int,
    rng: Rng,
    is_legal: Callable[[History], bool],
) -> History | None:
    """A history that looks like `history` to `seat`, all alike probable; None where none was found.

    `players` has who did each action of the history.
    """
    table = Table(pack, history)
    players = players[len(players) - len(table.played) :]
    others = [other for other in range(SEATS) if other != seat]
    # What they are known to have held in the play.
    fixed: list[set[int]] = [set() for _ in range(SEATS)]
    for player, card in zip(players, table.played, strict=True):
        fixed[player].add(card)
    passes = bool(table.step)
    own = set(table.hands[seat])
    received: list[int] = []
    if passes and table.is_passed:
        giver = next(other for other in range(SEATS) if table.receiver(other) == seat)
        received = sorted(table.passed[giver])
        fixed[table.receiver(seat)] |= set(table.passed[seat])
        own = own - set(table.passed[seat]) | set(received)
    seen = set(table.hands[seat]).union(own, *fixed)
    unseen = [card for card in range(CARDS) if card not in seen]
    voids = shown_voids(pack, table.played, players)
    for _ in range(MOST_DEALS):
        dealt = _dealt(unseen, others, fixed, rng)
        if any((other, pack.suit_of(card)) in voids for other in others for card in dealt[other]):
            continue
        held = [sorted({*dealt[other], *fixed[other]}) for other in range(SEATS)]
        held[seat] = sorted(own)
        world = _written(table, held, received, seat, rng)
        if is_legal(world):
            return world
    return None


def hole_cards_redealt(
    seats: int,
    history: Sequence[int],
    players: Sequence[int],
    seat: int,
    rng: Rng,
    is_legal: Callable[[History], bool],
) -> History | None:
    """The same for hold'em: chance deals two cards to each seat in turn, then what all see."""
    dealt = seats * HOLE
    own = range(seat * HOLE, (seat + 1) * HOLE)
    open_cards = {
        card for card, player in zip(history[dealt:], players[dealt:], strict=True) if player < 0
    }
    seen = open_cards | {history[place] for place in own}
    unseen = [card for card in range(CARDS) if card not in seen]
    world = list(history)
    for place in range(dealt):
        if place not in own:
            world[place] = unseen.pop(int(rng.below(len(unseen))))
    return world if is_legal(world) else None


def shown_voids(pack: Pack, played: Sequence[int], players: Sequence[int]) -> set[tuple[int, int]]:
    """Who has shown to have no more cards of which suit."""
    voids: set[tuple[int, int]] = set()
    for number, (player, card) in enumerate(zip(players, played, strict=True)):
        led = pack.suit_of(played[number - number % SEATS])
        if pack.suit_of(card) != led:
            voids.add((player, led))
    return voids


def _dealt(
    unseen: Sequence[int], others: Sequence[int], fixed: Sequence[set[int]], rng: Rng
) -> list[list[int]]:
    """The unseen cards, shuffled, to those whose hands are not full."""
    cards = list(unseen)
    for last in range(len(cards) - 1, 0, -1):
        other = int(rng.below(last + 1))
        cards[last], cards[other] = cards[other], cards[last]
    dealt: list[list[int]] = [[] for _ in range(SEATS)]
    for other in others:
        count = HAND - len(fixed[other])
        dealt[other], cards = cards[:count], cards[count:]
    return dealt


def _written(
    table: Table, held: Sequence[Sequence[int]], received: list[int], seat: int, rng: Rng
) -> History:
    """The history in which these were the hands at the beginning of the play, or before cards were passed."""
    hands = [list(cards) for cards in held]
    passed = [list(cards) for cards in table.passed]
    for other in range(SEATS):
        if other == seat or not passed[other]:
            continue
        receiver = table.receiver(other)
        if table.is_passed:
            passed[other] = received if receiver == seat else _drawn(held[receiver], PASSED, rng)
        else:
            passed[other] = _drawn(held[other], len(passed[other]), rng)
    if table.is_passed and table.step:
        for other in range(SEATS):
            for card in passed[other]:
                hands[table.receiver(other)].remove(card)
        for other in range(SEATS):
            hands[other] = sorted([*hands[other], *passed[other]])
    deal = [hands[number % SEATS][number // SEATS] for number in range(CARDS)]
    said = [card for cards in passed for card in cards]
    return [*table.opening, *deal, *said, *table.calls, *table.played]


def _drawn(cards: Sequence[int], count: int, rng: Rng) -> list[int]:
    """So many of the cards, each set of them alike probable."""
    left = list(cards)
    return sorted(left.pop(int(rng.below(len(left)))) for _ in range(count))
