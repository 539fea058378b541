"""Which case a client plays next. Knows no connections."""

from collections.abc import Callable
from typing import Final

from infoset.conformance.cases import Role
from infoset.conformance.chapters import Chapter
from infoset.conformance.findings import Outcome


class Programme:
    """The cases of one run of the client, in order. Endless ones make a plain mock server."""

    def __init__(
        self, outcomes: list[Outcome], more: Callable[[str | None], Outcome | None] | None = None
    ):
        """`more` makes another outcome for a game when those given are used up."""
        self.outcomes: Final = outcomes
        self._more = more

    @property
    def is_done(self) -> bool:
        """Has every case been played, or been given up?"""
        return all(outcome.is_over or outcome.misses for outcome in self.outcomes)

    @property
    def current(self) -> Outcome | None:
        """The case that is being played, or else the next one: to blame for what goes wrong now."""
        waiting = [outcome for outcome in self.outcomes if not outcome.is_over]
        return next((o for o in waiting if o.has_begun), waiting[0] if waiting else None)

    def next(self, role: Role, game: str | None) -> Outcome | None:
        """The next case that this client can play: None where there is none."""
        waiting = [o for o in self.outcomes if not o.has_begun and o.case.role == role]
        fitting = [o for o in waiting if game in (None, o.case.game)]
        if fitting:
            return fitting[0]
        if waiting:
            waiting[0].miss(
                f"it sought {game}",
                f"{waiting[0].case.game}, which is what INFOSET_GAME and {{game}} say",
                Chapter.RUN,
            )
        return None if self._more is None or role != "player" else self._more(game)
