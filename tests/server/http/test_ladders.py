"""Ladders as JSON: what is counted, what is found at a path, and what is nobody's business."""

import json
from types import SimpleNamespace
from typing import Any

import pytest
from tests.server.contests.ladder.made import ladder_page as at
from tests.server.contests.ladder.made import make_ladder, result, season, user

from infoset_server.contests.ladder.calculation import TableCalculation
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.rating_worker import Calculated
from infoset_server.http.ladders import LadderPages
from infoset_server.http.routes import Router
from infoset_server.network.caller import Caller


def played(count: int = 60, **fields: Any) -> tuple[Ladder, dict[str, str]]:
    """A ladder on which four have played; and their entries by name."""
    ladder = make_ladder(**fields)
    names = {f"e{number}": f"bot{number}" for number in range(4)}
    ids = {
        old: ladder.register(user(name), name, "1", "bot", {"about": name}).id
        for old, name in names.items()
    }
    reckoning = TableCalculation(ladder.terms())
    for raw in season(count, 4, 2):
        one = result(raw.number, [ids[old] for old in raw.entries], raw.places, scores=(3.0, 1.0))
        ladder.count(one)
        reckoning.add(one)
    ladder.standings.publish(Calculated(tuple(reckoning.due()), reckoning.table()), count)
    return ladder, {name: ids[old] for old, name in names.items()}


def test_every_page_is_found_and_can_be_written() -> None:
    ladder, ids = played()
    for path in ("", "/open", "/open/crosstable", "/open/history", "/open/results"):
        assert json.dumps(at(f"/ladder{path}", ladder))
    assert json.dumps(at(f"/ladder/open/entry/{ids['bot1']}", ladder))


@pytest.mark.parametrize(
    "path", ["/other", "/open/secrets", "/open/entry", "/open/entry/e_x", "/open/results/1"]
)
def test_there_is_nothing_else(path: str) -> None:
    assert at(f"/ladder{path}", played()[0]) is None


def test_what_a_class_plays_is_not_shown() -> None:
    ladder, _ = played(classroom="c_1")
    assert at("/ladder", ladder) == {"ladders": []}
    assert at("/ladder/open", ladder) is None


def test_the_crosstable_adds_up() -> None:
    ladder, _ = played()
    table = at("/ladder/open/crosstable", ladder)
    assert table is not None
    cells = table["cells"]
    for one, row in enumerate(cells):
        for other, cell in enumerate(row):
            assert (cell is None) is (one == other)
            if cell is not None:
                assert cell == cells[other][one][::-1]
    assert sum(sum(cell) for row in cells for cell in row if cell) == 2 * 60


def test_differences_have_intervals_of_their_own_and_are_the_same_from_both_sides() -> None:
    ladder, _ = played()
    table = at("/ladder/open/crosstable", ladder)
    rows = at("/ladder/open", ladder)
    assert table is not None
    assert rows is not None
    margins = {row["entry"]: row["margin"] for row in rows["rows"]}
    found = table["differences"]
    for one, row in enumerate(found):
        for other, cell in enumerate(row):
            assert (cell is None) is (one == other)
            if cell is not None:
                back = found[other][one]
                assert (cell["points"], cell["margin"]) == (-back["points"], back["margin"])
                ends = (table["entries"][place]["entry"] for place in (one, other))
                assert cell["margin"] < sum(margins[entry] for entry in ends)
    first, second = rows["rows"][:2]
    assert first["next_margin"] == pytest.approx(found[0][1]["margin"], abs=0.6)
    assert "next_margin" not in rows["rows"][-1]
    assert (second["misfit"], 0 <= second["fit"] <= 1) == (False, True)


def test_everything_of_one_entry_adds_up() -> None:
    ladder, ids = played()
    mine = ids["bot2"]
    page = at(f"/ladder/open/entry/{mine}", ladder)
    assert page is not None
    games = page["games"]
    assert sum(seat["games"] for seat in page["seats"]) == games
    assert sum(seat["wins"] for seat in page["seats"]) == page["wins"]
    assert sum(met["games"] for met in page["opponents"]) == games
    assert len(page["results"]) == games
    assert page["results"][0]["at_ms"] > page["results"][-1]["at_ms"]
    assert page["conduct"] == {"decisions": 3 * games, "mean_ms": 10.0}
    assert page["info"] == {"about": "bot2"}
    points = page["history"]
    assert [point["outcomes"] for point in points] == [10, 20, 30, 40, 50, 60]
    assert points[-1]["rating"] == pytest.approx(page["rating"], abs=0.6)
    assert {seat["mean_score"] for seat in page["seats"]} <= {1.0, 3.0}


def test_the_table_says_how_sure_its_order_is() -> None:
    ladder, _ = played()
    page = at("/ladder/open", ladder)
    assert page is not None
    assert page["total"] == len(page["rows"]) == 4
    assert all(0 < row["above_next"] < 1 for row in page["rows"][:-1])
    assert "above_next" not in page["rows"][-1]
    assert len(page["seat_points"]["2"]) == 2


def test_a_ladder_that_is_not_there_is_told_as_json() -> None:
    known: Any = SimpleNamespace(ladders={})
    missing = Router(LadderPages(known).routes()).look("/ladder/open", Caller("127.0.0.1"))
    assert missing is not None
    assert (missing.status_code, json.loads(missing.body)) == (
        404,
        {"error": "no such ladder, entry or page"},
    )
