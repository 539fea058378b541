"""Colonizers: four colonies on Mars."""

from infoset_gui.views.colonizers.view import ColonizersView

__all__ = ["ColonizersView"]
