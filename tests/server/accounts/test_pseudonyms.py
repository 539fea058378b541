"""Made-up names."""

from infoset_server.accounts.code_words import ADJECTIVES, ANIMALS, fresh_pseudonym


def test_a_name_is_none_of_those_taken() -> None:
    everything = {f"{adjective} {animal}" for adjective in ADJECTIVES for animal in ANIMALS}
    assert fresh_pseudonym(()) in everything
    assert fresh_pseudonym(everything) not in everything
    assert len(everything) == 1600
