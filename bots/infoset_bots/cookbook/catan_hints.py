"""Rules of thumb for Catan, from what is written on the wire: how good an action looks."""

from typing import Any, Final

import infoset

BASE: Final = {  # by verb, before places count
    "city": 100.0,
    "settlement": 90.0,
    "roll": 80.0,
    "road": 30.0,
    "buy_dev": 20.0,
    "end_turn": 10.0,
    "reject": 10.0,
    "withdraw": 10.0,
}
TRADE: Final = 15.0  # rather than end the turn, or refuse
ROADS_AHEAD: Final = 2  # more roads than the buildings at their ends need


def score(turn: infoset.Turn, action: list[Any], slot: str) -> float:
    """How good an action looks."""
    verb, *arguments = action
    base = BASE.get(verb, 0.0)
    match verb:
        case "city" | "settlement" | "place_settlement":
            return base + yield_of(turn, arguments[0])
        case "road":
            return base if wants_road(turn) else 0.0
        case "move_robber":
            return harm_of(turn, arguments[0])
        case "discard":
            return float(myself(turn)["hand"][arguments[0]])
        case "bank":
            give, take = arguments
            return TRADE if lacks(turn, take) and not lacks(turn, give) else 0.0
        case "accept":
            return TRADE if is_needed(turn) else 0.0
        case "steal":
            return float(turn.plain_observation["players"][arguments[0]]["points"])
        case _:
            return base


def yield_of(turn: infoset.Turn, vertex: int) -> int:
    """How often in 36 rolls the hexes round a vertex bring something."""
    vertices = turn.match.consts["hex_vertices"]
    return sum(pips(turn, hex_) for hex_, corners in enumerate(vertices) if vertex in corners)


def harm_of(turn: infoset.Turn, hex_: int) -> float:
    """What the robber on a hex costs the others; nothing is worth robbing ourselves."""
    corners = turn.match.consts["hex_vertices"][hex_]
    owners = [
        seat
        for seat, player in enumerate(turn.plain_observation["players"])
        for vertex in (*player["settlements"], *player["cities"])
        if vertex in corners
    ]
    return -1.0 if turn.seat in owners else float(len(owners) * pips(turn, hex_))


def pips(turn: infoset.Turn, hex_: int) -> int:
    """Ways out of 36 to roll the number of a hex."""
    number: int = turn.plain_observation["board"]["numbers"][hex_]
    return 6 - abs(7 - number) if number else 0


def lacks(turn: infoset.Turn, resource: int) -> bool:
    """Is there no card of this kind in the own hand?"""
    return not myself(turn)["hand"][resource]


def is_needed(turn: infoset.Turn) -> bool:
    """Does the offer on the table bring a card of a kind that the hand lacks? Its proposer gives the first."""
    give, _ = turn.plain_observation["offer"]
    return any(count and lacks(turn, resource) for resource, count in enumerate(give))


def wants_road(turn: infoset.Turn) -> bool:
    """Are there fewer roads than the buildings can use?"""
    player = myself(turn)
    buildings = len(player["settlements"]) + len(player["cities"])
    return bool(len(player["roads"]) < 2 * buildings + ROADS_AHEAD)


def myself(turn: infoset.Turn) -> dict[str, Any]:
    """What is known of the own seat."""
    found: dict[str, Any] = turn.plain_observation["players"][turn.seat]
    return found
