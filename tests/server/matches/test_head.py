"""What is stored of a match before its first step."""

from dataclasses import replace

import orjson
import pytest
from tests.server.matches.heads import head

from infoset_games.luck import seed_commitment
from infoset_games.steps import RecordError
from infoset_server.matches.match_records import LadderPart, read_head, write_head
from infoset_server.storage.port import StoredMatch
from infoset_server.storage.seed_box import SeedBox

BOX = SeedBox(bytes(32))


def test_a_head_comes_back_whole() -> None:
    assert read_head(StoredMatch(write_head(head(), BOX), "open", 0), BOX) == head()


def test_nothing_that_tells_a_card_is_stored_in_plain_sight() -> None:
    new = write_head(head(), BOX)
    stored = repr(new).encode()
    assert b"the secret seed" not in stored
    assert b"deck" not in stored
    assert new.seed_commitment == seed_commitment("the secret seed")


def test_a_head_locked_with_another_key_says_so() -> None:
    stored = StoredMatch(write_head(head(), BOX), "open", 0)
    with pytest.raises(RecordError, match="is this the server key it was made with"):
        read_head(stored, SeedBox(bytes(31) + b"1"))


@pytest.mark.parametrize("options", [b"", b"[]", b'{"asked":{}}', b'{"asked":{"game":"x"}}'])
def test_a_head_that_is_no_head_names_its_match(options: bytes) -> None:
    new = replace(write_head(head(), BOX), options=options)
    with pytest.raises(RecordError, match="match m_1, head"):
        read_head(StoredMatch(new, "open", 0), BOX)


def test_a_head_says_who_plays_berserk_and_others_are_as_they_always_were() -> None:
    usual = head()
    assert b"berserk" not in write_head(usual, BOX).options
    one = replace(usual, seats=(replace(usual.seats[0], berserk=True), *usual.seats[1:]))
    assert read_head(StoredMatch(write_head(one, BOX), "open", 0), BOX) == one
    assert write_head(one, BOX).options.count(b"berserk") == 1


def test_the_seeks_that_a_match_answers_stand_where_an_older_server_reads_over_them() -> None:
    usual = head()
    one = replace(usual, room=replace(usual.room, tickets=("t_1", "t_2")))
    new = write_head(one, BOX)
    assert read_head(StoredMatch(new, "open", 0), BOX) == one
    before = orjson.loads(write_head(usual, BOX).options)
    assert orjson.loads(new.options) == {**before, "tickets": ["t_1", "t_2"]}


def test_what_a_match_is_on_a_ladder_is_kept_where_an_older_server_reads_over_it() -> None:
    usual = head()
    part = LadderPart("cup", ("e_1", "e_2", "e_3", "e_4"), (1_500, None, 1_400, 1_600), True, False)
    one = replace(usual, room=replace(usual.room, part=part))
    new = write_head(one, BOX)
    assert read_head(StoredMatch(new, "open", 0), BOX) == one
    before = orjson.loads(write_head(usual, BOX).options)
    kept = orjson.loads(new.options)
    assert kept.pop("part")["ladder"] == "cup"
    assert kept == before
    broken = replace(new, options=new.options.replace(b'"ratings"', b'"rats"'))
    with pytest.raises(RecordError, match="match m_1, head"):
        read_head(StoredMatch(broken, "open", 0), BOX)
