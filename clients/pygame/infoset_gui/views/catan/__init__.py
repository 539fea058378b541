"""Catan: an island, and what everybody wants of it."""

from infoset_gui.views.catan.view import CatanView

__all__ = ["CatanView"]
