"""`infoset stats`: tables, JSON, figures; equal series give equal files."""

import json
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from tests.bots.runs import call

from infoset import extras
from infoset.errors import CommandError, MissingExtraError
from infoset_bots.lab.arena import progress
from infoset_bots.lab.pools.here import HerePool
from infoset_bots.lab.pools.port import Job, Outcome, Task
from infoset_bots.lab.statistics import sources
from infoset_bots.lab.statistics.command import command

PNG = b"\x89PNG"
FIGURES = (
    *("points_over_rounds", "points_by_match", "dice"),
    *("places_edge", "places_hex", "places_node"),
)


def test_tables_are_written_as_text(islands: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(command, str(islands)) == 0
    out = capsys.readouterr().out
    assert out.startswith("3 matches on 3 deals\n")
    assert "fell" in out


def test_the_same_is_had_as_json(islands: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(command, str(islands), "--json") == 0
    plain = json.loads(capsys.readouterr().out)
    assert (plain["format"], plain["game"], plain["matches"]) == (1, "catan", 3)
    assert sum(plain["island"]["dice"]["observed"]) > 0


def test_a_series_is_read_by_processes_with_the_same_figures(
    colonies: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for source in (str(colonies), str(colonies / "matches")):
        said = []
        for processes in ("0", "2"):
            assert call(command, source, "--json", "--processes", processes) == 0
            said.append(capsys.readouterr().out)
        assert said[0] == said[1]


@pytest.mark.parametrize("few", [1, 100])
def test_many_replays_are_read_on_every_core(
    few: int, colonies: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is a job of its own. A few are read sooner than processes start."""
    asked: list[int] = []

    class Spy(HerePool):
        def run(self, task: Task, jobs: Iterator[Job]) -> Generator[list[Outcome], None, None]:
            given = list(jobs)
            asked.append(len(given))
            yield from super().run(task, iter(given))

    monkeypatch.setattr(sources, "FEW", few)
    monkeypatch.setattr(sources, "local_pool", lambda processes: Spy())
    assert call(command, str(colonies)) == 0
    assert asked == ([6] if few == 1 else [])


def test_it_is_said_how_far_it_has_come(
    colonies: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "FIRST_LINE_S", 0)
    assert call(command, str(colonies)) == 0
    assert "/6 matches" in capsys.readouterr().err


def test_figures_are_drawn_and_repeat(
    islands: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        assert call(command, str(islands), "--plots", str(folder)) == 0
    names = {f"{name}.{kind}" for name in FIGURES for kind in ("png", "svg")}
    assert {file.name for file in folders[0].iterdir()} == names | {"series.json", "series.txt"}
    assert (folders[0] / "dice.png").read_bytes().startswith(PNG)
    for name in names:
        assert (folders[0] / name).read_bytes() == (folders[1] / name).read_bytes()
    assert "dice.svg" in capsys.readouterr().err


def test_places_that_lie_nowhere_are_drawn_in_a_row(colonies: Path, tmp_path: Path) -> None:
    assert call(command, str(colonies), "--plots", str(tmp_path)) == 0
    drawn = {file.name for file in tmp_path.glob("places_*.svg")}
    assert drawn == {"places_colonist.svg", "places_module.svg"}


def test_one_replay_has_its_curve_but_no_sums(islands: Path, tmp_path: Path) -> None:
    assert call(command, str(islands / "matches" / "1.jsonl"), "--plots", str(tmp_path)) == 0
    assert (tmp_path / "points_over_rounds.svg").exists()
    assert not (tmp_path / "points_by_match.svg").exists()


@pytest.fixture
def lazy(monkeypatch: pytest.MonkeyPatch) -> None:
    """No replay is read: whoever begins with it has refused too late."""

    def begin(*arguments: object) -> None:
        raise AssertionError("minutes of work have begun")

    monkeypatch.setattr(sources, "read_replays", begin)


def test_a_folder_that_cannot_be_written_is_named_before_anything_is_read(
    islands: Path, tmp_path: Path, lazy: None
) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(CommandError, match=str(file)):
        call(command, str(islands), "--plots", str(file / "figures"))


@pytest.mark.parametrize(
    ("library", "words", "what"),
    [("scipy", (), "infoset stats"), ("matplotlib", ("--plots", "figures"), "--plots")],
)
def test_a_missing_library_is_named_before_anything_is_read(
    library: str,
    words: tuple[str, ...],
    what: str,
    islands: Path,
    lazy: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == library else name)
    with pytest.raises(MissingExtraError, match=f"{what} needs the extra `lab`"):
        call(command, str(islands), *words)
