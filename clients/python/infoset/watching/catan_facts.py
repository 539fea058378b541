"""A position of Catan told in sentences, for readers who see no map. Pure.

Places have the numbers that actions take. A corner is told with the hexes it touches, a road with the corners it
joins, so nobody has to know the geometry by heart; corners without a piece are told where something may be built.
"""

from collections.abc import Sequence
from typing import Final

from infoset.turn import Action, Match
from infoset.watching.catan_words import harbour_name, resource_name, trade_text
from infoset.watching.names import player_name
from infoset.wording import say
from infoset_games.catan.cards import SPECIAL_POINTS
from infoset_games.catan.observation import Observation
from infoset_games.catan.topology import EDGE_ENDS, HARBOUR_EDGES, hexes_around
from infoset_games.catan.wire import write_answers, write_trade

AT_CORNERS: Final = ("place_settlement", "settlement", "city")
AT_EDGES: Final = ("place_road", "road", "free_road")


def island_facts(view: Observation) -> list[str]:
    """Hexes by number with what they yield on which roll, harbours, the robber."""
    board = view.veiled.board
    hexes = [
        f"{at} {resource_name(terrain)} {number}" if number else f"{at} {resource_name(terrain)}"
        for at, (terrain, number) in enumerate(zip(board.terrain, board.numbers, strict=True))
    ]
    harbours = [
        say(
            "catan-tell-harbour-at",
            kind=harbour_name(kind),
            corners=" ".join(map(str, EDGE_ENDS[edge])),
        )
        for kind, edge in zip(board.harbours, HARBOUR_EDGES, strict=True)
    ]
    return [
        say("catan-tell-hexes", hexes="; ".join(hexes)),
        say("catan-tell-harbours", harbours="; ".join(harbours)),
        say("catan-tell-robber-at", hex=view.robber),
    ]


def seat_facts(match: Match, view: Observation, seat: int, hand: str) -> list[str]:
    """What everybody sees of a player; `hand` is what the viewer knows of their cards."""
    name, place = player_name(match, seat), say("match-seat", seat=seat)
    called = place if name == place else f"{place} ({name})"
    if seat == match.seat:
        called = say("catan-tell-seat-you", called=called)
    longest = say("catan-tell-and-longest", points=SPECIAL_POINTS)
    army = say("catan-tell-and-army", points=SPECIAL_POINTS)
    cards = say("catan-tell-seat-cards", count=view.hand_size(seat))
    if hand:
        cards = say("catan-tell-seat-cards-known", count=view.hand_size(seat), hand=hand)
    told = say(
        "catan-tell-seat",
        called=called,
        points=view.points(seat),
        cards=cards,
        devs=view.dev_count(seat),
        knights=view.knights(seat),
        army=f" {army}" if view.army == seat else "",
        road=view.road_length(seat),
        longest=f" {longest}" if view.longest == seat else "",
    )
    return [
        told,
        *_pieces("settlements", [corner_fact(view, corner) for corner in view.settlements(seat)]),
        *_pieces("cities", [corner_fact(view, corner) for corner in view.cities(seat)]),
        *_pieces("roads", [edge_fact(edge) for edge in view.roads(seat)]),
    ]


def _pieces(what: str, places: Sequence[str]) -> list[str]:
    return [f"  {say(f'catan-tell-{what}', places='; '.join(places))}"] if places else []


def corner_fact(view: Observation, corner: int) -> str:
    """`23 wheat 5, ore 11`: a corner and what it yields on which roll."""
    board = view.veiled.board
    around = [
        f"{resource_name(board.terrain[at])} {board.numbers[at]}"
        for at in hexes_around(corner)
        if board.numbers[at]
    ]
    return f"{corner} {', '.join(around)}".rstrip()


def edge_fact(edge: int) -> str:
    """`17 (10-11)`: an edge and its corners."""
    one, other = EDGE_ENDS[edge]
    return f"{edge} ({one}-{other})"


def offer_facts(match: Match, view: Observation) -> list[str]:
    """The offer on the table with the answers so far."""
    if view.phase not in ("answer", "deal"):
        return []
    give, take = write_trade(int(view.veiled.offer))
    lines = [say("catan-tell-offer", trade=trade_text(give, take))]
    for seat, answer in enumerate(write_answers(view)):
        match answer:
            case ["counter", give, take]:
                name, trade = player_name(match, seat), trade_text(give, take)
                lines.append(f"  {say('catan-tell-answered', name=name, trade=trade)}")
            case [word]:
                lines.append(f"  {player_name(match, seat)}: {say(f'catan-answer-{word}')}")
            case _:
                pass
    return lines


def choice_facts(view: Observation, choices: Sequence[Action]) -> list[str]:
    """Where the places are that the actions name: corners with their yield, edges with their corners."""
    corners = _named(choices, AT_CORNERS)
    edges = _named(choices, AT_EDGES)
    held = {corner for seat in range(view.seats) for corner in view.settlements(seat)}
    open_corners = [corner_fact(view, corner) for corner in corners if corner not in held]
    return [
        *([say("catan-tell-open-corners", places="; ".join(open_corners))] if open_corners else []),
        *([say("catan-tell-open-edges", places="; ".join(map(edge_fact, edges)))] if edges else []),
    ]


def _named(choices: Sequence[Action], verbs: Sequence[str]) -> list[int]:
    return sorted({action[1] for action in choices if action[0] in verbs and len(action) > 1})
