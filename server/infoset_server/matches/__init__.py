"""Matches being played: committed, told, timed, watched, and told again when they are over. Knows no rooms.

floor.py           all of them, with their house bots; context.py: what they share; report.py: how one ended
runner.py          one match; seats.py, seating.py: who plays; seat_presence.py: who is there
commit_gate.py     first stored, then told; match_log.py, match_records.py, step_records.py: as what; records.py: opened and closed
match_clock.py     its time; slow_clocks.py: decisions that take days
notifier.py        what players are told; match_messages.py: in which words
talk.py            what was said, for those who come back
spectators.py      who looks on; view_group.py: those with the same view; views.py, consents.py
results.py         how matches ended; replays.py: which; replay_streams.py: told again; deletions.py: of which nothing is kept
settings.py        what the players agreed on
"""
