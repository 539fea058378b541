"""Ladders: rated play without end. Who may enter, who meets whom, what came of it, how strong everybody is.

definition.py   a ladder's file, with sections in rules.py and season_rules.py; template.py: a new one; classes.py: ladders of classes
changing.py     what of a class's ladder may be changed while it is played, and what follows
ladder.py       one ladder: what it takes and plays now, its results and meetings
roster.py       who is on it: names, versions, the queue, the bench; entries.py: versions of programs, and people
standings.py    the newest table; tables.py: what a table is
lineups.py      who meets next; pairing.py: line-ups of programs; queue.py: people who wait
pace.py         how often programs meet; batches.py: matches that somebody has asked for
seasons.py      which season is on, and those that are over; season_end.py: how one ends; divisions.py: who goes up and down
trials.py       a program's match before the first that counts; alerts.py: what went wrong, for its owner
meetings.py     what a line-up plays; matches.py: where and how it is played
programs.py     the server's own programs on a ladder; sources.py: where they come from
results.py      what is kept of a match, for ever; statistics.py: what can be counted of it
publishing.py   what follows from a result
recordings.py   which matches can be seen again; retention.py: for how long

service.py      all ladders: where they are run (leader_lease.py), how they begin and end
catalogue.py    which there are; ladder_notes.py: where one keeps its documents; player_presence.py: over which connections entries play
scheduler.py    looks again and again who can meet

calculation.py  from results to a table, bit for bit; rating/: strengths from outcomes
rating_worker.py has tables calculated in a process of their own, rating_process.py
command-line work: export.py, result_files.py, plots.py
"""
