"""The descriptors of the games that come with Infoset. Imports none of them."""

from typing import Final

from infoset_games.descriptor import Descriptor, Family

CATAN: Final = Descriptor(
    rules="infoset_games.catan:Catan",
    policies={
        "heuristic": "infoset_games.catan.policies:heuristic",
        "rollout": "infoset_games.catan.playouts:rollout",
        "random_by_kind": "infoset_games.catan.policies:random_player",
    },
    evaluation="infoset_games.catan.evaluation:IslandWorth",
    anchors="infoset_games.catan.anchors:anchors",
    places="infoset_games.catan.places:IslandPlaces",
    knowledge="infoset_games.catan.knowledge:IslandKnowledge",
    encoding="infoset_bots.adapters.catan_encoding:CatanEncoding",
    experiments="infoset_bots.catan.experiments:SERIES",
    window="infoset_gui.views.catan:CatanView",
    terminal="infoset.watching.catan:CatanBoard",
)

COLONIZERS: Final = Descriptor(
    rules="infoset_games.colonizers:Colonizers",
    policies={
        "heuristic": "infoset_games.colonizers.policies:heuristic",
        "heuristic_legacy": "infoset_games.colonizers.policies:heuristic_legacy",
        "heuristic_open": "infoset_games.colonizers.policies:heuristic_open",
        "heuristic_legacy_open": "infoset_games.colonizers.policies:heuristic_legacy_open",
    },
    evaluation="infoset_games.colonizers.evaluation:ColonyWorth",
    anchors="infoset_games.colonizers.anchors:anchors",
    places="infoset_games.colonizers.places:ColonyPlaces",
    knowledge="infoset_games.colonizers.knowledge:ColonyKnowledge",
    encoding="infoset_bots.adapters.colonizers_encoding:ColonizersEncoding",
    experiments="infoset_bots.lab.experiments.colonizers:SERIES",
    window="infoset_gui.views.colonizers:ColonizersView",
    terminal="infoset.watching.colonizers:ColonizersBoard",
)

CROSSFIRE: Final = Descriptor(
    rules="infoset_games.crossfire:Crossfire",
    policies={"heuristic": "infoset_games.crossfire.policies:heuristic"},
    anchors="infoset_games.crossfire.anchors:anchors",
    places="infoset_games.crossfire.places:SquarePlaces",
    knowledge="infoset_games.crossfire.knowledge:SquareKnowledge",
    tables="infoset_games.crossfire.tables:CrossfireTables",
    encoding="infoset_bots.adapters.crossfire_encoding:CrossfireEncoding",
    window="infoset_gui.views.crossfire:CrossfireView",
    terminal="infoset.watching.crossfire:CrossfireBoard",
)

OPENSPIEL: Final = Family("infoset_games.openspiel.family")
