"""Requests of clients: checked, carried out, answered. One file for each chapter of the protocol.

Each group says which requests it serves (`requests.py`); `dispatcher.py` hands them over, now or in their turn;
`waiting.py` keeps those that are answered later.
"""
