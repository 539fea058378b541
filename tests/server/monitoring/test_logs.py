"""The forms of the log."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from infoset_server.common.ids import fresh_id
from infoset_server.monitoring import logs


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    """Leaves the logging of the test run as it was."""
    root, ours = logging.getLogger(), logging.getLogger("infoset_server")
    before = (root.handlers[:], root.level, ours.level)
    yield
    root.handlers[:], root.level = before[0], before[1]
    ours.setLevel(before[2])


def test_json_entries_are_one_line_each(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    logs.set_up_logging("json", verbose=False)
    log = logging.getLogger("infoset_server.test")
    log.info("two\nlines of %s", "text")
    try:
        raise ValueError("planted")
    except ValueError:
        log.exception("it broke")
    first, second = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert (first["level"], first["logger"]) == ("info", "infoset_server.test")
    assert first["message"] == "two\nlines of text"
    assert first["time"].endswith("+00:00")
    assert "ValueError: planted" in second["exception"]


@pytest.mark.parametrize(("verbose", "shown"), [(False, ["two"]), (True, ["one", "two"])])
def test_messages_are_shown_on_demand(
    verbose: bool, shown: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    logs.set_up_logging("text", verbose=verbose)
    logging.getLogger("infoset_server.test").debug("one")
    logging.getLogger("infoset_server.test").info("two")
    logging.getLogger("strangers").info("three")
    assert [line.split()[-1] for line in stream.getvalue().splitlines()] == shown


def test_json_entries_name_their_match_and_session(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    logs.set_up_logging("json", verbose=False)
    log = logging.getLogger("infoset_server.test")
    match, session = fresh_id("m"), fresh_id("s")
    log.info("match %s: session %s is away", match, session)
    log.info("m_short, xm_123456789012, s_1234567890123 are none")
    named, nameless = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert (named["match"], named["session"]) == (match, session)
    assert not {"match", "session"} & nameless.keys()
