"""Ladders: rated play without end. Who may enter, who meets whom, what came of it, how strong everybody is.

definition.py   what a ladder is: its file
ladder.py       one ladder: entries, results, table, who meets next
service.py      all of them: starts matches, counts results, tells people
desk.py         what clients ask; pages.py: the same as JSON over HTTP

entries.py      versions of programs, and people; sources.py: programs that the server runs
pairing.py      line-ups of programs; waiting.py: of people; meetings.py: what a line-up plays
results.py      what is kept of a match, for ever; statistics.py: what can be counted of it
reckoning.py    from results to a table, bit for bit; tables.py: what that is; scale.py: its numbers
reckoner.py     has that done in a process of its own, worker.py
rating/         strengths from outcomes

stored.py       what the store has of ladders; restoring.py: a ladder from that
template.py     the file of a new ladder; plots.py: figures
"""
