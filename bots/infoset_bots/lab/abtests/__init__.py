"""A-B tests on a server's queue: submitting them, and playing them for it.

command.py    `infoset ab`
server.py     what the server is asked, over HTTP
submitting.py a program of this machine as what is submitted: its files, their hash
playing.py    an order of the server as a plan of the arena, and matches as the blocks it wants
worker.py     takes blocks, plays them, reports them, until it is told to end
"""
