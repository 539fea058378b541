"""Writes the typed messages and game payloads of every SDK from the published schemas. Not for running them."""
