"""Crossfire: two sides in fog, with lasers."""

from infoset_gui.views.crossfire.view import CrossfireView

__all__ = ["CrossfireView"]
