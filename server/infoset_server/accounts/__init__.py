"""Who people are: users and their roles, what proves it (tokens, keys, tickets), classes, bans.

Knows no sockets, rooms or matches. Everything that shall outlive the server goes through `Notes`; no
secret does, only its hash.
"""
