"""`infoset conformance` and `infoset mock` as programs: options, report, exit code, waiting for a client."""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from infoset.cli import main
from infoset.commands.conformance import read_levels
from infoset.commands.mock import read_weather
from infoset.conformance.chapters import Chapter
from infoset.conformance.programs import Client, make_values
from infoset.conformance.weather import Weather

ROOT = Path(__file__).parents[3]
INFOSET = (sys.executable, "-m", "infoset")
BOT = ROOT / "clients" / "python" / "raw" / "random_bot.py"
FAULTY = ROOT / "tests" / "conformance" / "clients" / "faulty.py"
WORDS = ROOT / "clients" / "shell" / "random_words.sh"
LIMIT_S = 250  # the machine may be busy


def conformance(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [*INFOSET, "conformance", *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=LIMIT_S)


def test_a_client_that_passes_is_told_so_and_a_report_is_written(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    address = ("{host}", "{port}", "{matches}", "{game}")
    options = ("--game", "crossfire", "--games", "1", "--report", str(report))
    ended = conformance(*options, "--", "{python}", str(BOT), *address)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "conforms at level 0 `play`" in ended.stdout
    plain = json.loads(report.read_text())
    assert plain["conforms"] is True
    assert plain["levels"] == {"play": {"passed": 10, "of": 10}}
    assert {case["verdict"] for case in plain["cases"]} == {"passed"}
    assert all(case["decisions"] for case in plain["cases"])


def test_a_client_that_misses_something_is_told_what_and_where(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    options = ("--game", "crossfire", "--games", "1", "--patience", "2", "--report", str(report))
    ended = conformance(*options, "--", "{python}", "-c", "print('no idea')")
    assert ended.returncode == 1
    assert "the program ended with exit code 0 before a match; it said: no idea" in ended.stdout
    assert "DOES NOT CONFORM" in ended.stdout
    plain = json.loads(report.read_text())
    assert plain["levels"] == {"play": {"passed": 0, "of": 10}}
    verdicts = [case["verdict"] for case in plain["cases"]]
    assert verdicts == ["missed"] * 2 + ["not run"] * 8  # the rest would tell nothing new


RAISES = """
import infoset

class Raises(infoset.Bot):
    def decide(self, turn):
        return {}["my plan"] if turn.decision WHEN else turn.fallback

infoset.run(Raises)
"""


@pytest.mark.parametrize(("when", "status"), [("> 0", 1), ("== 2", 0)])
def test_a_bot_whose_sdk_plays_the_fallback_for_it_is_told_how_often_and_why(
    tmp_path: Path, when: str, status: int
) -> None:
    """More than half of the decisions are a fault, a few are said."""
    bot = tmp_path / "raises.py"
    bot.write_text(RAISES.replace("WHEN", when), "utf-8")
    told = ("--url", "{url}", "--seek", "{game}", "--games", "{matches}")
    options = ("--game", "crossfire", "--games", "1")
    ended = conformance(*options, "--", "{python}", str(bot), *told)
    assert ended.returncode == status, ended.stdout + ended.stderr
    said = r"(\d+) of (\d+) decisions were left to the fallback; the first time: decide raised KeyError"
    found = re.search(said, ended.stdout)
    assert found, ended.stdout
    assert (2 * int(found[1]) > int(found[2])) is (status == 1)


def test_the_python_sdk_takes_differences() -> None:
    example = ROOT / "clients" / "python" / "examples" / "random_bot.py"
    told = ("--url", "{url}", "--seek", "{game}", "--games", "{matches}", "--delta")
    options = ("--level", "8", "--game", "crossfire")
    ended = conformance(*options, "--", "{python}", str(example), *told)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_a_program_of_lines_is_run_behind_the_bridge() -> None:
    options = ("--game", "crossfire", "--games", "1", "--stdio", "words")
    ended = conformance(*options, "--", "sh", str(WORDS))
    assert ended.returncode == 0, ended.stdout + ended.stderr


def play_against(*server: str, fault: str = "") -> tuple[subprocess.CompletedProcess[str], str]:
    """A bot plays eleven matches against what these words start; what both have said."""
    program = subprocess.Popen([*INFOSET, *server], stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    with program:
        try:
            port = program.stdout.readline().rpartition(":")[2].strip()
            command = [sys.executable, str(BOT), "127.0.0.1", port, "11", "crossfire"]
            if fault:
                url = f"infoset://127.0.0.1:{port}"
                command = [sys.executable, str(FAULTY), fault, url, "crossfire", "1"]
            played = subprocess.run(
                command, check=False, capture_output=True, text=True, timeout=LIMIT_S
            )
            if server[0] == "mock":
                program.terminate()
            said, _ = program.communicate(timeout=LIMIT_S)
        finally:
            program.kill()
    return played, said


def test_a_client_that_starts_by_itself_is_waited_for() -> None:
    options = ("--listen", "--port", "0", "--game", "crossfire", "--games", "2")
    played, said = play_against("conformance", *options)
    assert played.stdout.count("crossfire m_") == 11, played.stderr
    assert "conforms at level 0" in said, said


def test_the_mock_server_plays_for_ever_and_complains_at_once() -> None:
    played, said = play_against("mock", "--port", "0", "--weather", "fields,news")
    assert played.returncode == 0, played.stderr
    assert played.stdout.count("(finished)") == 11
    assert said == ""


def test_the_mock_server_says_what_a_client_does_wrong() -> None:
    _, said = play_against("mock", "--port", "0", "--patience", "1", fault="resigner")
    assert said == f"it resigned; expected to play to the end ({Chapter.END.reference})\n"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ((), "which program? Add -- and its command line, or --listen"),
        (("--game", "chess", "--", "sh"), "no such game: chess; there are catan"),
        (("--", "./nosuch"), "./nosuch: no such program"),
    ],
)
def test_what_cannot_be_tried_is_said_in_a_sentence(
    options: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["conformance", *options]) == 1
    assert why in capsys.readouterr().err


@pytest.mark.parametrize(("text", "levels"), [("0", [0]), ("2-4", [2, 3, 4])])
def test_levels_are_one_or_a_range(text: str, levels: list[int]) -> None:
    assert read_levels(text) == levels


@pytest.mark.parametrize("text", ["", "9", "3-1", "-1", "all"])
def test_other_levels_are_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="expected a level"):
        read_levels(text)


def test_weather_is_named_by_its_hardships() -> None:
    assert read_weather("fields,wide") == Weather(fields=True, wide=True)
    assert read_weather("storm").late
    with pytest.raises(argparse.ArgumentTypeError, match="no such weather: hail; there are storm"):
        read_weather("hail")


def test_placeholders_are_filled_in_wherever_they_stand() -> None:
    values = make_values("ws msgpack", 7, "catan", 3)
    client = Client(("bot", "--url={url}", "{game}/{matches}"))
    assert client.words(values) == ["bot", "--url=ws+msgpack://127.0.0.1:7/v1", "catan/3"]
