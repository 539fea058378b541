"""What `infoset bot upload` shows of a log where an upload is not ready."""

from infoset.commands.upload import MOST_LINES, end_of

COMMAND = "infoset bots log ferris --version 3"


def test_a_short_log_is_shown_whole_and_fit_for_a_terminal() -> None:
    assert end_of("built\n\x1b[2Jgone\n", COMMAND) == "built\n?[2Jgone\n"


def test_of_a_long_one_the_end_is_shown_and_where_the_rest_is() -> None:
    lines = [f"line {number}" for number in range(2_000)]
    shown = end_of("\n".join(lines), COMMAND).splitlines()
    assert shown[0] == f"[the last {MOST_LINES} of 2000 lines; `{COMMAND}` shows all]"
    assert shown[1:] == lines[-MOST_LINES:]
