"""Knock-out brackets of two-player series: who meets whom, and what follows from who won. Pure.

`elimination.py` makes the schedule of a single or double elimination, `bracket.py` plays it, `series.py`
(of `infoset_games`) is what is played in each pairing.
"""
