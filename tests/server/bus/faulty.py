"""Buses that do to messages what a network may do to them. Otherwise they are the embedded one."""

from collections.abc import Callable
from typing import TypeVar

from infoset_server.bus.embedded import EmbeddedBus
from infoset_server.bus.port import Form, Topic

T = TypeVar("T")


class WrittenBus(EmbeddedBus):
    """Every body becomes bytes and is read again, as between two processes."""

    def carry(self, form: Form[T], body: T) -> T:
        return form.read(form.write(body))


class LossyBus(EmbeddedBus):
    """Loses silently what `is_lost(n)` says of the n-th message, counted from 1. Nobody is told."""

    def __init__(self, is_lost: Callable[[int], bool]) -> None:
        super().__init__()
        self.published = 0
        self._is_lost = is_lost

    def publish(self, topic: Topic[T], subject: str, body: T) -> None:
        self.published += 1
        if not self._is_lost(self.published):
            super().publish(topic, subject, body)
