"""Messages between parts that need not know each other, and that can be read again where they get lost.

    port.py      what every bus promises: publish, subscribe, request
    errors.py    how a request fails
    subjects.py  patterns of subjects
    embedded.py  the bus within one process
    place.py     how far a stream has been followed: what is next, old, or behind a gap

What must not be lost (what players are told, acts, results) goes other ways.
"""
