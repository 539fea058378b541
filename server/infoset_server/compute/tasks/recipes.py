"""Worlds as a job tells them: each its recipe, in plain values. Draws none."""

from collections.abc import Sequence
from typing import Any

from infoset_server.compute.worlds import Root, World


def pack_root(root: Root) -> dict[str, Any]:
    """A root as plain values."""
    return {
        "id": root.id,
        "view": root.view,
        "observation": root.observation,
        "stream": root.stream,
    }


def pack_worlds(worlds: Sequence[World]) -> dict[str, Any]:
    """Worlds as plain values, each root told once."""
    roots = list(dict.fromkeys(world.root for world in worlds))
    number = {root: i for i, root in enumerate(roots)}
    return {
        "roots": [pack_root(root) for root in roots],
        "worlds": [[world.ref, number[world.root], world.index, world.path] for world in worlds],
    }
