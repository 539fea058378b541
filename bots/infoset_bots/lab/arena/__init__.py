"""The local arena: many matches between any bots on this machine, without a server.

Entries -- Schedule -- Table (one match) -- Seats: bot classes, programs over stdio
              |           ^
              |        workers (one process per core)
              v
          RunFolder (JSON lines) -- Summary, CSV, sequential A-B test
"""
