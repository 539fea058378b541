"""The file of a table keeps every entry, survives a torn line, and refuses what is none of it."""

import json
from pathlib import Path

import pytest
from tests.bots.lab.tabletop.people import party

from infoset.errors import CommandError
from infoset_bots.lab.tabletop.entries import Entry, EntryError, read_entry, write_entry
from infoset_bots.lab.tabletop.journal import Story, begin, resume, story_text

ENTRIES = (
    Entry("act", 0, ("place_settlement", 9)),
    Entry("act", 0, ("roll",), dice=(2, 6)),
    Entry("act", 1, ("discard", 0), is_quiet=True),
    Entry("act", 1, ("move_robber", 5), card=4),
    Entry("act", 2, ("play_monopoly", 1), counts=(1, 2, 0)),
    Entry("win", 2, number=2),
    Entry("show", 0, number=0),
)


@pytest.mark.parametrize("entry", ENTRIES)
def test_an_entry_is_read_as_it_was_written(entry: Entry) -> None:
    assert read_entry(json.loads(json.dumps(write_entry(entry)))) == entry


@pytest.mark.parametrize(
    ("plain", "reason"),
    [
        ([], "`kind`"),
        ({"kind": "fly", "seat": 0}, "`kind`"),
        ({"kind": "act", "seat": 4}, r"seat: expected a number in 0\.\.3"),
        ({"kind": "act", "seat": 0, "a": "roll"}, "a: expected a list"),
        ({"kind": "act", "seat": 0, "dice": [1]}, "dice: expected two numbers"),
        ({"kind": "act", "seat": 0, "dice": [0, 1]}, "dice: expected two numbers in"),
        ({"kind": "act", "seat": 0, "dice": [1, 9]}, "dice: expected a list of numbers"),
        ({"kind": "act", "seat": 0, "card": "w"}, "card: expected a number"),
        ({"kind": "win", "seat": 0, "number": 6}, r"number: expected a number in 0\.\.5"),
    ],
)
def test_values_that_are_no_entry_are_refused_by_field(plain: object, reason: str) -> None:
    with pytest.raises(EntryError, match=reason):
        read_entry(plain)


def test_a_file_tells_the_story_with_what_was_taken_back(tmp_path: Path) -> None:
    file = tmp_path / "table.jsonl"
    table = party()
    journal = begin(file, table)
    for entry in ENTRIES[:4]:
        journal.entry(entry)
    journal.undo(3)
    journal.redo(1)
    journal.close()
    again, story, journal = resume(file)
    journal.close()
    assert again == table
    assert story.entries == list(ENTRIES[:2])
    assert story.undone == [ENTRIES[3], ENTRIES[2]]


def test_a_line_that_was_cut_off_is_dropped_and_written_over(tmp_path: Path) -> None:
    file = tmp_path / "table.jsonl"
    journal = begin(file, party())
    journal.entry(ENTRIES[0])
    journal.close()
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"entry":{"kind":"act","se')
    _, story, journal = resume(file)
    assert story.entries == [ENTRIES[0]]
    journal.entry(ENTRIES[1])
    journal.close()
    assert file.read_bytes().startswith(whole + b'{"entry":{"kind":"act","seat":0,"a":["roll"]')


def test_a_file_that_is_there_is_not_begun_anew(tmp_path: Path) -> None:
    file = tmp_path / "table.jsonl"
    begin(file, party()).close()
    with pytest.raises(CommandError, match="there is such a file; --resume"):
        begin(file, party())


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("", "got nothing"),
        ("{}\n", "with `form`"),
        ("nothing\n", "with `form`"),
        ('{"form":"infoset-tabletop/1","party":{}}\n', "line 1: places: Field required"),
    ],
)
def test_a_file_of_something_else_is_refused(tmp_path: Path, lines: str, reason: str) -> None:
    file = tmp_path / "table.jsonl"
    file.write_text(lines)
    with pytest.raises(CommandError, match=reason):
        resume(file)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("nonsense", "line 2: Expecting value"),
        ('{"undo":1}', "line 2: undo: expected at most 0, got 1"),
        ('{"redo":0}', "line 2: expected an object with"),
        ('{"entry":{}}', "line 2: expected an entry"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, reason: str) -> None:
    file = tmp_path / "table.jsonl"
    file.write_text(f"{story_text(party(), ())}{line}\n")
    with pytest.raises(CommandError, match=reason):
        resume(file)


def test_quiet_entries_are_taken_back_with_what_they_followed() -> None:
    story = Story()
    for entry in ENTRIES[:3]:
        story.add(entry)
    assert [story.last(steps) for steps in (1, 2, 9)] == [2, 3, 3]
    story.undo(2)
    assert story.next(1) == 2
    story.redo(2)
    assert story.entries == list(ENTRIES[:3])
