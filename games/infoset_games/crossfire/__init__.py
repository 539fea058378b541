"""Crossfire: two seats move at once in fog, on a board that shrinks. Rules and formats: README.md."""

from infoset_games.crossfire.game import Crossfire

__all__ = ["Crossfire"]
