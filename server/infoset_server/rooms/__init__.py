"""Where people meet for matches: rooms, the lobby, seeks, and the start of play.

room.py               one room; lobby.py: all of them; room_list.py: who follows the list; series.py
seeks.py              who waits for which match; matchmaker.py: brings them together
match_registry.py     in which room each match is played; restored_matches.py: after a restart; slow_matches.py
documents.py          rooms and seeks in the store
"""
