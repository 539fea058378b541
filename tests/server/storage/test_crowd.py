"""How many more appends a commit may expect."""

from collections.abc import Iterable

from infoset_server.storage.crowd import LOOKED_AT, MATCHES, Crowd

WAIT_S = 0.004


def crowd(matches: Iterable[str], gap_s: float) -> tuple[Crowd, float]:
    """Appends of these matches, one every `gap_s`, and when the last of them came."""
    made, now_s = Crowd(), 100.0
    for match_id in matches:
        now_s += gap_s
        made.note(match_id, now_s)
    return made, now_s


def many(count: int = LOOKED_AT) -> list[str]:
    """So many appends, each of another match."""
    return [str(number) for number in range(count)]


def test_what_is_expected_follows_from_how_fast_they_came() -> None:
    for gap_s, expected in ((WAIT_S / 4.1, 4), (WAIT_S / 1.1, 1), (WAIT_S * 1.1, 0)):
        made, now_s = crowd(many(), gap_s)
        assert made.expected(WAIT_S, now_s) == expected


def test_no_more_are_expected_than_were_looked_at() -> None:
    made, now_s = crowd(many(), 0.0)
    assert made.expected(WAIT_S, now_s) == LOOKED_AT


def test_of_a_crowd_that_has_gone_nothing_is_expected() -> None:
    made, now_s = crowd(many(), WAIT_S / 10)
    assert made.expected(WAIT_S, now_s + 1.0) == 0


def test_a_few_appends_are_no_crowd_however_fast_they_come() -> None:
    made, now_s = crowd(many(LOOKED_AT - 1), 0.0)
    assert made.expected(WAIT_S, now_s) == 0


def test_a_few_fast_matches_are_no_crowd() -> None:
    made, now_s = crowd(many(MATCHES - 1) * 4, WAIT_S / 10)
    assert made.expected(WAIT_S, now_s) == 0


def test_matches_that_have_fallen_silent_do_not_count() -> None:
    made, now_s = crowd(many() + ["fast"] * LOOKED_AT, WAIT_S / 10)
    assert made.expected(WAIT_S, now_s) == 0


def test_who_never_waits_expects_nothing() -> None:
    made, now_s = crowd(many(), 0.0001)
    assert made.expected(0.0, now_s) == 0
