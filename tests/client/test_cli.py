"""The command `infoset`: its subcommands, found, broken and run."""

import argparse
import gc
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

from infoset.cli import ENTRY_POINT_GROUP, Parser, main, own_version
from infoset.errors import CommandError

OWN = ("bot", "bridge", "watch", "doctor")


def plugin(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, ENTRY_POINT_GROUP)


@pytest.fixture
def plugins(monkeypatch: pytest.MonkeyPatch) -> list[EntryPoint]:
    """A strange package with good and bad subcommands, beside our own."""
    module = ModuleType("strange_package")

    def greet(parser: argparse.ArgumentParser) -> Callable[[argparse.Namespace], int]:
        """Says hello.

        More about it.
        """
        parser.add_argument("--times", type=int, default=1)

        def run(args: argparse.Namespace) -> int:
            if args.times < 0:
                raise CommandError("negative times cannot be greeted")
            sys.stdout.write("hello\n" * args.times)
            return 7

        return run

    module.greet = greet  # type: ignore[attr-defined]  # a module made by hand
    module.no_function = 5  # type: ignore[attr-defined]  # likewise
    monkeypatch.setitem(sys.modules, "strange_package", module)
    return [
        plugin("greet", "strange_package:greet"),
        plugin("absent", "package_that_is_not_there:command"),
        plugin("wrong", "strange_package:no_function"),
        *(plugin(name, f"infoset.commands.{name}:command") for name in OWN),
    ]


ORDERS = (
    "ab mine yours --times 2 --quiet",
    "ab --times 2 mine yours --quiet",
    "ab mine --times 2 --quiet yours",
    "--quiet ab mine --times 2 yours",
    "--times 2 --quiet ab mine yours",
)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("verb", [(), ("verb",)])
def test_options_may_stand_before_behind_and_between_arguments(
    order: str, verb: tuple[str, ...]
) -> None:
    parser = Parser()
    taking = parser.add_subparsers().add_parser(*verb) if verb else parser
    taking.add_argument("first")
    taking.add_argument("bots", nargs="*")
    taking.add_argument("--times", type=int, required=True)
    taking.add_argument("--quiet", action="store_true")
    args = parser.parse_args([*verb, *order.split()])
    assert (args.first, args.bots, args.times, args.quiet) == ("ab", ["mine", "yours"], 2, True)


def test_what_stands_behind_two_dashes_is_no_option_of_a_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    parser = Parser()
    parser.add_argument("program", nargs="+")
    parser.add_argument("--times", type=int)
    args = parser.parse_args(["--times", "2", "--", "sh", "bot.sh", "--times", "3", "--fast"])
    assert (args.times, args.program) == (2, ["sh", "bot.sh", "--times", "3", "--fast"])
    for wrong in ("sh --fast bot.sh", "sh --times many bot.sh", "--times 2"):
        with pytest.raises(SystemExit):
            parser.parse_args(wrong.split())
    said = capsys.readouterr().err
    assert "unrecognized arguments: --fast" in said
    assert "invalid int value: 'many'" in said
    assert "the following arguments are required: program" in said


def test_a_subcommand_may_have_two_words(
    plugins: list[EntryPoint], capsys: pytest.CaptureFixture[str]
) -> None:
    plugins.append(plugin("greet.twice", "strange_package:greet"))
    assert main(["greet", "twice", "--times", "2"], plugins) == 7
    assert main(["greet"], plugins) == 7
    with pytest.raises(SystemExit):
        main(["greet", "twice", "--help"], plugins)
    assert "usage: infoset greet twice" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["--help"], plugins)
    assert "  greet twice  Says hello." in capsys.readouterr().out


@pytest.mark.parametrize("end", ["", "raise ValueError"])
def test_garbage_is_looked_for_again_once_a_subcommand_is_loaded(
    end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"looked_{len(end)}"
    (tmp_path / f"{name}.py").write_text(
        "import gc\nimport greeted\ngreeted.looked.append(gc.isenabled())\n"
        f"command = lambda parser: lambda args: gc.isenabled()\n{end}\n"
    )
    greeted = ModuleType("greeted")
    greeted.looked = []  # type: ignore[attr-defined]  # a module made by hand
    monkeypatch.setitem(sys.modules, "greeted", greeted)
    monkeypatch.syspath_prepend(tmp_path)
    assert gc.isenabled()
    assert main(["look"], [plugin("look", f"{name}:command")]) == 1
    assert greeted.looked == [False]
    assert gc.isenabled()


def test_the_list_of_subcommands_has_two_columns_however_long_a_name_is(
    plugins: list[EntryPoint], capsys: pytest.CaptureFixture[str]
) -> None:
    plugins.append(plugin("greet.everybody.twice", "strange_package:greet"))
    with pytest.raises(SystemExit):
        main(["--help"], plugins)
    _, _, listed = capsys.readouterr().out.partition("tells more):\n")
    starts = {line.index("Says hello.") for line in listed.splitlines() if "Says hello." in line}
    assert starts == {len("  greet everybody twice  ")}


def test_a_subcommand_of_any_package_is_found_and_gives_the_exit_code(
    plugins: list[EntryPoint], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["greet", "--times", "2"], plugins) == 7
    assert capsys.readouterr().out == "hello\nhello\n"


def test_a_group_of_other_failures_is_shown_as_it_is(
    plugins: list[EntryPoint], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(text: str) -> int:
        raise ExceptionGroup("tasks", [ValueError("a fault")])

    monkeypatch.setattr(sys.stdout, "write", fail)
    with pytest.raises(ExceptionGroup, match="tasks"):
        main(["greet"], plugins)


def test_an_expected_failure_is_one_sentence(
    plugins: list[EntryPoint], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["greet", "--times", "-1"], plugins) == 1
    assert capsys.readouterr().err == "infoset: negative times cannot be greeted\n"


def test_help_lists_all_subcommands_and_names_the_broken_ones(
    plugins: list[EntryPoint], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--help"], plugins)
    said = capsys.readouterr().out
    assert end.value.code == 0
    assert "greet        Says hello." in said
    assert "BROKEN: the command 'absent' (package_that_is_not_there:command)" in said
    assert "BROKEN: the command 'wrong'" in said
    for name in OWN:
        assert f"  {name} " in said


def test_the_version_is_told_without_importing_every_subcommand(
    plugins: list[EntryPoint], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[EntryPoint] = []
    monkeypatch.setattr("infoset.cli.load", asked.append)
    with pytest.raises(SystemExit) as end:
        main(["--version"], plugins)
    assert end.value.code == 0
    assert capsys.readouterr().out == f"infoset {own_version()}\n"
    assert asked == []


def test_a_broken_subcommand_harms_only_itself(
    plugins: list[EntryPoint], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["absent"], plugins) == 1
    assert "cannot be loaded: ModuleNotFoundError" in capsys.readouterr().err
    assert main(["greet"], plugins) == 7


def test_an_unknown_subcommand_is_answered_with_the_known_ones(
    plugins: list[EntryPoint], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dance"], plugins) == 2
    said = capsys.readouterr().err
    assert "there is no command 'dance'; commands: absent, bot, bridge, doctor, greet" in said


def test_without_arguments_the_help_is_shown(
    plugins: list[EntryPoint], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([], plugins) == 2
    assert "COMMAND" in capsys.readouterr().err


@pytest.mark.parametrize("name", OWN)
def test_every_own_subcommand_explains_itself(
    plugins: list[EntryPoint], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main([name, "--help"], plugins)
    said = capsys.readouterr().out
    assert end.value.code == 0
    assert said.startswith(f"usage: infoset {name}")
    assert "--url" in said


@pytest.mark.parametrize(
    "arguments",
    [
        ["bot"],
        ["bot", "x.py", "--games", "0"],
        ["bot", "x.py", "--seek", "a", "--room", "b"],
        ["bot", "x.py", "--seat", "16"],
        ["bot", "x.py", "--wait", "-1"],
        ["bot", "x.py", "--encoding", "xml"],
        ["bridge", "--mode", "uci", "--", "true"],
    ],
)
def test_wrong_options_are_refused_before_anything_happens(
    plugins: list[EntryPoint], arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments, plugins)
    assert end.value.code == 2
    assert "usage: infoset" in capsys.readouterr().err


def test_a_bot_that_cannot_be_parsed_is_shown_with_its_line(
    plugins: list[EntryPoint], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = tmp_path / "bad.py"
    bot.write_text("def decide(:\n")
    assert main(["bot", str(bot), "--seek", "toy"], plugins) == 1
    said = capsys.readouterr().err
    assert "bad.py" in said
    assert "SyntaxError" in said


def test_a_secret_token_file_must_hold_one_token(
    plugins: list[EntryPoint], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("import infoset\nclass Mine(infoset.Bot): ...\n")
    token = tmp_path / "token"
    arguments = ["bot", str(bot), "--seek", "toy", "--token-file", str(token)]
    assert main(arguments, plugins) == 1
    assert "No such file" in capsys.readouterr().err
    token.write_text("two words\n")
    assert main(arguments, plugins) == 1
    assert "expected one token and nothing else" in capsys.readouterr().err


def test_the_help_needs_no_network_library() -> None:
    program = (
        "import sys, infoset.cli; infoset.cli.main([], []); "
        "assert not {'websockets', 'pydantic', 'orjson'} & set(sys.modules)"
    )
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, check=False, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
