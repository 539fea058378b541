"""Turns to win, points over rounds, dice: the figures, by hand and on real runs."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from infoset.errors import CommandError
from infoset_bots.lab.statistics.island import IslandTale, SeatTale
from infoset_bots.lab.statistics.island_sums import MEASURES, WAYS, judge_dice
from infoset_bots.lab.statistics.results import series_json
from infoset_bots.lab.statistics.series import analyse, turns_to_win
from infoset_bots.lab.statistics.sources import Played, Source, read_source
from infoset_bots.lab.statistics.tale import Tale
from infoset_bots.lab.statistics.text import ROBBER, TRADES, series_text
from infoset_games.catan.cards import RESOURCE_NAMES

MakePlayed = Callable[..., Played]


def series_of(*matches: Played) -> Source:
    labels = dict.fromkeys(bot for match in matches for bot in match.record.bots)
    return Source("catan", tuple(labels), by_deal=False, matches=matches)


def tale_of(points: list[list[float]], turns: list[int]) -> Tale:
    return Tale(len(points) - 1, points, turns, [10] * len(turns), [40] * len(turns))


def test_turns_to_win_are_the_rounds_of_winners_and_extrapolated_for_all_others(
    make_played: MakePlayed,
) -> None:
    match = make_played(["a", "b", "c"], scores=[10.0, 5.0, 0.0], places=[1, 2, 3], rounds=20)
    assert turns_to_win(match, 0) == 20
    assert turns_to_win(match, 1) == 40  # 20 rounds / 5 points * 10
    assert turns_to_win(match, 2) is None  # without a point nothing can be told
    assert turns_to_win(make_played(["a"], target=None), 0) is None
    assert turns_to_win(make_played(["a"], rounds=None), 0) is None


def test_rows_say_how_many_were_extrapolated(make_played: MakePlayed) -> None:
    first = make_played(["a", "b"], scores=[10.0, 5.0], rounds=20)
    second = make_played(["a", "b"], match=1, deal=1, scores=[8.0, 10.0], places=[2, 1], rounds=40)
    rows = {row.bot: row for row in analyse(series_of(first, second)).bots}
    assert (rows["a"].reached, rows["a"].extrapolated) == (1, 1)
    turns = rows["a"].turns_to_win
    assert turns is not None
    assert turns.mean == (20 + 50) / 2
    assert rows["a"].turn_ms is None  # no replay: nobody knows how many turns there were


def test_a_turn_takes_the_time_of_all_its_decisions(make_played: MakePlayed) -> None:
    tale = tale_of([[2.0, 2.0], [10.0, 4.0]], [5, 4])
    rows = {row.bot: row for row in analyse(series_of(make_played(["a", "b"], tale=tale))).bots}
    assert rows["a"].turn_ms == 8.0  # 10 decisions of 4 ms in 5 turns
    assert rows["b"].turn_ms == 10.0


def test_shared_wins_count_in_parts_and_the_best_row_is_no_text(make_played: MakePlayed) -> None:
    tie = make_played(["a", "b"], scores=[7.0, 7.0], places=[1, 1])
    won = make_played(["a", "b"], match=1, deal=1)
    rows = {row.bot: row for row in analyse(series_of(tie, won)).summary.bots}
    assert (rows["a"].share.mean, rows["b"].share.mean) == (0.75, 0.25)


def test_a_match_that_is_over_counts_on_with_its_last_points(make_played: MakePlayed) -> None:
    short = make_played(["a", "b"], tale=tale_of([[2.0, 2.0], [10.0, 3.0]], [1, 1]))
    long = make_played(
        ["a", "b"], match=1, deal=1, tale=tale_of([[2.0, 2.0], [3.0, 3.0], [4.0, 10.0]], [2, 2])
    )
    curves = {curve.bot: curve for curve in analyse(series_of(short, long)).curves}
    assert [estimate.mean for estimate in curves["a"].points] == [2.0, 6.5, 7.0]
    assert curves["a"].running == [2, 2, 1]


def test_points_match_by_match_are_means_over_a_bots_seats(make_played: MakePlayed) -> None:
    first = make_played(["a", "a", "b"], scores=[10.0, 4.0, 2.0], places=[1, 2, 3])
    second = make_played(["c", "c", "b"], match=1, deal=1)
    ledgers = {one.bot: one.points for one in analyse(series_of(first, second)).ledgers}
    assert ledgers == {"a": [7.0, None], "b": [2.0, 2.0], "c": [None, 6.0]}


def test_aborted_matches_are_left_out(make_played: MakePlayed) -> None:
    series = analyse(
        series_of(make_played(["a", "b"]), make_played(["a", "b"], match=1, places=[]))
    )
    assert (series.matches, series.summary.not_counted) == (1, 1)


def test_dice_are_tested_where_there_are_enough_of_them() -> None:
    fair = judge_dice([10 * ways for ways in WAYS])
    assert fair.p == pytest.approx(1.0)
    assert fair.expected == [10.0 * ways for ways in WAYS]
    loaded = judge_dice([100, *[10] * 10])
    assert loaded.p is not None
    assert loaded.p < 0.001
    assert judge_dice([1] * 11).p is None


def test_the_dice_of_a_deal_count_once_however_often_it_is_played(make_played: MakePlayed) -> None:
    def rolled(match: int, deal: int, sevens: int) -> Played:
        island = IslandTale([0, 0, 0, 0, 0, sevens, 0, 0, 0, 0, 0], 1, [SeatTale()])
        tale = replace(tale_of([[0.0]], [1]), island=island)
        return make_played(["a"], match=match, deal=deal, tale=tale)

    source = series_of(rolled(0, 0, 4), rolled(1, 0, 5), rolled(2, 1, 7))
    counted = [analyse(replace(source, by_deal=by_deal)).island for by_deal in (True, False)]
    assert [found.dice.observed[5] for found in counted if found is not None] == [11, 16]


def test_every_measure_stands_in_a_table() -> None:
    assert {*RESOURCE_NAMES, *ROBBER, *TRADES} == {*MEASURES}


# Real runs.


def test_a_run_of_catan_has_every_figure(islands: Path) -> None:
    series = analyse(read_source([islands]))
    assert (series.matches, series.told, series.target) == (3, 3, 3)
    text = series_text(series)
    for part in ("turns to win", "extrapolated", "expected", "blocked", "longest road"):
        assert part in text
    assert series.island is not None
    assert len(series.island.bots) == 2
    assert series_json(series) == series_json(analyse(read_source([islands])))


def test_replays_alone_give_the_same_figures_but_for_time(islands: Path) -> None:
    whole, replays = (analyse(read_source([path])) for path in (islands, islands / "matches"))
    assert replays.island == whole.island
    assert [row.turns_to_win for row in replays.bots] == [row.turns_to_win for row in whole.bots]
    assert [row.share for row in replays.summary.bots] == [row.share for row in whole.summary.bots]


def test_other_games_have_the_general_figures(colonies: Path) -> None:
    series = analyse(read_source([colonies]))
    assert (series.by_deal, series.island, series.target) == (True, None, None)
    assert series.curves[0].points[0].mean == 0.0
    assert all(row.turns_to_win is None and row.turn_ms is not None for row in series.bots)
    assert "turns to win:" not in series_text(series)


def test_what_is_no_series_is_refused(tmp_path: Path, islands: Path, colonies: Path) -> None:
    replay, other = islands / "matches" / "0.jsonl", colonies / "matches" / "0.jsonl"
    unfinished = tmp_path / "unfinished.jsonl"
    unfinished.write_text("".join(replay.read_text().splitlines(keepends=True)[:5]))
    for paths, reason in (
        ([tmp_path / "nowhere"], "there is no such file"),
        ([tmp_path / "empty"], "neither a run of the arena nor replays"),
        ([replay, other], "expected replays of one game, got catan, colonizers"),
        ([unfinished], "the match is not over"),
        ([islands, replay], "a run of the arena is looked at alone"),
    ):
        (tmp_path / "empty").mkdir(exist_ok=True)
        with pytest.raises(CommandError, match=reason):
            read_source(paths)
