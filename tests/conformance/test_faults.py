"""Good clients pass every level, and a fault is found where it must be, for the right reason."""

from pathlib import Path

import pytest
from tests.conformance.clients.faulty import FAULTS

from infoset.conformance.cases import Case, make_cases
from infoset.conformance.findings import Outcome
from infoset.conformance.programs import Client
from infoset.conformance.runner import Runner, Settings, with_reference

PROGRAM = Path(__file__).parent / "clients" / "faulty.py"
WITH_LIBRARIES = {2, 3}  # levels whose bots need more than the standard library
PATIENCE_S = 3.0


async def play(name: str, cases: list[Case], *, is_repeatable: bool = False) -> list[Outcome]:
    """What comes of these cases for a bot of that name."""
    needs_libraries = not WITH_LIBRARIES.isdisjoint(case.level for case in cases)
    python = ("{python}",) if needs_libraries else ("{python}", "-S")  # starts in half the time
    client = Client((*python, str(PROGRAM), name, "{url}", "{game}", "{matches}"))
    settings = Settings(patience_s=PATIENCE_S, is_repeatable=is_repeatable)
    return await Runner(client, settings, lambda _: None).run(cases)


def reasons(outcomes: list[Outcome]) -> list[str]:
    return [f"{o.case.name}: {miss.text()}" for o in outcomes for miss in o.misses]


@pytest.mark.parametrize("name", FAULTS)
async def test_a_fault_is_found_for_the_right_reason(name: str) -> None:
    fault = FAULTS[name]
    cases = make_cases([fault.level], [fault.game], 1)
    outcomes = await play(name, [case for case in cases if case.name == fault.case][:1])
    (outcome,) = outcomes
    assert outcome.verdict == "missed"
    assert fault.reason in outcome.misses[0].text()
    assert outcome.misses[0].expected
    assert outcome.misses[0].where


def test_there_are_faults_at_every_level() -> None:
    assert len(FAULTS) >= 30
    assert {fault.level for fault in FAULTS.values()} == set(range(8))


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


@pytest.mark.parametrize(("name", "level"), [("thinker", 5), ("assistant", 6), ("spectator", 7)])
async def test_a_good_thinker_assistant_and_spectator_pass(name: str, level: int) -> None:
    outcomes = await play(name, make_cases([level], ["colonizers"], 1))
    assert reasons(outcomes) == []
    assert {outcome.verdict for outcome in outcomes} == {"passed"}
