"""Bots for Crossfire alone."""
