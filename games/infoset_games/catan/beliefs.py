"""What one viewer can conclude about the hands of all seats: every possible deal, with its weight. Compiled.

A *deal* is all hands in one number, eight bits for each seat and resource. Its weight is the product of
the chances of the thefts that the viewer did not see; every legal choice of a seat counts alike, for no
habits are assumed. The sizes of hands are public, so a theft has the same divisor in all deals, and
weights stay whole numbers: they are exact until their sum outgrows MOST_WEIGHT.

What others hold of development cards is worked out in dev_odds.py from the `histories` kept here.
"""

from math import gcd
from typing import Final, final

from mypy_extensions import i64

from infoset_games.catan.cards import MOST_SEATS, NOBODY, RESOURCE_CARDS, RESOURCES
from infoset_games.catan.journal import (
    BUY,
    CAPPED,
    COUNTED,
    DISCARD,
    GAIN,
    HOLDS,
    PAY,
    PLAY,
    REST,
    RETURN,
    STEAL,
    STOCK,
    Journal,
    Note,
    entries_since,
)

# Deals are counted exactly while discards or the bank are open: a few dozen then. With both hidden
# they multiply, and MOST_DEALS of them are kept, drawn by weight.
MOST_DEALS: Final = 4096
MOST_BETWEEN: Final = 16 * MOST_DEALS  # while the discards of one seven are worked out
MOST_WEIGHT: Final = 1 << 52

UNITS: Final = [1 << (8 * place) for place in range(MOST_SEATS * RESOURCES)]

# Tokens of a history: what is public about the development cards of one seat, in order.
TOKEN_BUY: Final = 0
TOKEN_PLAY: Final = 1  # + development card
TOKEN_REST: Final = 6
TOKEN_CAP: Final = 8  # + most victory cards that it can hold
NO_CAP: Final = 5

Deals = dict[int, int]


def held(deal: int, seat: i64, resource: i64) -> i64:
    """How many cards of a resource the seat holds in a deal."""
    return i64((deal >> int(8 * (RESOURCES * seat + resource))) & 255)


def hand_in(deal: int, seat: i64) -> i64:
    """One hand of a deal as a number of 40 bits."""
    return i64((deal >> int(8 * RESOURCES * seat)) & 0xFFFFFFFFFF)


@final
class Belief:
    """What `viewer` (NOBODY = a spectator) knows by a `journal`. Never changed; positions share it."""

    def __init__(
        self, viewer: i64, deals: Deals, histories: tuple[bytes, ...], journal: Journal | None
    ) -> None:
        self.viewer: i64 = viewer
        self.deals = deals
        self.histories = histories
        self.journal = journal

    def __reduce__(self) -> tuple[object, ...]:
        """For pickle, of the beliefs that worlds are drawn from: their journal begins there."""
        assert self.journal is None
        return Belief, (int(self.viewer), self.deals, self.histories, None)

    def after(self, journal: Journal | None) -> "Belief":
        """What the viewer knows when the journal has grown to this one."""
        if journal is self.journal:
            return self
        deals = self.deals
        histories = list(self.histories)
        stock: Note | None = None
        for note in entries_since(journal, self.journal):
            kind = note.kind()
            if kind == RETURN:
                stock = note
            elif kind < BUY:
                deals = concluded(deals, note, self.viewer, stock)
            else:
                seat = note.who()
                histories[seat] = histories[seat] + bytes([int(token_of(note))])
        return Belief(self.viewer, deals, tuple(histories), journal)

    def as_seen_by(self, viewer: i64, deal: int) -> "Belief":
        """What another viewer is taken to know where `deal` is true: at least all this one knows.

        The own hand rules out deals; what else it has seen in secret cannot be told from here.
        """
        deals = self.deals
        if viewer != NOBODY and len(deals) > 1:
            own = hand_in(deal, viewer)
            deals = lightened(
                {deal: n for deal, n in deals.items() if hand_in(deal, viewer) == own}
            )
        return Belief(viewer, deals, self.histories, self.journal)


@final
class Origin:
    """Where the journal of a drawn world begins: the belief it was drawn from, and the deal drawn."""

    def __init__(self, belief: Belief, deal: int) -> None:
        self.belief = belief
        self.deal = deal

    def __reduce__(self) -> tuple[object, ...]:
        return Origin, (self.belief, self.deal)

    def belief_of(self, viewer: i64) -> Belief:
        """What a viewer knows there."""
        if viewer == self.belief.viewer:
            return self.belief
        return self.belief.as_seen_by(viewer, self.deal)


def first_belief(viewer: i64) -> Belief:
    """Before anything happens: all hands are empty."""
    return Belief(viewer, {0: 1}, (b"",) * MOST_SEATS, None)


def token_of(note: Note) -> i64:
    """The entry as a token of the seat's history."""
    kind = note.kind()
    if kind == PLAY:
        return TOKEN_PLAY + note.what()
    if kind == REST:
        return TOKEN_REST
    if kind == CAPPED:
        return TOKEN_CAP + note.what()
    return TOKEN_BUY


# Conclusions from one entry.


def concluded(deals: Deals, note: Note, viewer: i64, stock: Note | None) -> Deals:
    """The deals that are possible after an entry, each with its weight.

    `stock` is what the bank will hold after a row of discards, where that is seen.
    """
    found = step(deals, note, viewer, stock)
    if not found:
        # Only after deals were dropped for their number: those left are made to fit.
        fitting = {mended(deal, note, viewer): n for deal, n in deals.items()}
        found = step(fitting, note, viewer, stock)
        assert found, "no deal of the cards agrees with what has been seen"
    # Between two discards there are many deals that the bank's stock is going to rule out.
    is_between = note.kind() == DISCARD and stock is not None
    return limited(found, MOST_BETWEEN if is_between else MOST_DEALS)


def step(deals: Deals, note: Note, viewer: i64, stock: Note | None) -> Deals:
    kind = note.kind()
    if kind == GAIN:
        more = total(note)
        return {deal + more: n for deal, n in deals.items()}
    if kind == PAY or (kind == DISCARD and note.who() == viewer):
        less = total(note)
        return {deal - less: n for deal, n in deals.items() if can_show(deal, note)}
    if kind == HOLDS:
        return {deal: n for deal, n in deals.items() if can_show(deal, note)}
    if kind == STEAL:
        return after_theft(deals, note, viewer)
    if kind == COUNTED:
        seat, resource = note.who(), note.what()
        count = note.amount(0)
        return {deal: n for deal, n in deals.items() if held(deal, seat, resource) == count}
    if kind == STOCK:
        return {deal: n for deal, n in deals.items() if is_in_stock(deal, note)}
    return after_discard(deals, note, stock)


def total(note: Note) -> int:
    """The amounts of an entry in the hand of its seat, as a part of a deal."""
    hand: i64 = 0
    for resource in range(i64(RESOURCES)):
        hand |= note.amount(resource) << (8 * resource)
    return int(hand) << int(8 * RESOURCES * note.who())


def can_show(deal: int, note: Note) -> bool:
    """Does the seat hold the amounts of the entry?"""
    hand = hand_in(deal, note.who())
    for resource in range(i64(RESOURCES)):
        if (hand >> (8 * resource)) & 255 < note.amount(resource):
            return False
    return True


def after_theft(deals: Deals, note: Note, viewer: i64) -> Deals:
    """One card goes from the victim to the thief, which only they see."""
    thief, victim = note.who(), note.what()
    is_party = viewer == thief or viewer == victim
    found: Deals = {}
    for deal, n in deals.items():
        hand = hand_in(deal, victim)
        for resource in range(i64(RESOURCES)):
            if is_party and resource != note.amount(0):
                continue
            count = (hand >> (8 * resource)) & 255
            if count > 0:
                moved = deal - UNITS[RESOURCES * victim + resource]
                moved += UNITS[RESOURCES * thief + resource]
                found[moved] = found.get(moved, 0) + n * int(count)
    return lightened(found)


def after_discard(deals: Deals, note: Note, stock: Note | None) -> Deals:
    """So many cards go from a hand, and nobody else sees which: every choice counts alike."""
    seat = note.who()
    count: i64 = 0
    for resource in range(i64(RESOURCES)):
        count += note.amount(resource)
    found: Deals = {}
    for deal, n in deals.items():
        for less in choices(deal, seat, 0, count, stock):
            found[deal - less] = found.get(deal - less, 0) + n
    return lightened(found)


def choices(deal: int, seat: i64, resource: i64, count: i64, stock: Note | None) -> list[int]:
    """Every way to take `count` cards from `resource` on out of a hand, as parts of a deal.

    The bank gets no more than it will hold, where that is known.
    """
    if count == 0:
        return [0]
    if resource == RESOURCES:
        return []
    unit = UNITS[RESOURCES * seat + resource]
    most = min(held(deal, seat, resource), count)
    if stock is not None:
        most = min(most, stock.amount(resource) - stock_in(deal, resource))
    found: list[int] = []
    for taken in range(most + 1):
        for rest in choices(deal, seat, resource + 1, count - taken, stock):
            found.append(rest + int(taken) * unit)  # noqa: PERF401 (compiled)
    return found


def stock_in(deal: int, resource: i64) -> i64:
    """What the bank holds of a resource in a deal."""
    stock: i64 = RESOURCE_CARDS
    for seat in range(i64(MOST_SEATS)):
        stock -= held(deal, seat, resource)
    return stock


def is_in_stock(deal: int, note: Note) -> bool:
    return note.amount(0) <= stock_in(deal, note.who()) <= note.amount(1)


# Keeping the numbers small.


def lightened(deals: Deals) -> Deals:
    """The same weights without their common divisor."""
    divisor = 0
    for n in deals.values():
        divisor = gcd(divisor, n)
        if divisor == 1:
            return deals
    return {deal: n // divisor for deal, n in deals.items()}


def limited(deals: Deals, most: int) -> Deals:
    """At most `most` deals, with weights of at most MOST_WEIGHT in all."""
    if len(deals) > most:
        deals = resampled(deals, most)
    weight = 0
    for n in deals.values():
        weight += n
    if len(deals) == 1 and weight > 1:
        return dict.fromkeys(deals, 1)
    if weight <= MOST_WEIGHT:
        return deals
    shift = weight.bit_length() - MOST_WEIGHT.bit_length() + 1
    return lightened({deal: max(1, n >> shift) for deal, n in deals.items()})


def resampled(deals: Deals, most: int) -> Deals:
    """`most` draws at even distances along all weights laid end to end (systematic resampling).

    Without a random number: equal knowledge must stay equal.
    """
    weight = sum(deals.values())
    found: Deals = {}
    passed = 0
    drawn = 0
    for deal in sorted(deals):
        passed += deals[deal]
        # Draw number i lies at (2 i + 1) / (2 most) of the whole weight.
        reached = (2 * most * passed + weight) // (2 * weight)
        if reached > drawn:
            found[deal] = reached - drawn
            drawn = reached
    return found


def mended(deal: int, note: Note, viewer: i64) -> int:
    """A deal as near as possible in which the entry could happen: cards are swapped with the bank."""
    kind = note.kind()
    if kind == STOCK:
        return mended_stock(deal, note, viewer)
    if kind == COUNTED:
        count = note.amount(0)
        return refitted(deal, note.who(), note.what(), count, count)
    if kind == STEAL:
        return refitted(deal, note.what(), note.amount(0), 1, RESOURCE_CARDS)
    for resource in range(i64(RESOURCES)):
        deal = refitted(deal, note.who(), resource, note.amount(resource), RESOURCE_CARDS, note)
    return deal


def mended_stock(deal: int, note: Note, viewer: i64) -> int:
    resource = note.who()
    for seat in range(i64(MOST_SEATS)):
        if seat == viewer:
            continue
        stock = stock_in(deal, resource)
        count = held(deal, seat, resource)
        if stock < note.amount(0):
            deal = refitted(deal, seat, resource, 0, max(0, count - note.amount(0) + stock))
        elif stock > note.amount(1):
            wanted = count + stock - note.amount(1)
            deal = refitted(deal, seat, resource, wanted, RESOURCE_CARDS)
    return deal


def refitted(
    deal: int, seat: i64, resource: i64, least: i64, most: i64, kept: Note | None = None
) -> int:
    """The deal with `least`..`most` of a resource in a hand of the same size, as far as the bank allows.

    What `kept` says that the hand held is not given away.
    """
    while held(deal, seat, resource) < least and stock_in(deal, resource) > 0:
        giver = spare(deal, seat, resource, kept)
        if giver < 0:
            break
        deal += UNITS[RESOURCES * seat + resource] - UNITS[RESOURCES * seat + giver]
    while held(deal, seat, resource) > most:
        taker = in_stock(deal, resource)
        if taker < 0:
            break
        deal += UNITS[RESOURCES * seat + taker] - UNITS[RESOURCES * seat + resource]
    return deal


def spare(deal: int, seat: i64, wanted: i64, kept: Note | None) -> i64:
    """The resource of which the hand can best do without a card, or -1."""
    best: i64 = -1
    most: i64 = 0
    for resource in range(i64(RESOURCES)):
        count = held(deal, seat, resource) - (0 if kept is None else kept.amount(resource))
        if resource != wanted and count > most:
            best = resource
            most = count
    return best


def in_stock(deal: int, other: i64) -> i64:
    """The resource, not `other`, of which the bank holds most, or -1."""
    best: i64 = -1
    most: i64 = 0
    for resource in range(i64(RESOURCES)):
        if resource != other and stock_in(deal, resource) > most:
            best = resource
            most = stock_in(deal, resource)
    return best
