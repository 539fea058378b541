"""Which experiments there are, and what is said where there are none."""

import pytest

from infoset.errors import CommandError
from infoset_bots.catan import experiments as catan
from infoset_bots.lab.arena.players import find_player
from infoset_bots.lab.experiments.catalogue import find_series, find_setup
from infoset_bots.lab.experiments.colonizers import SERIES
from infoset_bots.lab.experiments.setup import Published, Series
from infoset_games.descriptor import Descriptor


def about(experiments: str) -> Descriptor:
    return Descriptor(rules="nowhere:Game", experiments=experiments)


def test_the_experiments_on_colonizers_are_installed() -> None:
    assert find_series("colonizers") is SERIES


def test_one_to_five_are_those_of_the_thesis_with_its_numbers_of_games() -> None:
    published = [find_setup(SERIES, str(number)) for number in range(1, 6)]
    games = [1000, 1000, 50, 50, 50]
    assert [setup.table.games for setup in published] == games
    assert [setup.legacy.games for setup in published if setup.legacy] == games


def test_those_on_catan_are_the_tables_of_the_thesis_with_their_figures() -> None:
    assert find_series("catan") is catan.SERIES
    keys = [setup.key for setup in catan.SERIES.setups]
    assert keys == [str(number) for number in range(5, 18) if number != 7]  # 7 is one of dice
    published = {setup.key: setup.published for setup in catan.SERIES.setups}
    assert published["6"] == Published(games=50, share=0.72, points=9.26, turns=88.076)
    assert published["13"] == Published(games=10, share=0.8, points=9.6, turns=91.8)
    for setup in catan.SERIES.setups:
        assert setup.published is not None
        assert setup.table.games == setup.published.games


def test_players_of_catan_are_those_of_the_text_in_the_programs_map() -> None:
    """The thesis names no pruning: nothing is left out of the search."""
    for setup in catan.SERIES.setups:
        assert setup.legacy is not None
        own, old = setup.table.bots[0].spec, setup.legacy.bots[0].spec
        assert own.replace("weights=text", "weights=legacy") == old
        for wanted in ("weights=text", "depth=4", "moves=1", "epsilon=0"):
            assert wanted in own
        assert ("wishful=true" in own) == (setup.key != "5")


@pytest.mark.parametrize("series", [SERIES, catan.SERIES], ids=lambda series: series.game)
def test_every_table_has_four_bots_that_can_be_made_and_one_bot_a_label(series: Series) -> None:
    for setup in series.setups:
        for table in filter(None, (setup.table, setup.legacy)):
            assert len(table.bots) == 4
            for bot in table.bots:
                find_player(bot.spec, series.game)
            assert len({bot.label for bot in table.bots}) == len(set(table.bots))


def test_a_legacy_table_has_the_same_lineup_in_its_old_form() -> None:
    for setup in SERIES.setups:
        if setup.legacy is not None:
            old = [bot.label.removesuffix("_legacy") for bot in setup.legacy.bots]
            assert old == [bot.label for bot in setup.table.bots]


def test_a_game_without_experiments_is_told_which_have_some() -> None:
    known = {"go": about("nowhere:SERIES"), "chess": about("nowhere:SERIES"), "hex": about("")}
    with pytest.raises(
        CommandError, match="no experiments on 'catan'; games with experiments: chess, go"
    ):
        find_series("catan", known)
    with pytest.raises(CommandError, match="games with experiments: none"):
        find_series("catan", {})


def test_an_unknown_number_is_told_which_there_are() -> None:
    with pytest.raises(CommandError, match=r"no experiment '9' on colonizers; .*3 \(one of each\)"):
        find_setup(SERIES, "9")


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ("infoset_bots.nowhere:SERIES", "ModuleNotFoundError"),
        ("infoset_bots.lab.experiments.colonizers:NOTHING", "AttributeError"),
        ("infoset_bots.lab.experiments.colonizers:RANDOM", "expected a Series"),
    ],
)
def test_a_broken_series_is_named(value: str, complaint: str) -> None:
    with pytest.raises(CommandError, match=rf"go: experiments \({value}\): {complaint}"):
        find_series("go", {"go": about(value)})
