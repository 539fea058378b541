"""The window asks for a review piece by piece, and tells what its entries say."""

from collections.abc import Callable, Iterable
from typing import Any, cast

from infoset_gui.kit.lists import Curve, Item, Note
from infoset_gui.screens.review import (
    Moment,
    ReviewPane,
    chance_rows,
    dice_rows,
    mistake_rows,
    share_rows,
    steps,
    worth_words,
)
from infoset_gui.stage import Stage
from infoset_protocol.messages import Review, ReviewPart

NAMES = ("ann", "bob", "cat", "dan")
ENTRIES: list[dict[str, Any]] = [
    {"kind": "head"},
    {"kind": "chances", "ver": 2, "win": [0.25] * 4, "errors": [0.02] * 4},
    {"kind": "chances", "ver": 9, "win": [1.0, 0.0, 0.0, 0.0], "errors": [0.0] * 4},
    *(
        {
            "kind": "judged",
            "ver": ver,
            "seat": 1,
            "decision": ver,
            "played": ["end"],
            "better": ["road", ver],
            "loss": {"mean": mean, "error": 0.05},
            "blunder": mean > 0.1,
        }
        for ver, mean in ((3, 0.2), (5, 0.4), (7, 0.01))
    ),
    {
        "kind": "odds",
        "rows": [[["dice", 1, 3], 2, 1.5], [["dice", 2, 2], 1, 1.5], [["stolen", 1], 1, 1]],
    },
    {
        "kind": "seat",
        "seat": 1,
        "lost": 0.6,
        "lost_error": 0.05,
        "deal": -0.1,
        "play": -0.2,
        "luck_error": 0.05,
    },
]


class Server:
    """Stands for the session of a stage: keeps what is asked, answers when the test says so."""

    def __init__(self) -> None:
        self.session = self
        self.asked: list[Review] = []
        self.complaints: list[Exception] = []
        self._answer: Callable[[ReviewPart], None]
        self._refuse: Callable[[Exception], None]

    def request(
        self,
        message: Review,
        kind: type[ReviewPart],
        done: Callable[[ReviewPart], None],
        failed: Callable[[Exception], None],
    ) -> None:
        self.asked.append(message)
        self._answer, self._refuse = done, failed

    def complain(self, error: Exception) -> None:
        self.complaints.append(error)

    def tell(self, count: int, *, more: bool) -> None:
        """So many entries more."""
        entries: list[dict[str, Any]] = [{"kind": "chances"}] * count
        part = ReviewPart(replay="m_1", entries=entries, done=1, total=4, more=more)
        self._answer(part)

    def refuse(self) -> None:
        """A refusal."""
        self._refuse(RuntimeError("no"))


def opened() -> tuple[Server, ReviewPane]:
    server = Server()
    pane = ReviewPane(cast(Stage, server), "m_1")
    assert not server.asked
    pane.toggle()
    return server, pane


def firsts(server: Server) -> list[int]:
    return [one.first for one in server.asked]


def test_it_asks_on_with_as_many_entries_as_it_has_until_there_are_no_more() -> None:
    server, pane = opened()
    server.tell(3, more=True)
    server.tell(2, more=True)
    assert firsts(server) == [0, 3, 5]
    server.tell(1, more=False)
    pane.toggle()
    pane.toggle()
    assert firsts(server) == [0, 3, 5]


def test_closed_it_asks_no_more_and_opened_again_it_goes_on() -> None:
    server, pane = opened()
    pane.toggle()
    server.tell(3, more=True)
    assert firsts(server) == [0]
    pane.toggle()
    assert firsts(server) == [0, 3]


def test_a_refusal_is_told_and_closes_it() -> None:
    server, pane = opened()
    server.refuse()
    assert [str(one) for one in server.complaints] == ["no"]
    assert not pane.is_open


def moment(ver: int, gone: list[int] | None = None) -> Moment:
    """Where one is; frames are shown for every second version."""
    places = [] if gone is None else gone
    return Moment(
        ver, 10, places.append, lambda one: one - one % 2, lambda action: " ".join(map(str, action))
    )


def test_a_worth_is_places_among_several_and_a_chance_to_win_among_two() -> None:
    assert worth_words(0.5, 0.05, 4) == "1.5 ± 0.3 places"
    assert worth_words(-0.5, 0.05, 4, sign=True) == "\N{MINUS SIGN}1.5 ± 0.3 places"
    assert worth_words(0.125, 0.02, 2, sign=True) == "+12 ± 4 % chance to win"


def notes(rows: Iterable[Item]) -> list[Note]:
    return [row for row in rows if isinstance(row, Note)]


def test_what_cost_most_comes_first_with_what_would_have_been_better_and_leads_there() -> None:
    gone: list[int] = []
    rows = notes(mistake_rows(ENTRIES, NAMES, moment(0, gone), is_whole=True))
    told = [row for row in rows if row.press is not None]
    assert [row.name for row in told] == ["error 5", "error 3"]
    assert told[0].text == "5  ·  cost 1.2 ± 0.3 places\nPlayed: end\nBetter: road 5"
    for row in told:
        assert row.press is not None
        row.press()
    assert gone == [5, 3]
    texts = [row.text for row in rows if row.press is None]
    assert texts[0] == "None of 0 decisions, given what ann knew then."
    assert texts[1] == "2 of 3 decisions, given what bob knew then."


def test_the_buttons_lead_to_the_versions_that_are_shown_for_the_errors() -> None:
    gone: list[int] = []
    before, after = steps(ENTRIES, moment(2, gone)).buttons
    assert before.reason, "one is at the first of them"
    assert not after.reason
    after.press()
    assert gone == [4]
    before, after = steps(ENTRIES, moment(8)).buttons
    assert (bool(before.reason), bool(after.reason)) == (False, True)


def test_throws_are_counted_by_their_sum() -> None:
    assert [row.text for row in notes(dice_rows(ENTRIES))] == ["4: Came 3, Expected 3.0"]


def test_luck_and_decisions_stand_apart() -> None:
    (row,) = notes(share_rows(ENTRIES, NAMES))
    assert row.text == "bob\nLuck: \N{MINUS SIGN}0.9 ± 0.3 places\nLost: 1.8 ± 0.3 places"
    assert row.seat == 1


def test_the_curve_has_a_line_for_each_seat_and_a_mark_for_each_error() -> None:
    gone: list[int] = []
    rows = list(chance_rows(ENTRIES, NAMES, moment(5, gone)))
    (curve,) = [row for row in rows if isinstance(row, Curve)]
    assert curve.lines[0] == [(0.2, 0.25), (0.9, 1.0)]
    assert curve.marks == [(0.3, 0.25), (0.5, 0.25)]
    assert curve.at == 0.5
    curve.go(0.7)
    assert gone == [7]
    assert notes(rows)[0].text == "ann: 25 ± 4 % to win"
    assert list(chance_rows(ENTRIES[:1], NAMES, moment(5))) == []
