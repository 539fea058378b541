"""Which cases one run of a program plays, what is compared, and how its end is judged."""

from pathlib import Path

import pytest

from infoset.conformance.cases import WHOLE, Case, Trouble, make_cases
from infoset.conformance.chapters import Chapter
from infoset.conformance.findings import MAX_MISSES, Outcome
from infoset.conformance.programme import Programme
from infoset.conformance.programs import Client
from infoset.conformance.runner import (
    Runner,
    Settings,
    batches,
    compare,
    judge_end,
    judge_silence,
    with_reference,
)
from infoset.conformance.weather import FAIR


def outcome(level: int = 0, name: str = "match", trouble: Trouble | None = None) -> Outcome:
    return Outcome(Case(level, name, "colonizers", "about", Chapter.PLAYING, trouble=trouble))


def test_a_run_plays_one_game_over_one_transport_and_ends_where_there_is_no_way_back() -> None:
    cases = make_cases(range(4), ["catan", "crossfire"], 2)
    found = [[o.case for o in batch] for batch in batches([Outcome(case) for case in cases])]
    assert sorted(map(id, (c for batch in found for c in batch))) == sorted(map(id, cases))
    for batch in found:
        assert len({(case.game, case.transport, case.role) for case in batch}) == 1
        assert len(batch) == 1 or Trouble.REPLACED not in {case.trouble for case in batch}


def test_a_client_of_one_transport_claims_levels_over_it() -> None:
    cases = make_cases([0, 1, 3, 4], ["crossfire"], 1, "ws json")
    assert {case.transport for case in cases} == {"ws json"}
    both = [(c.level, c.name) for c in make_cases([0, 1, 3, 4], ["crossfire"], 1)]
    assert {(case.level, case.name) for case in cases} == set(both)
    assert len(cases) == len(set(both))  # nothing twice where a level tries several transports
    packed = make_cases([2], ["crossfire"], 1, "ws msgpack")
    assert {case.transport for case in packed} == {"ws msgpack"}
    with pytest.raises(ValueError, match="level 2 `msgpack` is about tcp msgpack"):
        make_cases([0, 2], ["crossfire"], 1, "ws json")


def test_a_match_with_cuts_must_go_as_the_one_without() -> None:
    (whole, *cut) = with_reference(make_cases([4], ["colonizers"], 1))
    assert whole.trouble is None
    assert len(cut) == 3
    outcomes = [Outcome(whole), *map(Outcome, cut)]
    for number, one in enumerate(outcomes):
        one.is_over, one.result, one.actions = True, [1, 2], [[1, 0, None]]
        if number == 2:
            one.actions = [[1, 5, None]]
    compare(outcomes)
    assert [o.verdict for o in outcomes] == ["passed", "passed", "missed", "passed"]
    assert "another way" in outcomes[2].misses[0].what


def test_what_is_compared_is_dealt_and_seen_as_usual() -> None:
    cases = with_reference(make_cases([4, 8], ["colonizers", "crossfire"], 1))
    whole = [case for case in cases if case.name == WHOLE]
    assert [(case.level, case.game) for case in whole] == [
        *((4, "colonizers"), (4, "crossfire"), (8, "colonizers"), (8, "crossfire"))
    ]
    assert all(case.trouble is None and case.weather == FAIR for case in whole)


def test_the_end_of_a_program_is_blamed_on_the_match_it_was_in() -> None:
    first, second = outcome(), outcome()
    first.has_begun = first.is_over = second.has_begun = True
    judge_end(Programme([first, second]), 7, "KeyError: 'x'")
    assert not first.misses
    assert "exit code 7 during the match; it said: KeyError: 'x'" in second.misses[0].what


def test_a_program_that_ends_between_matches_is_started_again_without_blame() -> None:
    first, second = outcome(), outcome()
    first.has_begun = first.is_over = True
    judge_end(Programme([first, second]), 0, "")
    assert not second.misses


def test_a_program_may_end_where_it_was_sent_away() -> None:
    sent_away = outcome(1, "replaced", Trouble.REPLACED)
    sent_away.has_begun = True
    judge_end(Programme([sent_away]), 1, "")
    assert not sent_away.misses


SILENT = ("{python}", "-S", "-c", "import threading; threading.Event().wait()")
FAULTY = Path(__file__).parents[2] / "conformance" / "clients" / "faulty.py"
WATCHER = ("{python}", "-S", str(FAULTY), "watcher", "{url}", "{game}", "{matches}")


@pytest.mark.parametrize(
    ("command", "patience_s", "waited"),
    [(SILENT, 0.2, "0.6 s"), (WATCHER, 3.0, "3 s")],  # the watcher has to start in time
)
async def test_a_program_may_take_longer_to_say_hello_than_for_all_else(
    command: tuple[str, ...], patience_s: float, waited: str
) -> None:
    runner = Runner(Client(command), Settings(patience_s=patience_s), lambda _: None)
    (found,) = await runner.run(make_cases([0], ["colonizers"], 1)[:1])
    assert found.misses[0].what.startswith(f"it asked for nothing within {waited};")


def test_silence_is_blamed_on_the_next_match() -> None:
    waiting = outcome()
    judge_silence(Programme([waiting]), 3, "nothing")
    assert waiting.misses[0].what == "it asked for nothing within 3 s; it said: nothing"


def test_a_case_keeps_each_miss_once_and_not_too_many() -> None:
    noted = outcome()
    for number in range(2 * MAX_MISSES):
        noted.miss(f"miss {number // 2}", "less")
    assert len(noted.misses) == MAX_MISSES
    assert noted.misses[0].text() == f"miss 0; expected less ({Chapter.PLAYING.reference})"
    assert noted.verdict == "missed"


def test_a_game_that_is_sought_is_played_first_and_a_wrong_one_is_a_miss() -> None:
    catan = Outcome(Case(0, "match", "catan", "", Chapter.PLAYING))
    crossfire = Outcome(Case(0, "match", "crossfire", "", Chapter.PLAYING))
    programme = Programme([catan, crossfire])
    assert programme.next("player", "crossfire") is crossfire
    assert programme.next("player", None) is catan
    assert programme.next("watcher", None) is None
    assert programme.next("player", "colonizers") is None
    assert catan.misses[0].what == "it sought colonizers"
