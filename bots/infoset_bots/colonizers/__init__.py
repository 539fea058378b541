"""Bots for Colonizers."""
