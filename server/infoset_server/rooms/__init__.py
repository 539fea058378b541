"""Where people meet for matches: rooms, the lobby, seeks, and the start of play.

room.py               one room; room_seat.py: its seats; series.py: several matches in it
lobby.py              all rooms; room_list.py: what clients are told of them, and who follows the list
seeks.py              who waits for which match; matchmaker.py: brings them together
match_registry.py     in which room each match is played; restored_matches.py: after a restart; slow_matches.py
documents.py          rooms and seeks in the store
"""
