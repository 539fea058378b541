"""What must outlive the process: match logs, and small documents. Bytes in, bytes out; knows no game.

port.py          what a store promises, whatever it is made of; the values that pass through it
errors.py        what can go wrong, and what is certain then
writer.py        group commit: what was submitted meanwhile goes into one transaction
memory.py        a store that forgets, for `--no-store` and for tests
sql_store.py     the store in a database, SQLite or PostgreSQL
sqlite.py        what is particular to SQLite; sqlite_engine.py opens its files, sqlite_connection.py appends
postgresql.py    what is particular to PostgreSQL
tables.py        the tables; migrations/ makes them, migrate.py runs those
chain.py         checksums and the hash chain by which a damaged log is noticed
lock.py          one server for each SQLite file
ballast.py       disk space that can be given back
opening.py       from the configuration to a store
backup.py        a copy of everything, and back
commands.py      `infoset store backup | restore | export | check`
"""
