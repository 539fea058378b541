"""Seeds under lock and key."""

import base64
import stat
from pathlib import Path

import pytest

from infoset_games.luck import LUCK
from infoset_server.storage.seed_box import KEY_BYTES, SeedBox, SeedBoxError, fresh_seed, load_key

KEY = bytes(range(KEY_BYTES))


def test_a_box_gives_back_what_was_put_in() -> None:
    assert SeedBox(KEY).open("m_1", SeedBox(KEY).seal("m_1", b"secret")) == b"secret"


def test_a_box_shows_nothing_of_its_content_and_never_looks_the_same() -> None:
    box = SeedBox(KEY)
    sealed = {box.seal("m_1", b"secret") for _ in range(20)}
    assert len(sealed) == 20
    assert not any(b"secret" in one for one in sealed)


@pytest.mark.parametrize(
    ("key", "match_id", "change"),
    [
        (bytes(KEY_BYTES), "m_1", 0),
        (KEY, "m_2", 0),
        (KEY, "m_1", 1),
    ],
    ids=["another key", "another match", "a changed byte"],
)
def test_a_box_opens_only_with_its_key_and_match_and_unchanged(
    key: bytes, match_id: str, change: int
) -> None:
    sealed = bytearray(SeedBox(KEY).seal("m_1", b"secret"))
    sealed[-1] ^= change
    with pytest.raises(SeedBoxError, match=match_id):
        SeedBox(key).open(match_id, bytes(sealed))


@pytest.mark.parametrize("length", [0, 5, 12])
def test_what_is_too_short_is_no_box(length: int) -> None:
    with pytest.raises(SeedBoxError):
        SeedBox(KEY).open("m_1", bytes(length))


def test_a_key_has_its_length() -> None:
    with pytest.raises(ValueError, match="expected 32 bytes, got 5"):
        SeedBox(b"short")


def test_the_key_is_made_once_and_for_nobody_else(tmp_path: Path) -> None:
    path = tmp_path / "server.key"
    key = load_key(path)
    assert len(key) == KEY_BYTES
    assert load_key(path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load_key(tmp_path / "another.key") != key


def test_a_fresh_seed_has_256_bits_and_names_its_algorithm() -> None:
    seeds = {fresh_seed() for _ in range(100)}
    assert len(seeds) == 100
    for seed in seeds:
        algorithm, _, secret = seed.partition(":")
        assert algorithm == LUCK
        assert len(base64.urlsafe_b64decode(secret + "=")) == 32
        assert len(seed) <= 64  # as long as a message may have it
