"""Reviews for a server: what its worker is asked for, found by the entry point `infoset.reviews`. Keeps the last match."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from infoset_bots.lab.reviewing.budget import choose_settings
from infoset_bots.lab.reviewing.match_review import Entry, MatchReview, ReviewSettings


class Reviewer:
    """Works out reviews piece by piece."""

    def __init__(self) -> None:
        self._about: tuple[Sequence[str], dict[str, Any]] | None = None
        self._open: MatchReview | None = None

    def plan(self, lines: Sequence[str], seed: str, budget_s: float) -> tuple[dict[str, Any], int]:
        """Settings that take about `budget_s` of this processor, and the number of pieces.

        Raises ValueError for a match that cannot be reviewed.
        """
        settings = asdict(choose_settings(lines, seed, budget_s))
        return settings, self.pieces(lines, settings)

    def pieces(self, lines: Sequence[str], settings: dict[str, Any]) -> int:
        """How many there are. Raises ValueError as `plan`."""
        return len(self._review(lines, settings).pieces)

    def piece(
        self, lines: Sequence[str], settings: dict[str, Any], number: int, before: Sequence[Entry]
    ) -> list[Entry]:
        """The entries of a piece, where `before` are those of all pieces before it. Equal calls, equal answers."""
        return self._review(lines, settings).do(number, before)

    def _review(self, lines: Sequence[str], settings: dict[str, Any]) -> MatchReview:
        if self._open is None or self._about != (lines, settings):
            self._open = MatchReview(lines, ReviewSettings.of(settings))
            self._about = lines, settings
        return self._open
