"""Matches of several: series, brackets and the formats of tournaments. Pure, as the games are."""
