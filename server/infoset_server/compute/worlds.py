"""Handles of worlds: opaque names, and what each world is made of.

A world is kept as its recipe: the observation it agrees with, the random stream and number it is
drawn by, and the actions taken in it since. That is small, goes to any worker process, needs nothing
of a game but `determinize`, and cannot hold more than its seat knows.
"""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any, Final

ROOT_BYTES: Final = 4096  # what an observation is counted as, once per request
WORLD_BYTES: Final = 256
PLY_BYTES: Final = 96

Joint = list[int]  # seat, action, seat, action, ...


@dataclass(frozen=True, eq=False)
class Root:
    """Where worlds are drawn: an observation in plain values, and the stream that draws them.

    `view` names the observation: requests of one seat at one moment share it.
    """

    id: str
    view: str
    observation: dict[str, Any]
    stream: str


@dataclass(frozen=True, slots=True, eq=False)
class World:
    """World number `index` of its root, after the joint actions of `path`."""

    ref: str
    root: Root
    index: int
    path: tuple[Joint, ...]
    epoch: int  # how many decisions of its seat were closed when it was drawn

    @property
    def size_bytes(self) -> int:
        """What it is counted as."""
        return WORLD_BYTES + PLY_BYTES * len(self.path)


@dataclass
class WorldStore:
    """The worlds of one seat in one session. The oldest make way when there are too many.

    `names` is a secret key that is different for every session, match and seat.
    """

    names: bytes
    max_count: int
    max_bytes: int
    ttl_s: float
    epoch: int = 0
    _worlds: OrderedDict[str, World] = field(default_factory=OrderedDict)
    _bytes: int = 0
    _named: int = 0
    _closed_s: dict[int, float] = field(default_factory=dict)  # when each epoch ended

    def __len__(self) -> int:
        return len(self._worlds)

    def fresh_ref(self) -> str:
        """A name nobody else can guess, and that tells nothing."""
        self._named += 1
        digest = hmac.digest(self.names, str(self._named).encode(), hashlib.sha256)
        return "w_" + urlsafe_b64encode(digest[:12]).decode()

    def add(
        self,
        ref: str,
        root: Root,
        index: int,
        path: tuple[Joint, ...] = (),
        epoch: int | None = None,
    ) -> World:
        """Keeps a world under a name of `fresh_ref`. `epoch` is that of the world it comes from."""
        world = World(ref, root, index, path, self.epoch if epoch is None else epoch)
        self._worlds[ref] = world
        self._bytes += world.size_bytes
        while len(self._worlds) > self.max_count or self._bytes > self.max_bytes:
            self._drop(next(iter(self._worlds)))
        return world

    def get(self, ref: str, now_s: float) -> World | None:
        """The world, unless it is gone."""
        self.expire(now_s)
        return self._worlds.get(ref)

    def release(self, refs: list[str] | None) -> None:
        """Forgets these worlds, or all."""
        for ref in list(self._worlds) if refs is None else refs:
            if ref in self._worlds:
                self._drop(ref)

    def close_epoch(self, now_s: float) -> None:
        """A decision is closed: what was drawn before it lives on for `ttl_s`."""
        self.expire(now_s)
        self._closed_s[self.epoch] = now_s
        self.epoch += 1

    def expire(self, now_s: float) -> None:
        """Forgets what has outlived its decision."""
        over = [epoch for epoch, at_s in self._closed_s.items() if now_s >= at_s + self.ttl_s]
        if over:
            for ref in [ref for ref, world in self._worlds.items() if world.epoch in over]:
                self._drop(ref)
            for epoch in over:
                del self._closed_s[epoch]

    def _drop(self, ref: str) -> None:
        self._bytes -= self._worlds.pop(ref).size_bytes
