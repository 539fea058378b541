"""The journal of a position: its entries over many pages, and copies that write on without each other."""

import pickle

import pytest

from infoset_games.catan.journal import PAGE, entries_since, journal_of, words_of
from infoset_games.catan.state import CatanState, own
from infoset_games.registry import make_game
from infoset_games.rng import Rng

COUNTS = (0, 1, PAGE - 1, PAGE, PAGE + 1, 2 * PAGE, 3 * PAGE + 7)


def position() -> CatanState:
    game = make_game("catan")
    return own(game.begin(Rng("journal")))


def write(state: CatanState, words: range) -> None:
    for word in words:
        state.write_down(word)


@pytest.mark.parametrize("count", COUNTS)
def test_entries_come_back_in_their_order(count: int) -> None:
    words = list(range(1000, 1000 + count))
    journal = journal_of(words)
    assert words_of(journal) == words
    for seen in range(count + 1):
        earlier = journal_of(words[:seen])
        assert [note.entry for note in entries_since(journal, earlier)] == words[seen:]


@pytest.mark.parametrize("count", COUNTS)
def test_copies_write_on_without_each_other(count: int) -> None:
    first = position()
    assert words_of(first.journal) == []
    write(first, range(count))
    common = list(range(count))
    earlier = first.journal
    second = first.copy()
    third = second.copy()
    write(second, range(200, 203))
    write(first, range(100, 100 + PAGE))
    fourth = first.copy()
    write(third, range(300, 301))
    write(fourth, range(400, 402))
    write(first, range(500, 503))
    assert words_of(first.journal) == [*common, *range(100, 100 + PAGE), *range(500, 503)]
    assert words_of(second.journal) == [*common, *range(200, 203)]
    assert words_of(third.journal) == [*common, 300]
    assert words_of(fourth.journal) == [*common, *range(100, 100 + PAGE), 400, 401]
    assert words_of(earlier) == common


def test_what_is_pickled_writes_on_alone() -> None:
    state = position()
    write(state, range(PAGE + 3))
    twin = pickle.loads(pickle.dumps(state))
    write(twin, range(700, 702))
    write(state, range(800, 802))
    assert words_of(twin.journal) == [*range(PAGE + 3), 700, 701]
    assert words_of(state.journal) == [*range(PAGE + 3), 800, 801]
