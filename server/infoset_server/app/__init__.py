"""The server as a whole.

composition.py  the core, put together; server.py: begun, there for the connections, ended
service.py      the steps of a server's life; feature.py: a service made of the core; features/: all of them
site.py         everything that is answered over HTTP, as one table
"""
