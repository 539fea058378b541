"""A ladder as it is set up: who will meet whom cannot be worked out from who has met whom."""

import random
from pathlib import Path

from infoset_server.config import load_config
from infoset_server.contests.ladder.catalogue import StoredLadders, read_files, restore_ladder
from infoset_server.storage.notes import NoNotes

MASK = 0xFFFFFFFF
STATE_WORDS = 624  # of the Mersenne Twister, which random.Random is


def state_word(word: int) -> int:
    """The word of the generator's state that a word it gave was made of."""
    word ^= word >> 18
    word ^= word << 15 & 0xEFC60000
    undone = word
    for _ in range(5):
        undone = word ^ (undone << 7 & 0x9D2C5680)
    word = undone & MASK
    return word ^ word >> 11 ^ word >> 22


def foretold(seen: list[int], count: int) -> list[int]:
    """What a Mersenne Twister gives after the words that were seen."""
    twin = random.Random()
    twin.setstate((3, (*map(state_word, seen), STATE_WORDS), None))
    return [twin.getrandbits(32) for _ in range(count)]


def words(rng: random.Random, count: int) -> list[int]:
    return [rng.getrandbits(32) for _ in range(count)]


def test_a_mersenne_twister_can_be_foretold() -> None:
    """So the attack is one."""
    rng = random.Random("any")
    assert foretold(words(rng, STATE_WORDS), 8) == words(rng, 8)


def test_the_pairings_of_a_ladder_cannot_be_foretold(tmp_path: Path) -> None:
    (tmp_path / "open.toml").write_text('game = "colonizers"\n', "utf-8")
    file = read_files(tmp_path)["open"]
    ladder = restore_ladder("open", file, StoredLadders(), load_config(None, {}).rooms, NoNotes())
    rng = ladder._line_up_maker._rng
    assert foretold(words(rng, STATE_WORDS), 8) != words(rng, 8)
