"""Catan: the base game for two to four seats, with trade. Rules and formats: README.md."""

from infoset_games.catan.game import Catan

__all__ = ["Catan"]
