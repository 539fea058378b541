"""Tournaments: who meets whom, who sits where, who comes where. Pure: no clock, no matches, no names.

Entrants are numbers from 0, in the order of their seeds: 0 is the best. Those who meet have a table, and what
happens there is its `Sitting`. All sittings together are the `Course`, from which a `Format` says what is
played next, and `standings` who is ahead. The knock-out schedules of two are those of `infoset_games.contests.brackets`.
"""
