"""Messages between parts that need not know each other, and that can be read again where they get lost.

port.py             what every bus promises: publish, subscribe, request
embedded.py         the bus within one process
stream_position.py  how far a numbered stream has been followed: what is next, old, or behind a gap

What must not be lost (what players are told, acts, results) goes other ways.
"""
