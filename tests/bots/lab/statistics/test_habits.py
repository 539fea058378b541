"""Openings, time and places, counted a second time from the lines of the replays themselves."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.bots.runs import call

from infoset_bots.lab.arena.intervals import share_interval
from infoset_bots.lab.statistics.choices import ChoiceTeller, KindTime, SeatChoices
from infoset_bots.lab.statistics.command import command
from infoset_bots.lab.statistics.habits import MOST_OPENINGS, habits
from infoset_bots.lab.statistics.series import Series, analyse
from infoset_bots.lab.statistics.sources import Played, read_source
from infoset_bots.lab.statistics.tale import Tale
from infoset_games.decision import Choice
from infoset_games.match import Match
from infoset_games.terms import Terms
from infoset_games.testing.toys.ambush import Ambush

MakePlayed = Callable[..., Played]

ANCHORS = {  # by verb of Catan
    **dict.fromkeys(("place_settlement", "settlement", "city"), "node"),
    **dict.fromkeys(("place_road", "road", "free_road"), "edge"),
    "move_robber": "hex",
}


def written(run: Path) -> Iterator[tuple[list[str], list[int], list[dict[str, Any]]]]:
    """Each match of a run as its lines have it: bots and places by seat, the steps."""
    for file in sorted((run / "matches").glob("*.jsonl")):
        head, *steps, last = [json.loads(line) for line in file.read_text().splitlines()]
        yield [player["name"] for player in head["players"]], last["places"], steps


def own(steps: list[dict[str, Any]], seat: int) -> list[list[Any]]:
    """The actions that a seat chose itself."""
    return [step["a"] for step in steps if step["step"] == "act" and step["seat"] == seat]


@pytest.fixture(scope="module")
def series(islands: Path) -> Series:
    return analyse(read_source([islands]), opening=2)


def test_openings_are_the_first_actions_of_seats(islands: Path, series: Series) -> None:
    counted: Counter[tuple[str, ...]] = Counter()
    won: defaultdict[tuple[str, ...], float] = defaultdict(float)
    for bots, places, steps in written(islands):
        for seat, bot in enumerate(bots):
            first = [json.dumps(one, separators=(",", ":")) for one in own(steps, seat)[:2]]
            counted[bot, *first] += 1
            won[bot, *first] += (places[seat] == 1) / places.count(1)
    rows = {(row.bot, *row.actions): row for row in series.habits.openings}
    assert {key: row.seats for key, row in rows.items()} == counted
    for key, row in rows.items():
        assert row.win.mean == pytest.approx(won[key] / counted[key])
        assert "place_settlement" in row.actions[0]
        assert "place_road" in row.actions[1]


def test_what_actions_pointed_at_is_counted(islands: Path, series: Series) -> None:
    counted: Counter[tuple[str, str, str]] = Counter()
    for bots, _, steps in written(islands):
        for seat, bot in enumerate(bots):
            for verb, *arguments in own(steps, seat):
                if verb in ANCHORS:
                    counted[bot, verb, f"{ANCHORS[verb]}:{arguments[0]}"] += 1
    rows = {(row.bot, row.verb, row.anchor): row.count for row in series.habits.targets}
    assert rows == counted
    assert {anchor for _, _, anchor in rows} <= set(series.spots)


def test_the_time_of_all_kinds_is_the_time_of_all_decisions(islands: Path, series: Series) -> None:
    decisions: Counter[str] = Counter()
    spent_ms: Counter[str] = Counter()
    for bots, _, steps in written(islands):
        for step in steps:
            if step["step"] in ("act", "miss"):
                decisions[bots[step["seat"]]] += 1
                spent_ms[bots[step["seat"]]] += step.get("ms", 0)
    for bot in decisions:
        kinds = [row for row in series.habits.kinds if row.bot == bot]
        assert sum(row.decisions for row in kinds) == decisions[bot]
        assert sum(row.mean_ms * row.decisions for row in kinds) == pytest.approx(spent_ms[bot])
        assert sum(row.share for row in kinds) == pytest.approx(1 if spent_ms[bot] else 0)
    assert {"main", "roll", "place_road"} <= {row.kind for row in series.habits.kinds}


def told(match: Played, choices: list[SeatChoices]) -> Played:
    seats = len(choices)
    zeros = [0] * seats
    tale = Tale(1, [], zeros, zeros, zeros, choices=choices)
    return Played(match.record, tale, match.target)


def test_rare_openings_count_together_and_matches_of_a_deal_once(make_played: MakePlayed) -> None:
    matches = [
        told(
            make_played(["a", "b"], match=n, deal=n // 2, places=[1 + n % 2, 2 - n % 2]),
            [SeatChoices([f"[{max(0, n - 9)}]"]), SeatChoices()],
        )
        for n in range(10 + MOST_OPENINGS)
    ]
    rows = habits(["a", "b"], matches, opening=1, by_deal=True).openings
    assert [row.seats for row in rows] == [10, *[1] * (MOST_OPENINGS - 1), 1]
    assert (rows[0].actions, rows[-1].actions) == (["[0]"], [])
    assert rows[0].win == share_interval([0.5] * 5)
    assert rows[0].win.units == 5


def test_time_is_shown_where_most_of_it_went(make_played: MakePlayed) -> None:
    seat = SeatChoices(kinds={"roll": KindTime(10, 10, 3), "main": KindTime(2, 30, 20)})
    rows = habits(["a"], [told(make_played(["a"]), [seat])], opening=1, by_deal=False).kinds
    assert [(row.kind, row.mean_ms, row.max_ms, row.share) for row in rows] == [
        ("main", 15.0, 20, 0.75),
        ("roll", 1.0, 3, 0.25),
    ]


def test_of_a_choice_that_was_made_anew_the_last_one_counts() -> None:
    game = Ambush()
    match = Match(game, Terms(), "anew")
    match.start(0)
    teller = ChoiceTeller(game)
    for index, replace in ((0, False), (1, True)):
        before = match.state
        match.submit(0, 1, Choice(index=index), 5, replace=replace)
        teller.hear(match.steps[-1], before)
    (seat, *_) = teller.seats()
    last = game.write_action(match.state, 0, match.state.legal(0).item(1))
    assert seat.opening == [json.dumps(last, separators=(",", ":"))]
    assert [time.decisions for time in seat.kinds.values()] == [1]


def test_the_length_of_an_opening_can_be_chosen(
    islands: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(command, str(islands), "--opening", "4", "--json") == 0
    openings = json.loads(capsys.readouterr().out)["habits"]["openings"]
    assert {len(row["actions"]) for row in openings} == {4}
    with pytest.raises(SystemExit):
        call(command, str(islands), "--opening", "9")
    assert "expected 1 to 8" in capsys.readouterr().err
