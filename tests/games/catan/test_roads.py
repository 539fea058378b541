"""The longest road (checklist 24 and 25), also against an independent search over all trails."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import networkx
import pytest
from mypy_extensions import u8

from infoset_games.catan import Catan
from infoset_games.catan.building import rebuild
from infoset_games.catan.cells import EDGE, VERTEX
from infoset_games.catan.reading import assemble
from infoset_games.catan.roads import road_length
from infoset_games.catan.state import CatanState
from infoset_games.catan.topology import EDGE_ENDS
from infoset_games.rng import Rng

Setup = Callable[..., CatanState]
Play = Callable[..., CatanState]

HEX_4 = (4, 8, 13, 9, 5, 1, 4)  # the ring around hex 1
HEX_5 = (13, 18, 24, 19, 14, 9)  # five of the six sides of hex 5, next to it
NETS = 3_000


def length(state: CatanState, seat: int = 0) -> int:
    return int(road_length(state, seat))


# The card.


def test_four_pieces_are_no_longest_road_and_five_are(position: Setup, play: Play) -> None:
    state = position("main", hands={0: "wb"}, roads={0: [(7, 12, 8, 13, 18)]})
    assert (length(state), state.longest) == (4, -1)
    play(state, ["road", 18, 24])
    assert (length(state), state.longest) == (5, 0)
    assert state.scores()[0] == 2


def test_an_equal_road_does_not_take_the_card_and_a_longer_one_does(
    position: Setup, play: Play
) -> None:
    state = position(
        "main",
        hands={0: "wwbb"},
        roads={0: [(7, 12, 8, 13, 18)], 1: [(33, 38, 43, 47, 51, 48)]},
        longest=1,
    )
    play(state, ["road", 18, 24])
    assert (length(state), state.longest) == (5, 1)
    play(state, ["road", 24, 30])
    assert (length(state), state.longest) == (6, 0)
    assert state.scores()[:2] == (2, 0)


# Lengths.


def test_a_ring_counts_all_its_pieces(position: Setup) -> None:
    assert length(position(roads={0: [HEX_4]})) == 6


def test_a_figure_of_eight_counts_all_but_what_must_be_left(position: Setup) -> None:
    # Two rings share the edge 9-13: all eleven pieces, from one end of the shared edge to the other.
    assert length(position(roads={0: [HEX_4, HEX_5]})) == 11


def test_a_fork_counts_its_two_longest_arms(position: Setup) -> None:
    assert length(position(roads={0: [(7, 12, 8, 13, 18), (4, 8)]})) == 4


def test_own_buildings_do_not_interrupt(position: Setup) -> None:
    state = position(roads={0: [(7, 12, 8, 13, 18)]}, settlements={0: [8]})
    assert length(state) == 4


def test_an_opponents_building_ends_the_trail_but_its_last_piece_counts(position: Setup) -> None:
    state = position(roads={0: [(7, 12, 8, 13, 18)]}, settlements={1: [18]})
    assert length(state) == 4
    state = position(roads={0: [(7, 12, 8, 13, 18)]}, settlements={1: [13]})
    assert length(state) == 3


def test_a_ring_through_an_opponents_building_counts_from_there_round_to_there(
    position: Setup,
) -> None:
    assert length(position(roads={0: [HEX_4]}, settlements={1: [13]})) == 6
    assert length(position(roads={0: [HEX_4]}, settlements={1: [13, 4]})) == 4


def test_two_nets_do_not_add_up(position: Setup) -> None:
    assert length(position(roads={0: [(7, 12, 8), (33, 38, 43, 47)]})) == 3


def test_there_is_nothing_to_measure_without_roads(position: Setup) -> None:
    assert length(position()) == 0


# A road is cut.


def cut(
    position: Setup, play: Play, holder: int, roads: Mapping[int, Sequence[Sequence[int]]]
) -> CatanState:
    """Seat 0 settles at 29, in the middle of seat 2's road."""
    state = position(
        "main",
        hands={0: "wbsh"},
        settlements={0: [40]},
        roads={0: [(40, 35, 29)], **roads},
        longest=holder,
    )
    return play(state, ["settlement", 29])


SEVEN = [(7, 12, 17, 23, 29, 34, 39, 43)]
ELEVEN = [(2, 5, 1, 4, 8, 12, 17, 23, 29, 34, 39, 43)]
FIVE = [(20, 26, 32, 37, 31, 25)]
OTHER_FIVE = [(0, 3, 7, 11, 16, 21)]


def test_a_cut_hands_the_card_to_the_one_longest_road_left(position: Setup, play: Play) -> None:
    state = cut(position, play, 2, {1: FIVE, 2: SEVEN})
    assert state.longest == 1
    assert state.scores() == (2, 2, 0, 0)


def test_a_cut_holder_keeps_the_card_in_a_tie(position: Setup, play: Play) -> None:
    long_arm = [(12, 17, 23, 29, 34, 39, 43, 47, 51)]
    assert cut(position, play, 2, {1: FIVE, 2: long_arm}).longest == 2


def test_a_tie_of_others_sets_the_card_aside(position: Setup, play: Play) -> None:
    state = cut(position, play, 2, {1: FIVE, 3: OTHER_FIVE, 2: [(12, 17, 23, 29, 34, 39, 43)]})
    assert state.longest == -1
    assert state.scores() == (2, 0, 0, 0)


def test_a_cut_below_five_sets_the_card_aside(position: Setup, play: Play) -> None:
    assert cut(position, play, 2, {2: SEVEN}).longest == -1


def test_a_card_set_aside_comes_back_to_the_one_longest_road(position: Setup, play: Play) -> None:
    state = cut(position, play, 2, {1: FIVE, 3: OTHER_FIVE, 2: [(12, 17, 23, 29, 34, 39, 43)]})
    state = play(with_hand(state, 1, "wb"), ["end_turn"])
    play(state, ["roll"], ["dice", 1, 1], ["road", 25, 19])
    assert state.longest == 1
    assert state.scores()[1] == 2


def with_hand(state: CatanState, seat: int, letters: str) -> CatanState:
    plain = state.to_plain()
    for letter in letters:
        kind = "wbsho".index(letter)
        plain["seats"][seat]["hand"][kind] += 1
        plain["bank"][kind] -= 1
    return assemble(plain, state.options)


def test_the_holder_who_is_cut_but_stays_longest_keeps_the_card(
    position: Setup, play: Play
) -> None:
    state = cut(position, play, 2, {1: FIVE, 2: ELEVEN})
    assert state.longest == 2
    assert length(state, 2) == 8


# Against an independent search.


def random_net(rng: Rng) -> tuple[list[int], list[int]]:
    """Up to 15 edges that hang together in a few nets, and up to four vertices of an opponent."""
    edges: list[int] = []
    for _ in range(1 + int(rng.below(3))):
        edges.append(int(rng.below(72)))
        for _ in range(int(rng.below(9))):
            grown = [
                number
                for number, ends in enumerate(EDGE_ENDS)
                if any(set(ends) & set(EDGE_ENDS[own]) for own in edges)
            ]
            edges.append(grown[int(rng.below(len(grown)))])
    edges = sorted(set(edges))[:15]
    ends = sorted({vertex for number in edges for vertex in EDGE_ENDS[number]})
    taken = {ends[int(rng.below(len(ends)))] for _ in range(int(rng.below(4)))}
    return edges, sorted(taken)


def longest_trail(edges: list[int], blocked: list[int]) -> int:
    """The longest of all walks that use no piece twice and do not go on behind a blocked vertex."""
    graph = networkx.Graph([EDGE_ENDS[number] for number in edges])

    def extend(vertex: int, used: frozenset[tuple[int, int]]) -> Iterator[int]:
        yield len(used)
        if used and vertex in blocked:
            return
        for end in graph.neighbors(vertex):
            piece = (min(vertex, end), max(vertex, end))
            if piece not in used:
                yield from extend(end, used | {piece})

    return max(max(extend(vertex, frozenset())) for vertex in graph.nodes)


def test_lengths_agree_with_a_search_over_all_trails(game: Catan) -> None:
    rng = Rng("nets")
    start = game.start(game.deal(Rng("any")))
    rings = 0
    for _ in range(NETS):
        edges, blocked = random_net(rng)
        state = start.copy()
        for number in edges:
            state.cells[EDGE + number] = u8(1)
        for vertex in blocked:
            state.cells[VERTEX + vertex] = u8(2)
        rebuild(state)
        assert length(state) == longest_trail(edges, blocked), (edges, blocked)
        graph = networkx.Graph([EDGE_ENDS[number] for number in edges])
        rings += bool(networkx.cycle_basis(graph))
    assert rings > NETS // 50


@pytest.mark.parametrize("seat", [0, 3])
def test_lengths_are_measured_for_every_seat(position: Setup, seat: int) -> None:
    state = position(roads={seat: [HEX_4]}, longest=seat)
    assert length(state, seat) == 6
    assert state.scores()[seat] == 2
