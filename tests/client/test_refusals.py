"""What went wrong is told a person in their language, and in English as the server says it."""

from collections.abc import Iterator

import pytest

pytest.importorskip("fluent.runtime", reason="LOUD: fluent.runtime is missing, words are not tried")

from infoset.errors import ConnectionLostError, ReplyTimeoutError, RequestError
from infoset.refusals import trouble_words
from infoset.wording import say, speaking, spoken

STALE = RequestError("stale_decision", "decision 4 is not open", {"open": []})
RULE = RequestError("bad_action", "not legal", {"why": "the road leads nowhere\x1b[2J"})


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with speaking("en"):
        yield


def test_in_english_the_server_is_quoted() -> None:
    assert trouble_words(STALE) == "decision 4 is not open"
    assert trouble_words(ReplyTimeoutError("no answer within 5 s")) == "no answer within 5 s"


@pytest.mark.parametrize("language", ["cs", "de", "sk"])
def test_in_another_language_the_words_for_its_code_are_said(language: str) -> None:
    with speaking("en"):
        english = say("frame-error-stale_decision")
    with speaking(language):
        assert spoken() == language
        told = trouble_words(STALE)
        assert told == say("frame-error-stale_decision") != english
        assert trouble_words(ReplyTimeoutError("late")) == say("frame-no-answer")
        assert trouble_words(ConnectionLostError("gone")) == say("frame-cut")


def test_the_rules_own_reason_is_quoted_in_every_language_without_what_a_terminal_would_obey() -> (
    None
):
    with speaking("de"):
        assert trouble_words(RULE).startswith("The road leads nowhere")
        assert "\x1b" not in trouble_words(RULE)
