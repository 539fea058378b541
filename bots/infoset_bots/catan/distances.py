"""How many roads lead from vertex to vertex of the island. Compiled; knows no rules."""

from typing import Final

from infoset_games.catan.topology import NOWHERE, VERTEX_NEXT, VERTICES


def steps_from(start: int) -> list[int]:
    """The roads between `start` and every vertex, on the shortest way over the empty board."""
    steps = [NOWHERE] * VERTICES
    steps[start] = 0
    reached = [start]
    for vertex in reached:
        for place in range(3 * vertex, 3 * vertex + 3):
            end = VERTEX_NEXT[place]
            if end != NOWHERE and steps[end] == NOWHERE:
                steps[end] = steps[vertex] + 1
                reached.append(end)
    return steps


STEPS: Final = bytes(  # VERTICES * one vertex + the other
    [count for vertex in range(VERTICES) for count in steps_from(vertex)]
)
