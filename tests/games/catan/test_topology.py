"""The board's geometry (checklist 2), against facts that are counted otherwise."""

from collections import Counter

from infoset_games.catan.topology import (
    COAST,
    EDGE_ENDS,
    EDGE_FROM,
    EDGE_TO,
    EDGES,
    HARBOUR_EDGES,
    HEX_VERTICES,
    HEXES,
    INNER_RING,
    NOWHERE,
    OUTER_RING,
    VERTEX_EDGES,
    VERTEX_HEXES,
    VERTEX_NEXT,
    VERTICES,
    neighbours,
    spiral_from,
)

HARBOURS = [(0, 3), (1, 5), (10, 15), (26, 32), (42, 46), (49, 52), (47, 51), (33, 38), (11, 16)]


def row(table: bytes, place: int, width: int) -> list[int]:
    return [entry for entry in table[width * place : width * (place + 1)] if entry != NOWHERE]


def test_there_are_19_hexes_54_vertices_and_72_edges() -> None:
    assert len(HEX_VERTICES) == 6 * HEXES == 6 * 19
    assert len(VERTEX_HEXES) == len(VERTEX_EDGES) == len(VERTEX_NEXT) == 3 * VERTICES == 3 * 54
    assert len(EDGE_ENDS) == EDGES == 72
    assert list(EDGE_ENDS) == sorted(EDGE_ENDS)


def test_every_hex_has_six_vertices_and_every_vertex_two_or_three_edges() -> None:
    assert all(len(set(row(HEX_VERTICES, place, 6))) == 6 for place in range(HEXES))
    degrees = Counter(len(row(VERTEX_EDGES, vertex, 3)) for vertex in range(VERTICES))
    assert degrees == {2: 18, 3: 36}


def test_the_tables_say_the_same_from_either_side() -> None:
    for vertex in range(VERTICES):
        edges, ends = row(VERTEX_EDGES, vertex, 3), row(VERTEX_NEXT, vertex, 3)
        assert [set(EDGE_ENDS[edge]) for edge in edges] == [{vertex, end} for end in ends]
        around = [place for place in range(HEXES) if vertex in row(HEX_VERTICES, place, 6)]
        assert row(VERTEX_HEXES, vertex, 3) == around
    assert [(EDGE_FROM[e], EDGE_TO[e]) for e in range(EDGES)] == list(EDGE_ENDS)


def test_thirty_edges_are_coast_and_follow_each_other_clockwise() -> None:
    assert len(set(COAST)) == 30
    assert EDGE_ENDS[COAST[0]] == (0, 3)
    for one, other in zip(COAST, COAST[1:] + COAST[:1], strict=True):
        assert len(set(EDGE_ENDS[one]) & set(EDGE_ENDS[other])) == 1
    assert 0 in EDGE_ENDS[COAST[1]]  # clockwise: from the north-west edge over the top of hex 0


def test_nine_harbours_lie_on_their_edges_and_share_no_vertex() -> None:
    assert [EDGE_ENDS[edge] for edge in HARBOUR_EDGES] == HARBOURS
    assert len({vertex for edge in HARBOUR_EDGES for vertex in EDGE_ENDS[edge]}) == 18


def test_a_spiral_walks_from_neighbour_to_neighbour_over_all_hexes() -> None:
    assert sorted(OUTER_RING + INNER_RING) == [place for place in range(HEXES) if place != 9]
    for corner in range(6):
        spiral = spiral_from(corner)
        assert sorted(spiral) == list(range(HEXES))
        assert all(spiral[i + 1] in neighbours(spiral[i]) for i in range(HEXES - 1))


def test_hexes_have_as_many_neighbours_as_their_ring_allows() -> None:
    counts = Counter(len(neighbours(place)) for place in range(HEXES))
    assert counts == {3: 6, 4: 6, 6: 7}
