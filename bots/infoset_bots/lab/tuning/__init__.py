"""Finds good parameters for a bot by playing: see docs/tuning.md."""
