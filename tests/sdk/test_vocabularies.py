"""One vocabulary is one type, in every module that the SDKs are made from."""

import pytest
from tests.sdk.programs import ROOT

from infoset_sdk_gen.model import Enum, Field, ListOf, Named, Record, Row
from infoset_sdk_gen.sources import read_source
from infoset_sdk_gen.vocabularies import NameTakenError, share_vocabularies, vocabularies

WORDS = ("stay", "go")


def field(name: str, kind: Named | ListOf) -> Field:
    return Field(name, kind, is_required=True, doc="")


def test_the_same_words_in_the_same_field_are_one_type_in_the_place_of_the_first() -> None:
    shared = share_vocabularies(
        [
            Record("One", "", (field("move", Named("OneMove")),)),
            Enum("OneMove", "", WORDS),
            Row("Two", "", (field("move", ListOf(Named("TwoMove"))),)),
            Enum("TwoMove", "", WORDS),
            Record("Three", "", (field("move", Named("ThreeMove")),)),
            Enum("ThreeMove", "", ("jump",)),
        ]
    )
    assert [definition.name for definition in shared] == [
        *("One", "Move", "Two", "Three", "ThreeMove")
    ]
    one, move, two, three, _ = shared
    assert isinstance(one, Record)
    assert one.fields[0].type == Named("Move")
    assert isinstance(move, Enum)
    assert move.values == WORDS
    assert isinstance(two, Row)
    assert two.items[0].type == ListOf(Named("Move"))
    assert isinstance(three, Record)
    assert three.fields[0].type == Named("ThreeMove")


def test_a_name_that_is_taken_has_to_be_told_apart() -> None:
    with pytest.raises(NameTakenError, match=r"move \(stay, go\): Move is taken"):
        share_vocabularies(
            [
                Record("Move", "", ()),
                Record("One", "", (field("move", Named("OneMove")),)),
                Enum("OneMove", "", WORDS),
                Record("Two", "", (field("move", Named("TwoMove")),)),
                Enum("TwoMove", "", WORDS),
            ]
        )


def test_no_vocabulary_of_the_protocol_or_a_game_has_two_types() -> None:
    source = read_source(ROOT)
    for module in (source.wire, *source.games):
        twice = {
            key: names for key, names in vocabularies(module.definitions).items() if len(names) > 1
        }
        assert twice == {}
        values = [enum.values for enum in module.enums()]
        assert len(values) == len(set(values)), module.name
    assert isinstance(source.wire.find("OnTimeout"), Enum)
