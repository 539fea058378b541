"""A-B tests as a service: a queue of them, played by workers anywhere, decided as the blocks come in.

definition.py   what is submitted, what a worker reports, and how both are stored
abtest.py       one test: blocks that are out, blocks that are in, its verdict
programs.py     the bytes that are played, by their hashes
queue.py        all tests: whose turn it is, who may do what, what outlives the server
view.py         tests as people and programs see them
"""
