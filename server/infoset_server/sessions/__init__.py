"""Who comes, is away, comes back, goes: from `hello` to what waits for a client.

login.py      who a `hello` proves to be, and what `welcome` tells
restore.py    what waits for a client that is back, and rooms and seeks after a restart of the server
presence.py   clients whose link is lost, and what becomes of what they take part in
"""
