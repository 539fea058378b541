"""A search tree as parallel vectors: a node is a number, the root is 0. Compiled; knows no rules."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

ROOT: Final = 0
NONE: Final = -1


@final
class Tree:
    """Nodes with the statistics of the action that leads to each.

    `owner` is the seat that took the action, `key` what it means. `visits` counts how often it was
    taken, `available` how often it could have been, `total` sums the owner's rewards; `seen` is a mark
    for who walks over the children. The children of a node are a chain in the order they were made:
    `first`, then `sibling`.
    """

    def __init__(self) -> None:
        self.size: i64 = 0
        self.owner = vec[i64]()
        self.key = vec[i64]()
        self.visits = vec[i64]()
        self.available = vec[i64]()
        self.total = vec[float]()
        self.seen = vec[i64]()
        self.first = vec[i64]()
        self.last = vec[i64]()
        self.sibling = vec[i64]()
        self.new_node(NONE, NONE)

    def new_node(self, owner: i64, key: i64) -> i64:
        node = self.size
        self.owner = append(self.owner, owner)
        self.key = append(self.key, key)
        self.visits = append(self.visits, 0)
        self.available = append(self.available, 0)
        self.total = append(self.total, 0.0)
        self.seen = append(self.seen, 0)
        self.first = append(self.first, NONE)
        self.last = append(self.last, NONE)
        self.sibling = append(self.sibling, NONE)
        self.size = node + 1
        return node

    def find(self, parent: i64, owner: i64, key: i64) -> i64:
        """The child of `parent` for this action, or NONE."""
        child = self.first[parent]
        while child != NONE:
            if self.key[child] == key and self.owner[child] == owner:
                return child
            child = self.sibling[child]
        return NONE

    def add(self, parent: i64, owner: i64, key: i64) -> i64:
        """A new last child of `parent`."""
        child = self.new_node(owner, key)
        if self.first[parent] == NONE:
            self.first[parent] = child
        else:
            self.sibling[self.last[parent]] = child
        self.last[parent] = child
        return child

    def find_or_add(self, parent: i64, owner: i64, key: i64) -> i64:
        child = self.find(parent, owner, key)
        return self.add(parent, owner, key) if child == NONE else child

    def mean(self, node: i64) -> float:
        """The mean reward of a node that was visited."""
        return self.total[node] / float(self.visits[node])
