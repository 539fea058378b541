"""`infoset sit`: options that do not go together are refused before anything is opened."""

import pytest

from infoset.cli import run_command


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--bots", "random"), "--option, --title, --bots and --assist belong to --open GAME"),
        (
            ("--seek", "catan", "--option", "target=8"),
            "--option, --title, --bots and --assist belong to --open GAME",
        ),
        (
            ("--open", "catan", "--room", "r_1"),
            "expected one of --open, --seek, --room, --ladder and --tournament",
        ),
        (
            ("--open", "catan", "--tournament", "cup"),
            "expected one of --open, --seek, --room, --ladder and --tournament",
        ),
        (("--seek", "catan", "--from", "m_1"), "--from belongs to --open GAME"),
        (
            ("--open", "catan", "--from", "m_1"),
            "--from ID and --at VERSION, which is at least 0, belong together",
        ),
        (
            ("--open", "catan", "--from", "m_1", "--at", "3", "--bots", "random"),
            "--from takes options and house bots over from the match",
        ),
        ((), "what shall be played"),
        (("--room", "x" * 65), "expected the id or the title of a room, of up to 64 characters"),
        (("--seek", "Catan!"), "--seek 'Catan!': expected the name of a game"),
        (("--ladder", "my ladder"), "--ladder 'my ladder': expected the name of a ladder"),
        (("--tournament", "a b"), "--tournament 'a b': expected the name of a tournament"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    reason: str,
) -> None:
    from importlib.metadata import EntryPoint

    monkeypatch.delenv("INFOSET_TOKEN", raising=False)
    plugin = EntryPoint("sit", "infoset.commands.sit:command", "infoset.commands")
    assert run_command(plugin, ["--wait", "0", "--url", "infoset://127.0.0.1:9", *words]) == 1
    assert reason in capsys.readouterr().err
