"""Rated and organised play: ladders and tournaments."""
