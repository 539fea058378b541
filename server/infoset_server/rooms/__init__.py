"""Where people meet for matches: rooms, the lobby, seeks, and the start of play.

rooms.py         one room; lobby.py: all of them; room_list.py: who follows the list
pairing.py       seeks; noting.py: rooms and seeks, noted so that they outlive the server
play.py          the matches being played; hall.py: rooms, play and house bots together
room_desk.py     what clients ask
"""
