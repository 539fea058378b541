"""Matches being played: kept, told, timed, watched, and told again when they are over. Knows no rooms.

live_match.py    one match; chairs.py, seating.py: who plays; attendance.py: who is there
keeping.py       first kept, then told; match_clock.py: its time; slow_clocks.py: over days
herald.py        what players are told; match_messages.py: in which words
spectators.py    who looks on; audience.py: through which eyes; views.py, consents.py
results.py       how matches ended; replays.py: which; retelling.py, replay_streams.py: told again
"""
