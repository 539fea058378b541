"""Several machines as one server: edges have the connections, the hall what they talk to. Trunks carry what passes between.

`infoset_server.bus` moves the bytes; here is what is said over it.
"""
