"""Colonizers: four seats, hidden hands, hidden colonists. Rules and formats: README.md."""

from infoset_games.colonizers.game import Colonizers

__all__ = ["Colonizers"]
