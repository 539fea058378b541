"""Observations as plain values; reading.py is the inverse. Compiled. The form is described in README.md."""

from infoset_games.catan.actions import ANSWERS, DEAL, PHASE_NAMES
from infoset_games.catan.beliefs import held
from infoset_games.catan.cards import RESOURCES
from infoset_games.catan.cells import ANSWER, COUNTER, MADE
from infoset_games.catan.observation import Observation
from infoset_games.catan.trades import ANSWER_NAMES, COUNTERED, NO_TRADE, given, taken
from infoset_games.core import Json


def write_observation(view: Observation) -> dict[str, Json]:
    position = view.veiled
    unsure = [seat for seat in range(view.seats) if not view.is_sure(seat)]
    offers = [write_trade(int(position.masks[MADE + i])) for i in range(position.offers)]
    return {
        "seat": view.seat,
        "phase": PHASE_NAMES[position.phase],
        "turn": view.turn,
        "round": view.round,
        "dice": list(view.dice),
        "rolled": position.has_rolled,
        "played": position.has_played,
        "acted": position.has_acted,
        "robber": view.robber,
        "victim": int(position.victim),
        "free_roads": int(position.free_roads),
        "placed": int(position.placed),
        "army": view.army,
        "longest": view.longest,
        "stopped": position.is_stopped,
        "board": {
            "terrain": list(position.board.terrain),
            "numbers": list(position.board.numbers),
            "harbours": list(position.board.harbours),
        },
        "bank": view.bank,
        "deck_n": view.deck_size,
        "players": [write_player(view, seat) for seat in range(view.seats)],
        "fresh": view.fresh(),
        "pending": view.pending(),
        "offer": [] if position.offer == NO_TRADE else write_trade(int(position.offer)),
        "answers": write_answers(view),
        "offers": offers,
        "unsure": unsure,
        "deals": [write_deal_of(deal, n, unsure) for deal, n in view.deals] if unsure else [],
    }


def write_player(view: Observation, seat: int) -> dict[str, Json]:
    return {
        "points": view.points(seat),
        "cards": view.hand_size(seat),
        "hand": view.hand(seat),
        "devs": view.dev_count(seat),
        "usable": view.usable(seat),
        "played": view.played(seat),
        "roads": view.roads(seat),
        "settlements": view.settlements(seat),
        "cities": view.cities(seat),
        "road": view.road_length(seat),
        "due": view.due(seat),
        "history": list(view.histories[seat]),
    }


def write_trade(trade: int) -> list[Json]:
    """What its proposer gives, and what they take."""
    return [given(trade), taken(trade)]


def write_answers(view: Observation) -> list[Json]:
    """By seat what it says to the offer on the table; nothing where there is none."""
    position = view.veiled
    if position.phase != ANSWERS and position.phase != DEAL:
        return []
    answers: list[Json] = []
    for seat in range(view.seats):
        answer = position.cells[ANSWER + seat]
        said: list[Json] = [ANSWER_NAMES[answer]] if answer else []
        if answer == COUNTERED:
            said += write_trade(int(position.masks[COUNTER + seat]))
        answers.append(said)
    return answers


def write_deal_of(deal: int, weight: int, unsure: list[int]) -> list[int]:
    """The weight, and the hands of the seats that this one is not sure of."""
    row = [weight]
    for seat in unsure:
        row += [int(held(deal, seat, resource)) for resource in range(RESOURCES)]
    return row
