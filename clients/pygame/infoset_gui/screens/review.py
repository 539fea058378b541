"""Why a match ended as it did, beside its replay: what the server has worked out by now, and the way to each moment it tells of."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from pygame import Rect

from infoset.replaying.review import SIGMAS, chances, cost_of, of_kind
from infoset.wording import decimal, say
from infoset_gui.kit.listing import draw_list
from infoset_gui.kit.lists import BETWEEN, Bar, Button, Curve, Heading, Item, Listing, Note
from infoset_gui.kit.ui import Ui
from infoset_gui.stage import Stage
from infoset_protocol.messages import Review, ReviewPart

MOST: Final = 8  # decisions that are told of one seat
DIE: Final = "dice"


@dataclass(frozen=True)
class Moment:
    """Where one is in a replay, and how one comes elsewhere.

    `last` is the version of the end. `go` shows a version, or the last before it that is shown by itself: `lands` says which.
    """

    ver: int
    last: int
    go: Callable[[int], None]
    lands: Callable[[int], int]
    write: Callable[[Any], str]  # an action in words


class ReviewPane:
    """The review of one match. Asks the server for it while it is open."""

    def __init__(self, stage: Stage, match_id: str) -> None:
        self.is_open = False
        self._stage = stage
        self._match_id = match_id
        self._entries: list[dict[str, Any]] = []
        self._is_asking = False
        self._is_whole = False
        self._done = 0.0
        self._ahead = 0

    def toggle(self) -> None:
        """Opens it, or closes it."""
        self.is_open = not self.is_open
        self._ask()

    def _ask(self) -> None:
        if self._is_asking or self._is_whole or not self.is_open:
            return
        self._is_asking = True
        request = Review(replay=self._match_id, first=len(self._entries))
        self._stage.session.request(request, ReviewPart, self._take, self._failed)

    def _take(self, part: ReviewPart) -> None:
        self._is_asking = False
        self._entries += part.entries
        self._is_whole = not part.more
        self._done = part.done / part.total if part.total else 0.0
        self._ahead = part.ahead
        self._ask()

    def _failed(self, error: Exception) -> None:
        self._is_asking = self.is_open = False
        self._stage.session.complain(error)

    def draw(self, ui: Ui, rect: Rect, names: Sequence[str], moment: Moment) -> None:
        """The chances where one is, then what is known of the whole match."""
        listing = Listing(
            name="review",
            rows=list(self._rows(names, moment)),
            bars=[steps(self._entries, moment)],
            is_loading=not self._is_whole,
        )
        draw_list(ui, rect, listing)

    def _rows(self, names: Sequence[str], moment: Moment) -> Iterator[Item]:
        entries = self._entries
        if not self._is_whole:
            share = round(100 * self._done)
            working = say("window-replay-working", share=share)
            yield Note(say("review-waits", count=self._ahead) if self._ahead else working, 2)
        yield from chance_rows(entries, names, moment)
        yield from mistake_rows(entries, names, moment, is_whole=self._is_whole)
        yield from share_rows(entries, names)
        yield from dice_rows(entries)


Entry = Mapping[str, Any]


def blunders(entries: Sequence[Entry]) -> list[Entry]:
    """The decisions that surely cost something, given what the seat knew then; in the order of the match."""
    return sorted((one for one in of_kind(entries, "judged") if one["blunder"]), key=ver_of)


def ver_of(entry: Entry) -> int:
    """The version of the match that an entry is about."""
    return int(entry["ver"])


def steps(entries: Sequence[Entry], moment: Moment) -> Bar:
    """From one decision that cost something to the next, and back."""
    vers = sorted({moment.lands(ver_of(one)) for one in blunders(entries)})
    before = [ver for ver in vers if ver < moment.ver]
    after = [ver for ver in vers if ver > moment.ver]
    none = say("window-replay-no-error")
    back = Button(
        name="error before",
        label=say("tape-before"),
        press=partial(moment.go, before[-1] if before else 0),
        icon="left",
        tooltip=say("window-replay-error-before"),
        reason="" if before else none,
    )
    on = Button(
        name="error next",
        label=say("tape-next"),
        press=partial(moment.go, after[0] if after else 0),
        icon="forward",
        tooltip=say("window-replay-error-next"),
        reason="" if after else none,
    )
    return Bar(buttons=[back, on])


def chance_rows(entries: Sequence[Entry], names: Sequence[str], moment: Moment) -> Iterator[Item]:
    """The chances along the match, and here."""
    here = chances(entries, moment.ver)
    if here is None:
        return
    yield Heading(say("review-chances"))
    told = [chance_words(here, seat, name) for seat, name in enumerate(names)]
    curve, whole = of_kind(entries, "chances"), max(1, moment.last)
    lines = [
        [(point["ver"] / whole, point["win"][seat]) for point in curve]
        for seat in range(len(names))
    ]
    marks = []
    for one in blunders(entries):
        point = chances(entries, ver_of(one))
        if point is not None:
            marks.append((ver_of(one) / whole, point["win"][one["seat"]]))
    yield Curve(
        name="curve",
        label=", ".join(told),
        lines=lines,
        marks=marks,
        at=moment.ver / whole,
        go=lambda share: moment.go(round(share * whole)),
    )
    for seat, words in enumerate(told):
        yield Note(words, 2, seat=seat)


def chance_words(point: Entry, seat: int, name: str) -> str:
    """The chance of a seat to win at a point of the curve."""
    percent = round(100 * point["win"][seat])
    margin = round(100 * SIGMAS * point["errors"][seat])
    return say("window-replay-chance", name=name, percent=percent, margin=margin)


def mistake_rows(
    entries: Sequence[Entry], names: Sequence[str], moment: Moment, *, is_whole: bool
) -> Iterator[Item]:
    """What cost something, the dearest of each seat first; a press leads to the moment."""
    judged = of_kind(entries, "judged")
    if not judged:
        return
    yield Heading(say("review-costly"))
    for seat, name in enumerate(names):
        count = sum(one["seat"] == seat for one in judged)
        found = [one for one in blunders(judged) if one["seat"] == seat]
        if found:
            yield Note(say("review-costly-some", found=str(len(found)), count=count, name=name))
        elif is_whole:
            yield Note(say("review-costly-none", count=count, name=name))
        else:
            yield Note(say("review-costly-none-yet", count=count, name=name))
        for one in sorted(found, key=lambda one: -cost_of(one)["mean"])[:MOST]:
            ver, loss = ver_of(one), cost_of(one)
            cost = say("review-cost", worth=worth_words(loss["mean"], loss["error"], len(names)))
            played = say("review-played", action=moment.write(one["played"]))
            better = say("review-better", action=moment.write(one["better"]))
            yield Note(
                f"{ver}{BETWEEN}{cost}\n{played}\n{better}",
                2,
                seat=seat,
                name=f"error {one['decision']}",
                press=partial(moment.go, ver),
                is_on=moment.lands(ver) == moment.ver,
            )


def share_rows(entries: Sequence[Entry], names: Sequence[str]) -> Iterator[Item]:
    """What of it was luck, and what decisions lost."""
    rows, seats = of_kind(entries, "seat"), len(names)
    if rows:
        yield Heading(say("review-shares"))
    for row in rows:
        luck = worth_words(row["deal"] + row["play"], row["luck_error"], seats, sign=True)
        lost = worth_words(row["lost"], row["lost_error"], seats)
        words = f"{say('review-luck')}: {luck}\n{say('review-lost')}: {lost}"
        seat = int(row["seat"])
        yield Note(f"{names[seat]}\n{words}", 2, seat=seat)


def dice_rows(entries: Sequence[Entry]) -> Iterator[Item]:
    """How often the sums of two dice came, beside how often they were to be expected."""
    seen: dict[int, tuple[float, float]] = {}
    for table in of_kind(entries, "odds"):
        for (kind, *faces), came, expected in table["rows"]:
            if kind == DIE and len(faces) > 1:
                before = seen.get(sum(faces), (0.0, 0.0))
                seen[sum(faces)] = before[0] + came, before[1] + expected
    if not seen:
        return
    yield Heading(say("review-dice"))
    came, expected = say("review-came"), say("review-expected")
    for number, (times, usual) in sorted(seen.items()):
        yield Note(f"{number}: {came} {times:.0f}, {expected} {decimal(usual, 1)}", 2)


def worth_words(mean: float, error: float, seats: int, *, sign: bool = False) -> str:
    """A worth with its interval: among two seats a chance to win, among more places."""
    factor, digits = (100, 0) if seats == 2 else (seats - 1, 1)
    unit = say("review-unit-chance") if seats == 2 else say("review-unit-places")
    figures = (
        f"{decimal(factor * mean, digits, sign=sign)} ± {decimal(factor * SIGMAS * error, digits)}"
    )
    return say("review-worth", figures=figures, unit=unit)
