"""Checking the luck of a record: what was drawn from its seed is found to be, and nothing else."""

from dataclasses import replace

import pytest
from tests.games.test_record import record_of
from tests.games.test_steps import GAMES, TERMS, eventful

from infoset_games.fairness import draws
from infoset_games.luck import seed_commitment
from infoset_games.steps import START, Step


@pytest.mark.parametrize("terms", TERMS)
@pytest.mark.parametrize("name", GAMES)
def test_all_that_was_drawn_in_a_match_follows_from_its_seed(name: str, terms: str) -> None:
    kinds = set()
    for seed in range(15):
        record = record_of(eventful(GAMES[name], TERMS[terms], seed)[0])
        found = list(draws(record))
        assert [words for words, follows in found if not follows] == []
        assert len(found) >= 1 + sum(len(step.chance) for step in record.steps)
        kinds |= {words.partition(", ")[2][:8] for words, _ in found}
    assert ("the rand" in kinds) == (terms == "random")


def test_a_match_checked_with_another_seed_is_found_out() -> None:
    record = record_of(eventful(GAMES["colonizers"], TERMS["fallback"], 3)[0])
    other = replace(record, seed="another", seed_commit=seed_commitment("another"))
    assert not any(follows for _, follows in draws(other))


def test_one_draw_that_somebody_chose_is_named() -> None:
    record = record_of(eventful(GAMES["colonizers"], TERMS["fallback"], 3)[0])
    first = record.steps[0]
    chosen = Step(START, chance=[(first.chance[0] + 1) % 720])
    changed = replace(record, steps=(chosen,))
    odd = [words for words, follows in draws(changed) if not follows]
    assert odd == ["step 1, draw 0 of chance"]


def test_a_deal_that_somebody_chose_is_named() -> None:
    record = record_of(eventful(GAMES["colonizers"], TERMS["fallback"], 3)[0])
    assert isinstance(record.deal, list)
    changed = replace(record, deal=record.deal[::-1], steps=record.steps[:1])
    assert [words for words, follows in draws(changed) if not follows] == ["the deal"]


def test_a_record_without_a_seed_cannot_be_checked() -> None:
    record = record_of(eventful(GAMES["leduc"], TERMS["fallback"], 3)[0], with_seed=False)
    with pytest.raises(ValueError, match="tells no seed"):
        list(draws(record))
