"""What a ply tells (`Event`), cut to what each audience may know. Knows no rules. Compiled."""

from collections.abc import Iterable, Sequence

from mypy_extensions import mypyc_attr

from infoset_games.core import Json

Views = dict[int | None, list[dict[str, Json]]]


@mypyc_attr(allow_interpreted_subclasses=True)
class Event:
    """Something that happened in a ply, with its audiences.

    `facts` are for everybody. `secrets` are for the seats in `seen_by`; everybody else gets the same
    keys with every number replaced by -1, so that the shape tells nothing. An event keeps what it
    is given: change it no more.
    """

    def __init__(
        self,
        kind: str,
        facts: dict[str, Json],
        secrets: dict[str, Json] | None = None,
        seen_by: Iterable[int] = (),
    ) -> None:
        self.kind = kind
        self.facts = facts
        self.secrets: dict[str, Json] = {} if secrets is None else secrets
        self.seen_by = frozenset(seen_by)

    def view(self, seat: int | None) -> dict[str, Json]:
        """The event as `seat` may know it, as plain wire values (None = an uninvolved spectator)."""
        shown: dict[str, Json] = {"e": self.kind, **self.facts}
        if seat is not None and seat in self.seen_by:
            shown.update(self.secrets)
        else:
            for name, value in self.secrets.items():
                shown[name] = mask(value)
        return shown


def views_of(events: Sequence[Event], seats: int) -> Views:
    """The events as each seat, and a spectator (None), may know them. Equal views are one object."""
    public = [event.view(None) for event in events]
    views: Views = {None: public}
    has_part = any(event.seen_by for event in events)
    for seat in range(seats):
        views[seat] = _view_of(events, seat, public) if has_part else public
    return views


def _view_of(
    events: Sequence[Event], seat: int, public: list[dict[str, Json]]
) -> list[dict[str, Json]]:
    """The events as `seat` may know them: those it has no part in are the public ones."""
    shown = public
    for place, event in enumerate(events):
        if seat in event.seen_by:
            if shown is public:
                shown = public.copy()
            shown[place] = event.view(seat)
    return shown


def mask(value: Json) -> Json:
    """The shape of `value` with every number hidden."""
    if isinstance(value, list):
        return [mask(item) for item in value]
    return -1
