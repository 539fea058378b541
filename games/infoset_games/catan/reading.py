"""Reads observations and positions from plain values, checked so far that play can go on from them. Not compiled.

What follows from other fields (points, stocks, lengths of roads) is worked out anew; a value that
contradicts it is refused by name.
"""

from collections.abc import Sequence
from typing import Any, Final

from mypy_extensions import u8

from infoset_games.catan.actions import ANSWERS, DEAL, DISCARDS, FINISHED, PHASE_NAMES
from infoset_games.catan.beliefs import (
    MOST_WEIGHT,
    NO_CAP,
    TOKEN_BUY,
    TOKEN_CAP,
    TOKEN_PLAY,
    TOKEN_REST,
    UNITS,
    Belief,
    Deals,
    Origin,
    stock_in,
)
from infoset_games.catan.board import Board
from infoset_games.catan.building import rebuild
from infoset_games.catan.cards import (
    CITIES,
    DEV_CARDS,
    DEV_COUNTS,
    DEV_KINDS,
    HAND_LIMIT,
    MOST_SEATS,
    NOBODY,
    RESOURCE_CARDS,
    RESOURCES,
    ROADS,
    SETTLEMENTS,
)
from infoset_games.catan.cells import (
    ANSWER,
    BANK,
    CAP,
    CITY,
    COUNTER,
    DECK,
    DEVS,
    DUE,
    EDGE,
    FRESH,
    HAND,
    HELD,
    MADE,
    PENDING,
    PLAYED,
    USABLE,
    VERTEX,
)
from infoset_games.catan.layouts import read_deal
from infoset_games.catan.observation import Observation, true_deal
from infoset_games.catan.options import Options
from infoset_games.catan.plain import write_position
from infoset_games.catan.position import NO_PLACE
from infoset_games.catan.reachable import check_pieces, check_reachable
from infoset_games.catan.state import CatanState, first_state
from infoset_games.catan.topology import EDGES, HEXES, VERTICES
from infoset_games.catan.trades import (
    ANSWER_NAMES,
    COUNTERED,
    NO_TRADE,
    TRADES,
    has_both_sides,
    trade_of,
)
from infoset_games.catan.wire import write_observation
from infoset_games.core import Json
from infoset_games.fields import is_int, read_int, read_ints

MOST_CARDS: Final = RESOURCES * RESOURCE_CARDS
MOST_TOKENS: Final = 200  # in one history: 25 cards are bought, played, and each purchase is capped
MOST_ROWS: Final = 100_000
MOST_ROUND: Final = 10_000
OBSERVATION_FIELDS: Final = frozenset(
    (
        "seat", "phase", "turn", "round", "dice", "rolled", "played", "acted", "robber", "victim",
        "free_roads",
        "placed", "army", "longest", "stopped", "board", "bank", "deck_n", "players",
        "fresh", "pending", "offer", "answers", "offers", "unsure", "deals",
    )
)  # fmt: skip


# Observations.


def read_observation(value: Json, options: Options) -> Observation:
    """The observation under these options. Raises ValueError naming the field that is wrong."""
    expect_fields(value, OBSERVATION_FIELDS, "")
    seats = int(options.seats)
    viewer = read_int(value, "seat", NOBODY, seats - 1)
    state = first_state(read_board(value), options)
    read_scalars(state, value, seats)
    players = read_players(value, seats)
    for seat, player in enumerate(players):
        read_pieces(state, seat, player)
        read_counts(state, seat, player)
    rebuild(state)
    check_pieces(state, "players")
    if state.round == 0:
        state.placements = sum(len(player["settlements"]) for player in players)
    read_own(state, viewer, value, players)
    read_table(state, value, seats)
    histories = read_histories(players, seats)
    for seat in range(seats):
        state.cells[CAP + seat] = u8(last_cap(histories[seat]))
    deals = read_deals(state, value, players)
    state.reopen()
    view = Observation(viewer, state, deals, histories)
    seen = view.own_devs()
    is_open = state.phase == FINISHED
    left = [DEV_COUNTS[kind] - seen[kind] if is_open else 0 for kind in range(DEV_KINDS)]
    if min(left) < 0:
        raise ValueError("players: more development cards of one kind than there are")
    put(state, DECK, left)
    check_sizes(view)
    check_derived(view, value)
    return view


def expect_fields(value: Json, names: frozenset[str], path: str) -> None:
    if not isinstance(value, dict):
        raise ValueError(f"{path or 'value'}: expected an object")  # noqa: TRY004 (one error for bad input)
    for name in sorted(names - set(value)):
        raise ValueError(f"{path}{name}: missing")
    for name in sorted(str(name) for name in set(value) - names):
        raise ValueError(f"{path}{name}: unknown field")


def read_board(value: Json) -> Board:
    try:
        return read_deal(value["board"], apart=False)
    except ValueError as error:
        raise ValueError(f"board: {error}") from None


def read_flag(value: Json, field: str) -> bool:
    if not isinstance(value[field], bool):
        raise ValueError(f"{field}: expected true or false")  # noqa: TRY004 (as above)
    return value[field] is True


def read_phase(value: Json) -> int:
    if value["phase"] not in PHASE_NAMES:
        raise ValueError(f"phase: expected one of {', '.join(PHASE_NAMES)}")
    return PHASE_NAMES.index(value["phase"])


def read_scalars(state: CatanState, value: Json, seats: int) -> None:
    """The fields that observations and positions share."""
    state.phase = read_phase(value)
    state.turn = read_int(value, "turn", 0, seats - 1)
    state.round = read_int(value, "round", 0, MOST_ROUND)
    state.first_die, state.second_die = read_ints(value, "dice", 2, 0, 6)
    state.has_rolled = read_flag(value, "rolled")
    state.has_played = read_flag(value, "played")
    state.has_acted = read_flag(value, "acted")
    state.robber = read_int(value, "robber", 0, HEXES - 1)
    state.victim = read_int(value, "victim", NOBODY, seats - 1)
    state.free_roads = read_int(value, "free_roads", 0, 2)
    state.placed = read_int(value, "placed", NO_PLACE, VERTICES - 1)
    state.placements = 2 * seats
    state.army = read_int(value, "army", NOBODY, seats - 1)
    state.longest = read_int(value, "longest", NOBODY, seats - 1)
    state.is_stopped = read_flag(value, "stopped")


PLAYER_FIELDS: Final = frozenset(
    (
        "points", "cards", "hand", "devs", "usable", "played", "roads", "settlements", "cities",
        "road", "due", "history",
    )
)  # fmt: skip


def read_players(value: Json, seats: int) -> list[dict[str, Json]]:
    players = value["players"]
    if not isinstance(players, list) or len(players) != seats:
        raise ValueError(f"players: expected a list of {seats}")
    for seat, player in enumerate(players):
        expect_fields(player, PLAYER_FIELDS, f"players[{seat}].")
    return players


def in_player(seat: int, call: Any, *arguments: Any) -> Any:
    """Calls a reader of one player's field; its error names the player, too."""
    try:
        return call(*arguments)
    except ValueError as error:
        raise ValueError(f"players[{seat}].{error}") from None


def read_row(player: Json, field: str, most_items: int, least: int, most: int) -> list[int]:
    """A list of at most so many integers."""
    row = player[field]
    is_row = isinstance(row, list) and len(row) <= most_items
    if not is_row or not all(is_int(number, least, most) for number in row):
        raise ValueError(f"{field}: expected at most {most_items} integers in {least}..{most}")
    return [int(number) for number in row]


def read_pieces(state: CatanState, seat: int, player: Json, path: str = "players") -> None:
    """Roads, settlements and cities; nothing stands on anything else."""
    cells = state.cells
    kinds: Sequence[tuple[str, int, int, int, int]] = (
        ("roads", EDGE, EDGES, ROADS, 1),
        ("settlements", VERTEX, VERTICES, SETTLEMENTS, 1),
        ("cities", VERTEX, VERTICES, CITIES, 1 + CITY),
    )
    for field, first, places, stock, code in kinds:
        for place in in_player(seat, read_row, player, field, stock, 0, places - 1):
            if cells[first + place] != 0:
                raise ValueError(f"{path}[{seat}].{field}: {place} is taken twice")
            cells[first + place] = u8(seat + code)


def read_counts(state: CatanState, seat: int, player: Json) -> None:
    cells = state.cells
    cells[HELD + seat] = u8(in_player(seat, read_int, player, "cards", 0, MOST_CARDS))
    cells[DEVS + seat] = u8(in_player(seat, read_int, player, "devs", 0, DEV_CARDS))
    cells[DUE + seat] = u8(in_player(seat, read_int, player, "due", 0, MOST_CARDS))
    played = in_player(seat, read_ints, player, "played", DEV_KINDS, 0, DEV_CARDS)
    put(state, PLAYED + DEV_KINDS * seat, played)


def put(state: CatanState, first: int, numbers: Sequence[int]) -> None:
    for place, number in enumerate(numbers):
        state.cells[first + place] = u8(number)


def read_own(
    state: CatanState, viewer: int, value: Json, players: Sequence[dict[str, Json]]
) -> None:
    """The bank and the cards that the viewer sees."""
    put(state, BANK, read_ints(value, "bank", RESOURCES, 0, RESOURCE_CARDS))
    for seat, player in enumerate(players):
        is_seen = seat == viewer or state.phase == FINISHED
        if is_seen:
            usable = in_player(seat, read_ints, player, "usable", DEV_KINDS, 0, DEV_CARDS)
            hand = in_player(seat, read_ints, player, "hand", RESOURCES, 0, RESOURCE_CARDS)
            put(state, USABLE + DEV_KINDS * seat, usable)
            put(state, HAND + RESOURCES * seat, hand)
        if state.turn == seat and is_seen:
            put(state, FRESH, read_ints(value, "fresh", DEV_KINDS, 0, DEV_CARDS))
    if viewer != NOBODY and state.phase == DISCARDS:
        pending = read_ints(value, "pending", RESOURCES, 0, RESOURCE_CARDS)
        put(state, PENDING + RESOURCES * viewer, pending)


# The table of trade.


def read_trade(value: Json, path: str) -> int:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError(f"{path}: expected what is given and what is taken")
    sides = {"give": value[0], "take": value[1]}
    try:
        give = read_ints(sides, "give", RESOURCES, 0, RESOURCE_CARDS)
        take = read_ints(sides, "take", RESOURCES, 0, RESOURCE_CARDS)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    trade = trade_of(give, take)
    if any(map(min, give, take)) or not has_both_sides(trade):
        raise ValueError(f"{path}: expected different cards on both sides")
    return trade


def read_table(state: CatanState, value: Json, seats: int) -> None:
    is_open = state.phase in (ANSWERS, DEAL)
    if is_open:
        state.offer = read_trade(value["offer"], "offer")
    elif value["offer"] != []:
        raise ValueError(f"offer: expected none in the {value['phase']} phase")
    made = value["offers"]
    if not isinstance(made, list) or len(made) > state.options.max_offers:
        raise ValueError(f"offers: expected at most {state.options.max_offers}")
    state.offers = len(made)
    for place, trade in enumerate(made):
        state.masks[MADE + place] = read_trade(trade, f"offers[{place}]")
    answers = value["answers"]
    if not isinstance(answers, list) or len(answers) != (seats if is_open else 0):
        raise ValueError("answers: expected one for each seat while an offer is open")
    for seat, said in enumerate(answers):
        if said != []:
            read_answer(state, seat, said)


def read_answer(state: CatanState, seat: int, said: Json) -> None:
    path = f"answers[{seat}]"
    if not isinstance(said, list) or not said or said[0] not in ANSWER_NAMES[1:]:
        raise ValueError(f"{path}: expected one of {', '.join(ANSWER_NAMES[1:])}")
    answer = ANSWER_NAMES.index(said[0])
    if seat == state.turn:
        raise ValueError(f"{path}: expected nothing from whoever made the offer")
    state.cells[ANSWER + seat] = u8(answer)
    if answer == COUNTERED:
        state.masks[COUNTER + seat] = read_trade(said[1:], path)
    elif len(said) != 1:
        raise ValueError(f"{path}: expected nothing behind {said[0]}")


# What is remembered.


def read_histories(players: Sequence[dict[str, Json]], seats: int) -> tuple[bytes, ...]:
    found = [b""] * MOST_SEATS
    for seat in range(seats):
        most = TOKEN_CAP + NO_CAP
        tokens = in_player(seat, read_row, players[seat], "history", MOST_TOKENS, 0, most)
        found[seat] = bytes(tokens)
        bought = tokens.count(TOKEN_BUY)
        played = [tokens.count(TOKEN_PLAY + kind) for kind in range(DEV_KINDS)]
        if played != players[seat]["played"]:
            raise ValueError(f"players[{seat}].history: expected the cards of played")
        if bought - sum(played) != players[seat]["devs"]:
            raise ValueError(
                f"players[{seat}].history: expected {players[seat]['devs']} cards left"
            )
    return tuple(found)


def last_cap(history: bytes) -> int:
    """The most victory cards that the seat was seen to hold since it bought the last card."""
    cap = NO_CAP
    for token in history:
        if token == TOKEN_BUY:
            cap = NO_CAP
        elif token >= TOKEN_CAP:
            cap = token - TOKEN_CAP
    return cap


def read_deals(state: CatanState, value: Json, players: Sequence[dict[str, Json]]) -> Deals:
    """The hands that are possible, with their weights."""
    seats = len(players)
    unsure = read_row(value, "unsure", seats, 0, seats - 1)
    if unsure != sorted(set(unsure)):
        raise ValueError("unsure: expected seats in ascending order, none twice")
    known = 0
    for seat in range(seats):
        if seat not in unsure:
            hand = in_player(seat, read_ints, players[seat], "hand", RESOURCES, 0, RESOURCE_CARDS)
            known += packed(seat, hand)
    rows = value["deals"]
    if not isinstance(rows, list) or len(rows) > MOST_ROWS or bool(rows) != bool(unsure):
        raise ValueError("deals: expected a row for each deal where a hand is unsure, else none")
    deals: Deals = {}
    for place, row in enumerate(rows):
        width = 1 + RESOURCES * len(unsure)
        numbers = read_ints({f"deals[{place}]": row}, f"deals[{place}]", width, 0, 2 * MOST_WEIGHT)
        deal = known
        for position, seat in enumerate(unsure):
            hand = numbers[1 + RESOURCES * position : 1 + RESOURCES * (position + 1)]
            if max(hand) > RESOURCE_CARDS:
                raise ValueError(f"deals[{place}]: expected at most {RESOURCE_CARDS} cards each")
            deal += packed(seat, hand)
        if numbers[0] == 0 or deal in deals:
            raise ValueError(f"deals[{place}]: expected a new deal with a weight")
        deals[deal] = numbers[0]
    return deals or {known: 1}


def packed(seat: int, hand: Sequence[int]) -> int:
    return sum(count * UNITS[RESOURCES * seat + kind] for kind, count in enumerate(hand))


def check_sizes(view: Observation) -> None:
    """Every deal has hands of the public sizes and fits the bank; the histories fit the deck."""
    bank = view.bank
    open_bank = view.veiled.options.bank_public or view.veiled.phase == FINISHED
    for deal, _ in view.deals:
        for seat in range(view.seats):
            size = sum((deal >> (8 * (RESOURCES * seat + kind))) & 255 for kind in range(RESOURCES))
            if size != view.hand_size(seat):
                raise ValueError(f"players[{seat}].cards: expected {size}, the size of the hand")
        for kind in range(RESOURCES):
            stock = int(stock_in(deal, kind))
            shown = stock if open_bank else min(stock, 2)
            if stock < 0 or shown != bank[kind]:
                raise ValueError(f"bank: expected {shown} of resource {kind}")
    for seat in range(view.seats):
        size = view.hand_size(seat)
        due = size // 2 if view.veiled.phase == DISCARDS and size > HAND_LIMIT else 0
        if view.due(seat) > due:
            raise ValueError(f"players[{seat}].due: expected at most {due}")
    if view.veiled.phase != FINISHED:
        check_devs(view)


def check_devs(view: Observation) -> None:
    seen = view.own_devs()
    for kind in range(DEV_KINDS):
        if seen[kind] > DEV_COUNTS[kind]:
            raise ValueError(f"players: more than {DEV_COUNTS[kind]} development cards of one kind")
    if view.viewer != NOBODY:
        own = sum(view.usable(view.seat))
        own += sum(view.fresh()) if view.turn == view.seat else 0
        if own != view.dev_count(view.seat):
            raise ValueError(f"players[{view.seat}].devs: expected {own}, the cards in the hand")
    odds = view.odds()
    if odds.weight(0, odds.supply) == 0:
        raise ValueError("players: expected histories that some deck explains")


def check_derived(view: Observation, value: Json) -> None:
    """Refuses whatever would not be written the same again."""
    written = write_observation(view)
    for seat in range(view.seats):
        for name, want in written["players"][seat].items():
            if value["players"][seat][name] != want:
                raise ValueError(f"players[{seat}].{name}: expected {want}")
    for name, want in written.items():
        if value[name] != want:
            raise ValueError(f"{name}: expected {want}")


# Positions.

POSITION_FIELDS: Final = frozenset(
    (
        "board", "phase", "turn", "round", "dice", "rolled", "played", "acted", "robber", "victim",
        "free_roads",
        "placed", "placements", "army", "longest", "offer", "offers", "stopped", "bank", "deck",
        "fresh", "seats",
    )
)  # fmt: skip
SEAT_FIELDS: Final = frozenset(
    (
        "hand", "usable", "played", "pending", "due", "roads", "settlements", "cities", "points",
        "length", "cap", "answer", "counter",
    )
)  # fmt: skip


def read_position(value: Json, options: Options) -> CatanState:
    """The position that `to_plain` wrote, perhaps edited. Raises ValueError naming the field that is wrong.

    What the rules cannot reach is refused as far as one position shows it (reachable.py).
    """
    state = assemble(value, options)
    check_reachable(state)
    check_written(state, value)
    return state


def assemble(value: Json, options: Options) -> CatanState:
    """The position of these fields, whether play leads there or not. Raises ValueError."""
    expect_fields(value, POSITION_FIELDS, "")
    seats = int(options.seats)
    state = first_state(read_board(value), options)
    read_scalars(state, value, seats)
    if not isinstance(value["seats"], list) or len(value["seats"]) != seats:
        raise ValueError(f"seats: expected a list of {seats}")
    for seat, entry in enumerate(value["seats"]):
        expect_fields(entry, SEAT_FIELDS, f"seats[{seat}].")
        read_seat(state, seat, entry)
    rebuild(state)
    state.placements = read_int(value, "placements", 0, 2 * seats)
    put(state, BANK, read_ints(value, "bank", RESOURCES, 0, RESOURCE_CARDS))
    put(state, DECK, read_ints(value, "deck", DEV_KINDS, 0, DEV_CARDS))
    put(state, FRESH, read_ints(value, "fresh", DEV_KINDS, 0, DEV_CARDS))
    state.cells[DEVS + state.turn] += u8(sum(value["fresh"]))
    state.offer = read_int(value, "offer", NO_TRADE, TRADES - 1)
    made = read_row(value, "offers", int(options.max_offers), 0, TRADES - 1)
    state.offers = len(made)
    for place, trade in enumerate(made):
        state.masks[MADE + place] = trade
    check_supply(state)
    state.reopen()
    deal = true_deal(state)
    state.origin = Origin(Belief(NOBODY, {deal: 1}, known_histories(state), None), deal)
    return state


def check_written(state: CatanState, value: Json) -> None:
    """Refuses whatever would not be written the same again: it does not follow from the rest."""
    written = write_position(state)
    for seat, entry in enumerate(written.pop("seats")):
        for name, want in entry.items():
            if value["seats"][seat][name] != want:
                raise ValueError(f"seats[{seat}].{name}: expected {want}")
    for name, want in written.items():
        if value[name] != want:
            raise ValueError(f"{name}: expected {want}")


def read_seat(state: CatanState, seat: int, entry: Json) -> None:
    cells = state.cells
    read_pieces(state, seat, entry, "seats")
    hand = read_ints(entry, "hand", RESOURCES, 0, RESOURCE_CARDS)
    usable = read_ints(entry, "usable", DEV_KINDS, 0, DEV_CARDS)
    put(state, HAND + RESOURCES * seat, hand)
    put(state, USABLE + DEV_KINDS * seat, usable)
    put(state, PLAYED + DEV_KINDS * seat, read_ints(entry, "played", DEV_KINDS, 0, DEV_CARDS))
    put(
        state,
        PENDING + RESOURCES * seat,
        read_ints(entry, "pending", RESOURCES, 0, RESOURCE_CARDS),
    )
    cells[HELD + seat] = u8(sum(hand))
    cells[DEVS + seat] = u8(sum(usable))
    cells[DUE + seat] = u8(read_int(entry, "due", 0, MOST_CARDS))
    cells[CAP + seat] = u8(read_int(entry, "cap", 0, NO_CAP))
    cells[ANSWER + seat] = u8(read_int(entry, "answer", 0, COUNTERED))
    state.masks[COUNTER + seat] = read_int(entry, "counter", 0, TRADES - 1)


def check_supply(state: CatanState) -> None:
    """19 cards of each resource, and the 25 development cards."""
    seats = int(state.options.seats)
    for kind in range(RESOURCES):
        count = int(state.cells[BANK + kind])
        count += sum(int(state.hand(seat, kind)) for seat in range(seats))
        if count != RESOURCE_CARDS:
            raise ValueError(f"bank: {count} cards of resource {kind} in all, not {RESOURCE_CARDS}")
    for kind in range(DEV_KINDS):
        count = int(state.cells[DECK + kind]) + int(state.cells[FRESH + kind])
        for seat in range(seats):
            count += int(state.cells[USABLE + DEV_KINDS * seat + kind])
            count += int(state.cells[PLAYED + DEV_KINDS * seat + kind])
        if count != DEV_COUNTS[kind]:
            raise ValueError(f"deck: {count} cards of kind {kind} in all, not {DEV_COUNTS[kind]}")


def known_histories(state: CatanState) -> tuple[bytes, ...]:
    """Histories that explain the development cards in hands and on the table."""
    found = [b""] * MOST_SEATS
    for seat in range(int(state.options.seats)):
        tokens: list[int] = []
        fresh = 0
        for kind in range(DEV_KINDS):
            usable = int(state.cells[USABLE + DEV_KINDS * seat + kind])
            played = int(state.cells[PLAYED + DEV_KINDS * seat + kind])
            tokens = [TOKEN_BUY] * (usable + played) + tokens + [TOKEN_PLAY + kind] * played
            fresh += int(state.cells[FRESH + kind]) if seat == state.turn else 0
        split = tokens.count(TOKEN_BUY)
        rest = [TOKEN_REST] if split else []
        found[seat] = bytes(tokens[:split] + rest + tokens[split:] + [TOKEN_BUY] * fresh)
    return tuple(found)
