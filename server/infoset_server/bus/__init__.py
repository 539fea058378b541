"""Messages between parts that need not know each other, and that can be read again where they get lost.

port.py      what every bus promises: publish, subscribe, request; how far a numbered stream has been followed
embedded.py  the bus within one process
nats.py      the bus between processes and machines
nats_link.py its socket: a short way for what comes by the thousand
opening.py   which of them the configuration wants

What must not be lost (what players are told, acts, results) goes other ways.
"""
