"""Which numbers of a request are still to be done, where slices of it are done side by side."""

from typing import TypeAlias

Span: TypeAlias = tuple[int, int]  # from this number to the one before that


class Undone:
    """The numbers from 0 to `total` that nobody has done yet, in order."""

    def __init__(self, total: int) -> None:
        self._spans: list[Span] = [(0, total)] if total else []

    @property
    def left(self) -> int:
        """How many there are."""
        return sum(end - start for start, end in self._spans)

    @property
    def first(self) -> Span:
        """The first numbers without a gap between them."""
        return self._spans[0]

    def parts(self, most: int, size: int) -> list[Span]:
        """The first numbers as at most so many spans of at most this size."""
        parts: list[Span] = []
        for start, end in self._spans:
            for begin in range(start, end, size):
                if len(parts) == most:
                    return parts
                parts.append((begin, min(begin + size, end)))
        return parts

    def strike(self, start: int, end: int) -> None:
        """These are done."""
        spans: list[Span] = []
        for low, high in self._spans:
            spans += [(low, min(high, start)), (max(low, end), high)]
        self._spans = [(low, high) for low, high in spans if low < high]
