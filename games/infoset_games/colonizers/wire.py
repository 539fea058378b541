"""Actions and observations as plain values, and back. No rules.

The observation is an object of integers and lists; its fields are listed in README.md.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from infoset_games.colonizers.actions import (
    BUILD_FIRST,
    DISCARD,
    DRAW_TWO,
    FINISHED,
    KEEP_FIRST,
    NAME_FIRST,
    ORDERS,
    PHASE_NAMES,
    PICK,
    PICK_FIRST,
    SHUFFLE,
    SKIP_BUILD,
    SKIP_POWER,
    TAKE_OMNIUM,
)
from infoset_games.colonizers.cards import (
    COLONIST_NAMES,
    COLONISTS,
    COLOUR,
    HAND_LIMIT,
    MODULE_NAMES,
    MODULES,
    MOST_CARDS,
    NOBODY,
    OPPORTUNIST,
    SEATS,
    VALUE,
)
from infoset_games.colonizers.cells import (
    COLONY,
    COLONY_CELLS,
    COLONY_SIZE,
    COLOUR_CELLS,
    COLOURS,
    DECK,
    DRAWN,
    GONE,
    HAND,
    HAND_CELLS,
    HAND_SIZE,
    KIND,
    OFFERED,
    POINTS,
    ROLE,
    SEEN,
    empty_cells,
    seen_by,
)
from infoset_games.colonizers.observation import HIDDEN, Observation, members
from infoset_games.colonizers.reading import (
    distinct_numbers,
    fields,
    items,
    number,
    numbers,
    word,
)
from infoset_games.colonizers.state import FIRST_BONUS, ColonizersState, own
from infoset_games.core import CHANCE, IllegalActionError, Json, State

# Actions.


def write_action(state: State, seat: int, action: int) -> list[Json]:
    """The action of whoever is to act (chance too) in readable form; it is the same for every seat."""
    position = own(state)
    if position.phase == SHUFFLE:
        return ["shuffle", *ORDERS[action]]
    if action < TAKE_OMNIUM:
        return ["pick", position.offered()[action - PICK_FIRST]]
    if action == TAKE_OMNIUM:
        return ["omnium"]
    if action == DRAW_TWO:
        return ["draw"]
    if action < NAME_FIRST:
        return ["keep", position.drawn_cards()[action - KEEP_FIRST] & KIND]
    if action < SKIP_POWER:
        verb = "steal" if position.role(int(position.turn)) == OPPORTUNIST else "swap"
        return [verb, action - NAME_FIRST]
    if action in (SKIP_POWER, SKIP_BUILD):
        return ["skip"]
    return ["build", position.hand(int(position.turn))[action - BUILD_FIRST]]


def read_action(state: ColonizersState, seat: int, value: Json) -> int:
    """The first legal action of `seat` that is written so. Raises IllegalActionError with the reason."""
    if not isinstance(value, list) or not value or not isinstance(value[0], str):
        raise IllegalActionError('expected a list that opens with a verb, like ["build", 5]')
    if not all(type(argument) is int for argument in value[1:]):
        raise IllegalActionError(f"{value[0]}: expected integers after the verb")
    if seat == CHANCE and state.phase == SHUFFLE:
        return read_order(value)
    space = state.legal(seat)
    if space.size == 0:
        raise IllegalActionError("the game is over" if state.phase == FINISHED else "not your turn")
    for index in range(space.size):
        action = space.item(index)
        if write_action(state, seat, action) == value:
            return action
    raise IllegalActionError(refusal(state, value))


def read_order(value: list[Json]) -> int:
    if value[0] != "shuffle" or sorted(value[1:]) != list(range(COLONISTS)):
        raise IllegalActionError('expected ["shuffle", ...] with the six colonists in any order')
    return ORDERS.index(bytes(value[1:]))


VERBS = {
    "pick": ["pick"],
    "draw": ["omnium", "draw"],
    "discard": ["keep"],
    "power": ["steal", "swap", "skip"],
    "build": ["build", "skip"],
}


def refusal(state: ColonizersState, value: list[Json]) -> str:
    """Why the written action, which is not legal, is refused, in words."""
    phase = PHASE_NAMES[state.phase]
    turn = int(state.turn)
    if value == ["draw"] and phase == "draw":
        return state.reason(DRAW_TWO)
    if value[0] not in VERBS[phase]:
        return f"{value[0]}: in the {phase} phase expected one of {', '.join(VERBS[phase])}"
    if len(value) != (1 if value[0] in ("omnium", "draw", "skip") else 2):
        return f"{value[0]}: wrong number of arguments"
    number = value[1]
    if phase == "pick":
        return f"{colonist_name(number)} is not on offer"
    if phase == "discard":
        return f"{module_name(number)} is not one of the drawn cards"
    if phase == "build":
        hand = state.hand(turn)
        if number in hand:
            return state.reason(BUILD_FIRST + hand.index(number))
        return f"{module_name(number)} is not in the hand"
    if not 0 <= number < COLONISTS:
        return f"{colonist_name(number)} cannot be named"
    own = state.role(turn)
    if state.choices > 1 and number != own:
        verb = "steal" if own == OPPORTUNIST else "swap"
        return f"the {COLONIST_NAMES[own]} does not {value[0]}: expected {verb}"
    return state.reason(NAME_FIRST + number)


def colonist_name(colonist: int) -> str:
    is_known = 0 <= colonist < COLONISTS
    return f"the {COLONIST_NAMES[colonist]}" if is_known else f"colonist {colonist}"


def module_name(module: int) -> str:
    return MODULE_NAMES[module] if 0 <= module < MODULES else f"module {module}"


# Observations: written.

FIELDS = (
    "seat",
    "round",
    "phase",
    "turn",
    "players",
    "deck_n",
    "bottom",
    "drawn",
    "gone",
    "offered",
    "out",
    "revealed",
    "draw",
)
PLAYER_FIELDS = ("omnium", "points", "role", "possible", "hand", "seen", "colony")
VIEW: Final[dict[str, Json]] = dict.fromkeys(FIELDS)
PLAYER: Final[dict[str, Json]] = dict.fromkeys(PLAYER_FIELDS)


def write_observation(observation: Observation) -> dict[str, Json]:
    deck_size = observation.deck_count
    drawn = 2 if observation.phase_code == DISCARD else 0
    written: dict[str, Json] = VIEW.copy()
    written["seat"] = observation.seat
    written["round"] = observation.round
    written["phase"] = observation.phase
    written["turn"] = observation.turn
    written["players"] = write_players(observation)
    written["deck_n"] = observation.deck_size
    written["bottom"] = write_cards(observation, DECK + first_seen(observation), DECK + deck_size)
    written["drawn"] = write_cards(observation, DRAWN, DRAWN + drawn)
    written["gone"] = write_cards(observation, GONE, GONE + observation.gone_count)
    written["offered"] = observation.offered
    written["out"] = observation.out
    written["revealed"] = [seat for seat in range(SEATS) if observation.revealed >> seat & 1]
    written["draw"] = int(observation.is_draw)
    return written


def write_players(view: Observation) -> list[Json]:
    return [write_player(view, seat) for seat in range(i64(SEATS))]


def write_player(view: Observation, seat: i64) -> dict[str, Json]:
    cells = view.cells
    bit = seen_by(view.seat_code)
    owner_only: i64 = 1 << seat
    first: i64 = HAND + HAND_CELLS * seat
    hand: list[Json] = []
    seen: list[Json] = []
    for slot in range(i64(cells[HAND_SIZE + seat])):
        card = i64(cells[first + slot])
        hand.append(card & KIND if card & bit else i64(HIDDEN))
        if card >> SEEN != owner_only:
            seen.append([slot, card >> SEEN])
    first = COLONY + COLONY_CELLS * seat
    colony = [i64(cells[first + i]) for i in range(i64(cells[COLONY_SIZE + seat]))]
    role = i64(cells[ROLE + seat])
    player: dict[str, Json] = PLAYER.copy()  # has room for all: to grow a dict takes longer
    player["omnium"] = view.omnium_cells[seat]
    player["points"] = i64(cells[POINTS + seat])
    player["role"] = i64(HIDDEN) if role == NOBODY else role
    player["possible"] = members(view.possible_mask(seat))
    player["hand"] = hand
    player["seen"] = seen
    player["colony"] = colony
    return player


def first_seen(view: Observation) -> i64:
    """The position in the deck of the first card that anybody has seen; its size if there is none."""
    position: i64 = 0
    while position < view.deck_count and view.cells[DECK + position] >> SEEN == 0:
        position += 1
    return position


def write_cards(view: Observation, first: i64, end: i64) -> list[Json]:
    """The cards in these cells as `[module or HIDDEN, mask]`."""
    cells = view.cells
    bit = seen_by(view.seat_code)
    written: list[Json] = []
    for i in range(first, end):
        card = i64(cells[i])
        written.append([card & KIND if card & bit else i64(HIDDEN), card >> SEEN])
    return written


# Observations: read.


def read_observation(
    value: Json, copies: tuple[int, ...], full: int, later_bonus: int
) -> Observation:
    """The observation, checked so far that `determinize` can rely on it."""
    plain = fields(value, "", FIELDS)
    seat = number(plain["seat"], "seat", -1, SEATS - 1)
    view = Observation(seat, empty_cells(), vec[i64]([0] * SEATS))
    view.round_code = number(plain["round"], "round", 1)
    view.phase_code = word(plain["phase"], "phase", PHASE_NAMES)
    view.turn_code = number(plain["turn"], "turn", 0, SEATS - 1)
    view.is_draw = bool(number(plain["draw"], "draw", 0, 1))
    for other, player in enumerate(items(plain["players"], "players", SEATS, SEATS)):
        read_player(view, other, player, full)
    read_points(view, full, later_bonus)
    read_piles(view, plain)
    read_colonists(view, plain)
    check_cards(view, copies)
    check_derived(view, plain)
    return view


def read_player(view: Observation, seat: int, value: Json, full: int) -> None:
    path = f"players[{seat}]"
    player = fields(value, path, PLAYER_FIELDS)
    view.omnium_cells[seat] = number(player["omnium"], f"{path}.omnium", 0, 1 << 40)
    role = number(player["role"], f"{path}.role", HIDDEN, COLONISTS - 1)
    view.cells[ROLE + seat] = u8(NOBODY if role == HIDDEN else role)
    hand = numbers(player["hand"], f"{path}.hand", 0, HAND_LIMIT, HIDDEN, MODULES - 1)
    masks = [1 << seat] * len(hand)
    for i, entry in enumerate(items(player["seen"], f"{path}.seen", 0, len(hand))):
        slot, mask = numbers(entry, f"{path}.seen[{i}]", 2, 2, 0, 15)
        if slot >= len(hand) or not mask >> seat & 1:
            raise ValueError(f"{path}.seen[{i}]: expected [slot, mask with the owner's bit]")
        masks[slot] = mask
    cards = [[module, mask] for module, mask in zip(hand, masks, strict=True)]
    read_cards(view, HAND + HAND_CELLS * seat, cards, f"{path}.hand")
    view.cells[HAND_SIZE + seat] = u8(len(hand))
    read_colony(view, seat, player["colony"], f"{path}.colony", full)


def read_colony(view: Observation, seat: int, value: Json, path: str, full: int) -> None:
    colony = numbers(value, path, 0, full, 0, MODULES - 1)
    for i, module in enumerate(colony):
        view.cells[COLONY + COLONY_CELLS * seat + i] = u8(module)
        view.cells[COLOURS + COLOUR_CELLS * seat + COLOUR[module]] += u8(1)
        view.cells[POINTS + seat] += u8(VALUE[module])
    view.cells[COLONY_SIZE + seat] = u8(len(colony))


def read_points(view: Observation, full: int, later_bonus: int) -> None:
    """Adds the bonuses; the values of the colonies are there."""
    bonus = FIRST_BONUS
    for seat in range(SEATS):
        if view.colony_size(seat) == full:
            view.cells[POINTS + seat] += u8(bonus)
            bonus = later_bonus


def read_piles(view: Observation, plain: dict[str, Json]) -> None:
    view.deck_count = number(plain["deck_n"], "deck_n", 0, MOST_CARDS)
    bottom = items(plain["bottom"], "bottom", 0, int(view.deck_count))
    read_cards(view, DECK + int(view.deck_count) - len(bottom), bottom, "bottom")
    gone = items(plain["gone"], "gone", 0, MOST_CARDS)
    view.gone_count = len(gone)
    read_cards(view, GONE, gone, "gone")
    count = 2 if view.phase_code == DISCARD else 0
    drawn = items(plain["drawn"], "drawn", count, count)
    read_cards(view, DRAWN, drawn, "drawn")
    for i, (_, mask) in enumerate(drawn):
        if not mask >> view.turn & 1:
            raise ValueError(f"drawn[{i}]: expected a mask with the drawer's bit")


def read_cards(view: Observation, first: int, cards: list[Json], path: str) -> None:
    """Puts `[module, mask]` pairs into the cells from `first` on."""
    for i, card in enumerate(cards):
        module, mask = numbers(card, f"{path}[{i}]", 2, 2, HIDDEN, 15)
        is_seen = view.seat >= 0 and bool(mask >> view.seat & 1)
        if mask < 0 or is_seen != (module >= 0):
            raise ValueError(f"{path}[{i}]: expected a module exactly where the own bit is set")
        view.cells[first + i] = u8(max(module, 0) | mask << SEEN)


def read_colonists(view: Observation, plain: dict[str, Json]) -> None:
    """Reads the rest about colonists; checks that one line-up at least has all these facts."""
    has_picks = view.phase_code not in (SHUFFLE, PICK)
    revealed = distinct_numbers(plain["revealed"], "revealed", 0, SEATS, 0, SEATS - 1)
    least = set(range(view.turn + 1)) if has_picks else set()
    if not least <= set(revealed) or (revealed and not has_picks):
        raise ValueError("revealed: expected every seat whose turn has come, none before the turns")
    view.revealed = sum(1 << seat for seat in revealed)
    for seat in range(SEATS):
        is_known = seat in revealed or (seat == view.seat and view.has_picked(seat))
        if is_known != (view.role(seat) != HIDDEN):
            raise ValueError(f"players[{seat}].role: expected a colonist exactly where it is known")
    out = distinct_numbers(plain["out"], "out", 0, 2 if has_picks else 0, 0, COLONISTS - 1)
    view.out_mask = sum(1 << colonist for colonist in out)
    known = [role for role in view.roles if role != HIDDEN] + out
    if len(set(known)) < len(known):
        raise ValueError("players: expected every colonist in one place")
    count = COLONISTS - 1 - view.seat if view.has_seen_offer() else 0
    offered = distinct_numbers(plain["offered"], "offered", count, count, 0, COLONISTS - 1)
    for i, colonist in enumerate(offered):
        view.cells[OFFERED + i] = u8(colonist)
    if offered:
        check_offer(view, set(offered), out)


def check_offer(view: Observation, offered: set[int], out: list[int]) -> None:
    """Picked before this seat: not in its list. Picked by it or later: in it. Out: one of each at most."""
    for seat in range(SEATS):
        role = view.role(seat)
        if role != HIDDEN and (role in offered) != (seat >= view.seat):
            raise ValueError(f"players[{seat}].role: contradicts the offered list")
    if len(out) == 2 and (out[0] in offered) == (out[1] in offered):
        raise ValueError("out: contradicts the offered list")


def check_cards(view: Observation, copies: tuple[int, ...]) -> None:
    """As many unseen cards as unseen places, and of no kind more than there are."""
    left = list(copies)
    places = view.deck + view.gone + view.drawn
    for seat in range(SEATS):
        places += view.hand_cards(seat)
        places += [(module, 0) for module in view.colonies[seat]]
    for module, _ in places:
        if module != HIDDEN:
            left[module] -= 1
            if left[module] < 0:
                raise ValueError(f"players: more than {copies[module]} copies of module {module}")
    if len(places) != sum(copies):
        raise ValueError(f"deck_n: expected {sum(copies)} cards in all, got {len(places)}")


def check_derived(view: Observation, plain: dict[str, Json]) -> None:
    """Refuses whatever would not be written the same again: points, possible, order of lists."""
    written = write_observation(view)
    for seat in range(SEATS):
        for name in PLAYER_FIELDS:
            want = written["players"][seat][name]
            if plain["players"][seat][name] != want:
                raise ValueError(f"players[{seat}].{name}: expected {want}")
    for name in FIELDS:
        if plain[name] != written[name]:
            raise ValueError(f"{name}: expected {written[name]}")
