"""Good clients pass every level, and a fault is found where it must be, for the right reason."""

import asyncio
from collections.abc import Iterable
from pathlib import Path

import pytest
from tests.conformance.clients.faulty import FAULTS

from infoset.conformance.cases import LEVELS, Case, make_cases
from infoset.conformance.findings import Outcome
from infoset.conformance.programs import Client
from infoset.conformance.runner import Runner, Settings, with_reference

PROGRAM = Path(__file__).parent / "clients" / "faulty.py"
WITH_LIBRARIES = {2, 3}  # levels whose bots need more than the standard library
PATIENCE_S = (
    10.0  # so many wait for nothing at the same time that this costs no more than one of them
)
AT_ONCE = 24  # bots


async def play(name: str, cases: list[Case], *, is_repeatable: bool = False) -> list[Outcome]:
    """What comes of these cases for a bot of that name."""
    needs_libraries = not WITH_LIBRARIES.isdisjoint(case.level for case in cases)
    python = ("{python}",) if needs_libraries else ("{python}", "-S")  # starts in half the time
    client = Client((*python, str(PROGRAM), name, "{url}", "{game}", "{matches}"))
    settings = Settings(patience_s=PATIENCE_S, is_repeatable=is_repeatable)
    return await Runner(client, settings, lambda _: None).run(cases)


async def play_fault(name: str) -> Outcome:
    """What comes of a fault in the case that must find it."""
    fault = FAULTS[name]
    cases = make_cases([fault.level], [fault.game], 1)
    cases = [case for case in cases if case.name == fault.case][:1]
    *_, outcome = await play(
        name,
        with_reference(cases) if fault.is_compared else cases,
        is_repeatable=fault.is_compared,
    )
    return outcome


async def play_faults(names: Iterable[str]) -> dict[str, Outcome]:
    """What comes of each of these faults. Many at once: most of them are found by their silence."""
    free = asyncio.Semaphore(AT_ONCE)

    async def play_one(name: str) -> tuple[str, Outcome]:
        async with free:
            return name, await play_fault(name)

    return dict(await asyncio.gather(*map(play_one, names)))


def reasons(outcomes: list[Outcome]) -> list[str]:
    return [f"{o.case.name}: {miss.text()}" for o in outcomes for miss in o.misses]


@pytest.fixture(scope="module")
def outcomes(request: pytest.FixtureRequest) -> dict[str, Outcome]:
    """What came of every fault that is asked for in this run."""
    asked = (getattr(item, "callspec", None) for item in request.session.items)
    names = {spec.params["fault"] for spec in asked if spec is not None and "fault" in spec.params}
    return asyncio.run(play_faults(sorted(names & FAULTS.keys())))


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_for_the_right_reason(fault: str, outcomes: dict[str, Outcome]) -> None:
    outcome = outcomes[fault]
    assert outcome.verdict == "missed"
    assert FAULTS[fault].reason in outcome.misses[0].text()
    assert outcome.misses[0].expected
    assert outcome.misses[0].where


def test_there_are_faults_at_every_level() -> None:
    assert len(FAULTS) >= 30
    assert {fault.level for fault in FAULTS.values()} == set(LEVELS)


@pytest.mark.parametrize("game", ["colonizers", "crossfire"])
async def test_a_good_client_passes_the_levels_of_players(game: str) -> None:
    cases = with_reference(make_cases(range(5), [game], 1))
    outcomes = await play("bot", cases, is_repeatable=True)
    assert reasons(outcomes) == []
    assert {outcome.verdict for outcome in outcomes} == {"passed"}


async def test_a_good_client_passes_with_offers_and_windows_too() -> None:
    cases = with_reference(make_cases((0, 4), ["catan"], 1))
    chosen = [case for case in cases if case.name in ("match", "whole", "cut")]
    outcomes = await play("bot", chosen, is_repeatable=True)
    assert reasons(outcomes) == []
    assert {outcome.verdict for outcome in outcomes} == {"passed"}


async def test_who_seeks_late_is_not_blamed_for_the_seat_it_was_given() -> None:
    cases = [case for case in make_cases([0], ["colonizers"], 2) if case.name == "match"]
    outcomes = await play("late_seeker", cases)
    assert reasons(outcomes) == []
    assert {outcome.verdict for outcome in outcomes} == {"passed"}


@pytest.mark.parametrize("game", ["colonizers", "crossfire"])
async def test_a_good_client_follows_differences_to_the_same_end(game: str) -> None:
    cases = with_reference(make_cases([8], [game], 1))
    outcomes = await play("differ", cases, is_repeatable=True)
    assert reasons(outcomes) == []
    assert {outcome.verdict for outcome in outcomes} == {"passed"}


@pytest.mark.parametrize(("name", "level"), [("thinker", 5), ("assistant", 6), ("spectator", 7)])
async def test_a_good_thinker_assistant_and_spectator_pass(name: str, level: int) -> None:
    outcomes = await play(name, make_cases([level], ["colonizers"], 1))
    assert reasons(outcomes) == []
    assert {outcome.verdict for outcome in outcomes} == {"passed"}
