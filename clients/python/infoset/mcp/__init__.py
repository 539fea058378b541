"""A seat for a language model: a server of the Model Context Protocol that is a client of an Infoset server.

`seat.py` is one match in text, `player.py` one login and what its tools do, `rulebook.py` the rules by section,
`players.py` who may come in over HTTP, `server.py` the tools and resources. Only `players.py` and `server.py` know the
protocol's SDK (extra `mcp`).
"""
