"""Refuses positions that the rules cannot reach, naming the field and what was expected. Not compiled.

What one position shows by itself is checked: pieces, cards, whose turn it is and what is asked. Whether
some rolls and trades would have paid for all of it is not asked.
"""

from collections.abc import Iterator
from typing import Final

from infoset_games.bits import bit
from infoset_games.catan.actions import (
    ANSWERS,
    BEFORE_ROLL,
    DEAL,
    DICE,
    DISCARDS,
    DRAW,
    FINISHED,
    FREE_ROADS,
    MAIN,
    PHASE_NAMES,
    PLACE_ROADS,
    PLACE_SETTLEMENTS,
    ROBBER,
    THEFT,
    VICTIM,
)
from infoset_games.catan.cards import (
    HAND_LIMIT,
    KNIGHT,
    LEAST_ARMY,
    LEAST_ROAD,
    NOBODY,
    RESOURCES,
    ROAD_BUILDING,
    SEVEN,
    VICTORY,
)
from infoset_games.catan.cells import (
    ANSWER,
    CAP,
    CITY,
    COUNTER,
    DUE,
    EDGE,
    FRESH,
    HELD,
    LENGTH,
    MADE,
    PENDING,
    PLAYED,
    TOUCHED,
    USABLE,
    VERTEX,
)
from infoset_games.catan.development import deck_size, may_build_free
from infoset_games.catan.position import NO_PLACE, Position
from infoset_games.catan.robber import victims
from infoset_games.catan.topology import (
    EDGE_ENDS,
    EDGES,
    NOWHERE,
    VERTEX_HEXES,
    VERTEX_NEXT,
    VERTICES,
)
from infoset_games.catan.trades import (
    ACCEPTED,
    COUNTERED,
    NO_TRADE,
    NOT_ASKED,
    WAITED_FOR,
    has_both_sides,
)
from infoset_games.catan.trading import can_give, can_take, has_partner

PLACING: Final = (PLACE_SETTLEMENTS, PLACE_ROADS)
OPENING: Final = (BEFORE_ROLL, DICE)  # of a turn: nothing can have been bought, built or offered
ROLLED: Final = (DISCARDS, MAIN, DRAW, ANSWERS, DEAL)  # only after the roll
AT_ROBBER: Final = (ROBBER, VICTIM, THEFT)
PLACED_EACH: Final = 2  # settlements, and roads, before the first turn


def check_reachable(position: Position) -> None:
    """Raises ValueError naming the field that no play leads to."""
    check_pieces(position, "seats")
    if position.round == 0 or position.phase in PLACING:
        check_placing(position)
    else:
        check_placed(position)
    for check in (check_turn, check_development, check_holders, check_end, check_robber):
        check(position)
    check_discards(position)
    check_table(position)


def expect(held: bool, field: str, wanted: str) -> None:
    if not held:
        raise ValueError(f"{field}: expected {wanted}")


def seats_of(position: Position) -> range:
    return range(int(position.options.seats))


def phase_name(position: Position) -> str:
    return f"in the {PHASE_NAMES[position.phase]} phase"


# The board.


def check_pieces(position: Position, seats: str) -> None:
    """The distance rule, and that roads and buildings hang together. `seats` is the name of their list."""
    for vertex in range(VERTICES):
        building = int(position.cells[VERTEX + vertex])
        if building == 0:
            continue
        seat = int(position.owner_at(vertex))
        kind = "cities" if building > CITY else "settlements"
        field = f"{seats}[{seat}].{kind}"
        for near in neighbours_of(vertex):
            expect(
                position.owner_at(near) == NOBODY,
                field,
                f"no building next to {vertex}, as at {near}",
            )
        expect(
            vertex == position.placed or is_touched(position, seat, vertex),
            field,
            f"a road of the seat at {vertex}",
        )
    for seat in seats_of(position):
        loose = loose_roads(position, seat)
        expect(not loose, f"{seats}[{seat}].roads", f"a building of the seat where {loose} lead")


def neighbours_of(vertex: int) -> list[int]:
    return [near for near in VERTEX_NEXT[3 * vertex : 3 * vertex + 3] if near != NOWHERE]


def is_touched(position: Position, seat: int, vertex: int) -> bool:
    """Does a road of the seat end there?"""
    return position.masks[TOUCHED + seat] & bit(vertex) != 0


def loose_roads(position: Position, seat: int) -> list[int]:
    """The seat's roads in nets without a building of its own.

    A net may lead past others' buildings: they may have been built later.
    """
    left = [edge for edge in range(EDGES) if position.cells[EDGE + edge] == seat + 1]
    met = {vertex for vertex in range(VERTICES) if position.owner_at(vertex) == seat}
    while True:
        joined = [edge for edge in left if not met.isdisjoint(EDGE_ENDS[edge])]
        if not joined:
            return left
        met.update(end for edge in joined for end in EDGE_ENDS[edge])
        left = [edge for edge in left if edge not in joined]


def settlements_of(position: Position, seat: int) -> list[int]:
    return [vertex for vertex in range(VERTICES) if position.cells[VERTEX + vertex] == seat + 1]


def cities_of(position: Position, seat: int) -> list[int]:
    city = seat + 1 + CITY
    return [vertex for vertex in range(VERTICES) if position.cells[VERTEX + vertex] == city]


def road_count(position: Position, seat: int) -> int:
    return sum(position.cells[EDGE + edge] == seat + 1 for edge in range(EDGES))


# The first pieces.


def check_placing(position: Position) -> None:
    """Forth and back, a settlement and a road each; nothing else has happened."""
    expect(position.round == 0, "round", f"0 {phase_name(position)}")
    expect(position.phase in PLACING, "phase", "one of placing in round 0")
    is_road = position.phase == PLACE_ROADS
    seats = int(position.options.seats)
    order = [*range(seats), *reversed(range(seats))]
    least, most = (1, len(order)) if is_road else (0, len(order) - 1)
    placements = int(position.placements)
    expect(least <= placements <= most, "placements", f"{least} to {most} {phase_name(position)}")
    turn = order[placements - is_road]
    expect(position.turn == turn, "turn", f"{turn} after {placements} placements")
    for seat in seats_of(position):
        check_first_pieces(position, seat, order[:placements].count(seat))
    placed = int(position.placed)
    if is_road:
        is_own = placed != NO_PLACE and position.cells[VERTEX + placed] == turn + 1
        expect(
            is_own and not is_touched(position, turn, placed),
            "placed",
            "the settlement that has no road yet",
        )
    else:
        expect(placed == NO_PLACE, "placed", f"{NO_PLACE} {phase_name(position)}")
    for seat in seats_of(position):
        check_first_cards(position, seat, order[:placements].count(seat))


def check_first_pieces(position: Position, seat: int, placed: int) -> None:
    field = f"seats[{seat}]."
    expect(not cities_of(position, seat), f"{field}cities", "none before the first turn")
    settlements = len(settlements_of(position, seat))
    expect(settlements == placed, f"{field}settlements", f"{placed} by now")
    is_waiting = position.phase == PLACE_ROADS and seat == position.turn
    roads = placed - is_waiting
    expect(road_count(position, seat) == roads, f"{field}roads", f"{roads} by now")


def check_first_cards(position: Position, seat: int, placed: int) -> None:
    """The second settlement has yielded one card of each hex around it."""
    hand = [int(position.hand(seat, resource)) for resource in range(RESOURCES)]
    if placed < PLACED_EACH:
        possible = [[0] * RESOURCES]
    elif position.phase == PLACE_ROADS and seat == position.turn:
        possible = [yield_of(position, int(position.placed))]
    else:
        possible = [yield_of(position, vertex) for vertex in settlements_of(position, seat)]
    wanted = " or ".join(map(str, possible))
    expect(hand in possible, f"seats[{seat}].hand", f"{wanted} while seats place")


def yield_of(position: Position, vertex: int) -> list[int]:
    """By resource the cards that a second settlement yields there."""
    hexes = [place for place in VERTEX_HEXES[3 * vertex : 3 * vertex + 3] if place != NOWHERE]
    terrain = [int(position.board.terrain[place]) for place in hexes]
    return [terrain.count(resource) for resource in range(RESOURCES)]


def check_placed(position: Position) -> None:
    """Everybody has placed, and built only in turns of its own."""
    every = PLACED_EACH * int(position.options.seats)
    expect(position.placements == every, "placements", f"{every} in round {position.round}")
    expect(position.placed == NO_PLACE, "placed", f"{NO_PLACE} in round {position.round}")
    most = int(position.options.round_limit)
    expect(position.round <= most, "round", f"at most {most}, the limit")
    for seat in seats_of(position):
        field = f"seats[{seat}]."
        settlements, cities = len(settlements_of(position, seat)), len(cities_of(position, seat))
        roads = road_count(position, seat)
        if turns_begun(position, seat) == 0:
            expect(cities == 0, f"{field}cities", "none before the seat's first turn")
            expect(
                settlements == PLACED_EACH,
                f"{field}settlements",
                f"{PLACED_EACH} before the seat's first turn",
            )
            expect(
                roads == PLACED_EACH, f"{field}roads", f"{PLACED_EACH} before the seat's first turn"
            )
        expect(
            settlements + cities >= PLACED_EACH,
            f"{field}settlements",
            f"at least {PLACED_EACH} buildings",
        )
        expect(roads >= PLACED_EACH, f"{field}roads", f"at least {PLACED_EACH}")


# The turn.


def turns_begun(position: Position, seat: int) -> int:
    """How many turns the seat has had, the one it is in included."""
    return max(0, int(position.round) - (seat > position.turn))


def is_first_roll_due(position: Position) -> bool:
    """Has nobody rolled yet?"""
    is_first_turn = position.round == 1 and position.turn == 0
    return position.round == 0 or (is_first_turn and not position.has_rolled)


def is_seven(position: Position) -> bool:
    """Has the seat whose turn it is rolled a seven and done nothing since?"""
    total = position.first_die + position.second_die
    return position.has_rolled and total == SEVEN and not position.has_acted


def check_turn(position: Position) -> None:
    """The roll, and what the turn has had so far."""
    phase, where = position.phase, phase_name(position)
    dice = [int(position.first_die), int(position.second_die)]
    if is_first_roll_due(position):
        expect(dice == [0, 0], "dice", "[0, 0] before the first roll")
    else:
        expect(0 not in dice, "dice", "two of 1..6 after the first roll")
    if phase in OPENING or phase in PLACING:
        expect(not position.has_rolled, "rolled", f"false {where}")
    if phase in ROLLED:
        expect(position.has_rolled, "rolled", f"true {where}")
    if not position.has_rolled or phase == DISCARDS:
        expect(not position.has_acted, "acted", "false before the main phase")
    if phase in (DRAW, ANSWERS, DEAL):
        expect(position.has_acted, "acted", f"true {where}")
    if phase == FREE_ROADS:
        expect(has_played(position, ROAD_BUILDING), "played", f"true {where}, and the card")
        expect(may_build_free(position, position.turn), "phase", "a free edge and a road for it")
    check_free_roads(position)
    if phase == DRAW:
        expect(deck_size(position) > 0, "deck", f"a card to draw {where}")


def check_free_roads(position: Position) -> None:
    free, where = position.free_roads, phase_name(position)
    if position.phase == FREE_ROADS:
        expect(free > 0, "free_roads", f"1 or 2 {where}")
    elif (
        position.phase == FINISHED
        and not position.is_stopped
        and has_played(position, ROAD_BUILDING)
    ):
        expect(free < 2, "free_roads", "at most 1 after a road that won")
    else:
        expect(free == 0, "free_roads", f"0 {where}")


def has_played(position: Position, kind: int) -> bool:
    """May the card that was played in this turn have been one of this kind?"""
    return position.has_played and played_by(position, int(position.turn))[kind] > 0


# Development cards.


def row(position: Position, first: int, seat: int) -> list[int]:
    """Five cells of a seat."""
    return [int(count) for count in position.cells[first + 5 * seat : first + 5 * seat + 5]]


def played_by(position: Position, seat: int) -> list[int]:
    return row(position, PLAYED, seat)


def check_development(position: Position) -> None:
    """Cards are bought in turns of one's own and played in later ones, one a turn; victory cards never."""
    turn = int(position.turn)
    fresh = sum(row(position, FRESH, 0))
    expect(fresh == 0 or position.has_acted, "fresh", "none before the main phase")
    if position.has_played:
        expect(sum(played_by(position, turn)) > 0, "played", "false, as the seat has played none")
    for seat in seats_of(position):
        field = f"seats[{seat}]."
        played = played_by(position, seat)
        usable = row(position, USABLE, seat)
        expect(played[VICTORY] == 0, f"{field}played", "no victory card")
        is_in_turn = seat == turn and not position.is_stopped
        ended = max(0, turns_begun(position, seat) - is_in_turn)
        most = max(0, ended - 1) + (is_in_turn and position.has_played and ended > 0)
        expect(sum(played) <= most, f"{field}played", f"at most {most} cards by now")
        expect(ended > 0 or sum(usable) == 0, f"{field}usable", "none before the seat's first turn")
        victory = int(position.victory_cards(seat))
        expect(victory <= position.cells[CAP + seat], f"{field}cap", f"at least the {victory} held")


# The special cards and the end.


def check_holders(position: Position) -> None:
    """The largest army and the longest road lie where they are due."""
    knights = [played_by(position, seat)[KNIGHT] for seat in seats_of(position)]
    best = max(knights)
    if best < LEAST_ARMY:
        expect(position.army == NOBODY, "army", f"{NOBODY} without {LEAST_ARMY} knights")
    else:
        due = [seat for seat in seats_of(position) if knights[seat] == best]
        expect(position.army in due, "army", f"one of {due}, with {best} knights")
    lengths = [int(position.cells[LENGTH + seat]) for seat in seats_of(position)]
    best = max(lengths)
    due = [seat for seat in seats_of(position) if lengths[seat] == best]
    if best < LEAST_ROAD:
        expect(position.longest == NOBODY, "longest", f"{NOBODY} without {LEAST_ROAD} roads")
    elif position.longest != NOBODY or len(due) == 1:
        expect(position.longest in due, "longest", f"one of {due}, with {best} roads")


def check_end(position: Position) -> None:
    """The game is over when the seat whose turn it is has the points, or at the round limit."""
    turn = int(position.turn)
    total, target = int(position.total_points(turn)), int(position.options.target)
    if not position.is_stopped:
        is_over = position.phase == FINISHED
        expect(
            is_over == (total >= target), "phase", f"over with {target} points or more, else not"
        )
        return
    expect(position.phase == FINISHED, "stopped", f"false {phase_name(position)}")
    limit, last = int(position.options.round_limit), int(position.options.seats) - 1
    expect(position.round == limit, "round", f"{limit} where it has stopped the game")
    expect(turn == last, "turn", f"{last} where the round limit has stopped the game")
    expect(position.has_acted, "acted", "true where the last turn was ended")
    expect(total < target, "stopped", f"false with {target} points or more")


# The robber.


def check_robber(position: Position) -> None:
    """It leaves the desert by a seven or a knight, and robs who lives where it went."""
    phase, where = position.phase, phase_name(position)
    if is_first_roll_due(position):
        desert = int(position.board.desert)
        expect(position.robber == desert, "robber", f"{desert}, the desert, before the first roll")
    if phase in AT_ROBBER:
        is_due = is_seven(position) or has_played(position, KNIGHT)
        expect(is_due, "phase", f"a seven or a knight played {where}")
    if phase == VICTIM:
        found = int(victims(position))
        expect(found.bit_count() > 1, "robber", f"a hex with several to rob {where}")
    if phase != THEFT:
        expect(position.victim == NOBODY, "victim", f"{NOBODY} {where}")
        return
    victim = int(position.victim)
    is_there = victim != NOBODY and int(victims(position)) & int(bit(victim)) != 0
    has_cards = is_there and position.cells[HELD + victim] > 0
    expect(has_cards, "victim", "a seat with cards and a building at the robber's hex")


def check_discards(position: Position) -> None:
    """On a seven everybody with more than seven cards puts half of them aside, in order."""
    if position.phase != DISCARDS:
        for seat in seats_of(position):
            expect(position.cells[DUE + seat] == 0, f"seats[{seat}].due", "0 but for discards")
            expect(
                sum(row(position, PENDING, seat)) == 0,
                f"seats[{seat}].pending",
                "none but for discards",
            )
        return
    expect(is_seven(position), "dice", f"a seven {phase_name(position)}")
    for seat in seats_of(position):
        held, aside = int(position.cells[HELD + seat]), row(position, PENDING, seat)
        due = held // 2 if held > HAND_LIMIT else 0
        left = int(position.cells[DUE + seat])
        expect(left + sum(aside) == due, f"seats[{seat}].due", f"{due} with the cards put aside")
        expect(
            is_in_order(position, seat, aside, left),
            f"seats[{seat}].pending",
            "cards of the hand in ascending order",
        )
    some = any(position.cells[DUE + seat] for seat in seats_of(position))
    expect(some, "phase", "somebody who has to discard")


def is_in_order(position: Position, seat: int, aside: list[int], left: int) -> bool:
    """Were these put aside resource by resource, and does the rest of the hand go on from there?"""
    last = max((kind for kind in range(RESOURCES) if aside[kind]), default=0)
    rest = [int(position.hand(seat, kind)) - aside[kind] for kind in range(RESOURCES)]
    return min(rest) >= 0 and sum(rest[last:]) >= left


# The table of trade.


def check_table(position: Position) -> None:
    """Offers are made in the main phase; one is open while it is answered and decided on."""
    for place in range(int(position.offers)):
        trade = position.masks[MADE + place]
        expect(has_both_sides(trade), f"offers[{place}]", "cards on both sides")
    made = [int(trade) for trade in position.masks[MADE : MADE + int(position.offers)]]
    expect(len(set(made)) == len(made), "offers", "none twice")
    expect(not made or position.has_acted, "offers", "none before the main phase")
    if position.phase not in (ANSWERS, DEAL):
        expect(position.offer == NO_TRADE, "offer", f"{NO_TRADE} {phase_name(position)}")
        for seat, field in answer_fields(position):
            expect(
                position.cells[ANSWER + seat] == NOT_ASKED, f"{field}answer", "0 without an offer"
            )
            expect(position.masks[COUNTER + seat] == 0, f"{field}counter", "0 without an offer")
        return
    expect(made[-1:] == [position.offer], "offer", "the last of offers")
    expect(can_give(position, position.turn, position.offer), "offer", "cards that its maker holds")
    for seat, field in answer_fields(position):
        check_answer(position, seat, field)
    answers = [position.cells[ANSWER + seat] for seat in seats_of(position)]
    if position.phase == ANSWERS:
        expect(WAITED_FOR in answers, "phase", "somebody who has yet to answer")
    else:
        is_ready = WAITED_FOR not in answers and has_partner(position)
        expect(is_ready, "phase", "all answers, and one that can be agreed to")


def answer_fields(position: Position) -> Iterator[tuple[int, str]]:
    for seat in seats_of(position):
        yield seat, f"seats[{seat}]."


def check_answer(position: Position, seat: int, field: str) -> None:
    """What a seat says to the open offer, and that it holds what it would give."""
    answer, counter = position.cells[ANSWER + seat], position.masks[COUNTER + seat]
    if seat == position.turn:
        expect(answer == NOT_ASKED, f"{field}answer", "0 from whoever made the offer")
    if answer == ACCEPTED:
        is_held = can_take(position, seat, position.offer)
        expect(is_held, f"{field}answer", "no yes from who lacks the cards")
    if answer == COUNTERED:
        is_held = has_both_sides(counter) and can_give(position, seat, counter)
        expect(is_held, f"{field}counter", "cards on both sides, those given held")
    else:
        expect(counter == 0, f"{field}counter", "0 but for a counter-offer")
