"""Requests of clients: checked, carried out, answered. One file for each chapter of the protocol.

`dispatcher.py` hands each request to its handler, which `table.py` finds by the type of the message; a refusal becomes
an `error` message there and nowhere else.
"""
