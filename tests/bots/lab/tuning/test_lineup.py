"""Who meets whom: equal deals for all candidates, fair seats, bots that the arena can read back."""

import json
from pathlib import Path
from typing import Any

import pytest

from infoset.errors import CommandError
from infoset_bots.lab.arena.plan import Entry
from infoset_bots.lab.arena.players import read_spec
from infoset_bots.lab.arena.record import Record, Thinking
from infoset_bots.lab.tuning.lineup import (
    Comparison,
    entry_of,
    rivals_of,
    seatings_of,
    spec_of,
    write_record,
)
from infoset_bots.lab.tuning.scoring import block_scores, check, match_score
from infoset_bots.lab.tuning.settings import Settings
from infoset_bots.lab.tuning.space import read_dimensions

ONE = [Entry("start", "random")]
TWO = [Entry("rival1", "random"), Entry("rival2", "heuristic")]


def settings(**changes: Any) -> Settings:
    values: dict[str, Any] = {
        "game": "catan",
        "rules": "catan/1.0",
        "bot": "minimax",
        "params": {"depth": 1, "modifiers": "a"},
        "record": {"x": 1, "flag": False},
        "dimensions": tuple(read_dimensions(["modifiers=+a+b", "weights.x=0.5..2"])),
        "seed": "s",
    }
    return Settings(**values | changes)


def test_a_bot_is_written_so_that_the_arena_reads_it_back() -> None:
    params = {"depth": 2, "wishful": True, "modifiers": "a+b", "none": "", "c": 0.25}
    read = read_spec(spec_of("minimax", params))
    assert (read.place, read.params) == ("minimax", params)
    assert spec_of("random", {}) == "random"


def test_a_value_with_a_comma_is_refused() -> None:
    with pytest.raises(CommandError, match="expected a value without commas"):
        spec_of("ismcts", {"rewards": [1, 0]})


def test_a_candidate_overlays_what_the_bot_starts_with(tmp_path: Path) -> None:
    values = {"modifiers+a": False, "modifiers+b": True, "weights.x": 1.5}
    read = read_spec(entry_of(settings(), tmp_path, "c3", values).spec)
    path = Path(read.params["weights"])
    assert read.params == {"depth": 1, "modifiers": "b", "weights": str(path)}
    assert json.loads(path.read_text()) == {"x": 1.5, "flag": False}
    assert path == tmp_path / "c3.json"


def test_a_folder_that_a_bot_could_not_be_given_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="expected a folder without any of"):
        write_record(tmp_path / "a,b" / "w.json", {})


def test_a_single_rival_gets_as_many_seats() -> None:
    seatings = seatings_of("c1", ONE, 4)
    assert len(set(seatings)) == len(seatings) == 6
    assert all(seating.count("c1") == 2 for seating in seatings)


def test_among_several_a_candidate_sits_once_on_every_seat() -> None:
    seatings = seatings_of("c1", TWO, 4)
    assert sorted(seating.index("c1") for seating in seatings) == [0, 1, 2, 3]
    assert all(seating.count("rival1") == 2 for seating in seatings)


def test_rivals_are_the_start_unless_others_are_named() -> None:
    start = Entry("start", "minimax")
    assert rivals_of(settings(), start) == [start]
    named = rivals_of(settings(against=("random", "heuristic")), start)
    assert [(entry.label, entry.spec) for entry in named] == [
        ("rival1", "random"),
        ("rival2", "heuristic"),
    ]


def test_all_candidates_play_the_same_deals_in_the_same_seats() -> None:
    comparison = Comparison(["c1", "c2"], ONE, 4, "s", 3)
    by_label: dict[str, list[tuple[str, tuple[str, ...]]]] = {"c1": [], "c2": []}
    for job in comparison.jobs():
        label = comparison.label_of(job.number)
        seats = tuple("x" if seat == label else seat for seat in job.seats)
        by_label[label].append((job.seed, seats))
    assert by_label["c1"] == by_label["c2"]
    assert comparison.matches == 36
    assert len({seed for seed, _ in by_label["c1"]}) == 3


def test_a_run_that_is_broken_off_has_compared_all_on_the_first_deals() -> None:
    comparison = Comparison(["c1", "c2"], ONE, 4, "s", 3)
    assert [job.deal for job in comparison.jobs()][:12] == [0] * 12


def test_only_what_is_missing_is_played() -> None:
    comparison = Comparison(["c1"], ONE, 4, "s", 1)
    assert [job.number for job in comparison.jobs(without=[0, 2, 3])] == [1, 4, 5]


# Scores.


def record(match: int, bots: list[str], places: list[int], **changes: Any) -> Record:
    zeros = [0] * len(bots)
    values: dict[str, Any] = {
        "match": match, "deal": match // 6, "seating": match % 6, "seed": "", "deal_hash": "",
        "bots": bots, "places": places, "scores": [], "returns": [], "reason": "finished",
        "ending": "finished", "plies": 1, "rounds": 1, "decisions": zeros, "misses": zeros,
        "illegal": zeros, "exceptions": zeros, "crashes": zeros, "thinking": Thinking(),
    }  # fmt: skip
    return Record(**values | changes)


def test_a_score_is_the_rank_points_of_ones_seats_less_those_of_the_others() -> None:
    table = record(0, ["c1", "s", "s", "c1"], [1, 2, 3, 4])
    assert match_score(table, "c1", "rank") == pytest.approx(0)
    table = record(0, ["c1", "c1", "s", "s"], [1, 2, 3, 4])
    assert match_score(table, "c1", "rank") == pytest.approx(2 / 3)


def test_wins_count_the_first_place_alone_and_shared_ones_in_parts() -> None:
    assert match_score(record(0, ["c1", "s"], [1, 2]), "c1", "wins") == 1
    assert match_score(record(0, ["c1", "s"], [1, 1]), "c1", "wins") == 0.5
    assert match_score(record(0, ["c1", "s"], [2, 1]), "c1", "wins") == 0


def test_blocks_are_averaged_by_candidate_and_deal() -> None:
    comparison = Comparison(["c1", "c2"], ONE, 2, "s", 2)
    records = []
    for job in comparison.jobs():
        label = comparison.label_of(job.number)
        is_first = (job.seats[0] == label) == (label == "c1")
        records.append(record(job.number, list(job.seats), [1, 2] if is_first else [2, 1],
                              deal=job.deal))  # fmt: skip
    assert block_scores(comparison, records, "wins") == {"c1": [1.0, 1.0], "c2": [0.0, 0.0]}


def test_a_match_that_went_wrong_stops_the_search(tmp_path: Path) -> None:
    check([record(0, ["c1", "s"], [1, 2])], tmp_path)
    for fault in ({"exceptions": [1, 0]}, {"crashes": [0, 1]}, {"reason": "error", "places": []}):
        with pytest.raises(CommandError, match="match 0 went wrong"):
            check([record(0, ["c1", "s"], **({"places": [1, 2]} | fault))], tmp_path)


def test_settings_come_back_from_their_file() -> None:
    made = settings(against=("random",), options={"target": 5}, is_genetic=True)
    assert Settings.from_json(made.to_json()) == made


@pytest.mark.parametrize("text", ["{", "{}", '{"format": 99}'])
def test_settings_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(CommandError, match=r"the (settings of the run cannot|run has format)"):
        Settings.from_json(text)
