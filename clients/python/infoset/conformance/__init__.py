"""How a client in any language shows that it speaks the protocol: a server whose tables are test cases.

Stands on the protocol's own sessions and the games' own matches, never on the real server.
"""
