"""Ladders: rated play without end. Who may enter, who meets whom, what came of it, how strong everybody is.

definition.py   what a ladder is: its file
ladder.py       one ladder: what it takes and plays now, its results and meetings
roster.py       who is on it: names, versions, the queue, the bench; entries.py: versions of programs, and people
standings.py    how they stand: the newest table; tables.py: what that is
matchmaker.py   who meets next; pairing.py: line-ups of programs; waiting.py: of people
meetings.py     what a line-up plays
programs.py     the server's own programs on a ladder; sources.py: where they come from
results.py      what is kept of a match, for ever; statistics.py: what can be counted of it

service.py      all of them: where they are run (tenure.py), what people ask, how they begin and end
catalogue.py    which there are; attendance.py: over which connections entries play
scheduler.py    looks again and again who can meet
matches.py      what becomes of their matches; rooms.py: where they are played
counting.py     what follows from a result; publishing.py: has tables calculated
desk.py         what clients ask; pages.py: the same as JSON over HTTP
classes.py      ladders of classes

reckoning.py    from results to a table, bit for bit; scale.py: its numbers
reckoner.py     has that done in a process of its own, worker.py
rating/         strengths from outcomes

stored.py       what the store has of ladders; restoring.py: a ladder from that
template.py     the file of a new ladder; plots.py: figures
"""
