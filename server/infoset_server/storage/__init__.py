"""What must outlive the process: match logs and small documents. Bytes in, bytes out; knows no game.

port.py          what a store promises, whatever it is made of; the values that pass through it
errors.py        what can go wrong, and what is certain then
writer.py        group commit: what was submitted meanwhile goes into one transaction; crowd.py: when to wait
memory.py        a store that forgets, for `--no-store` and for tests
sql_store.py     the store in a database, SQLite or PostgreSQL; database.py: what it needs of one
sqlite.py        what is particular to SQLite; sqlite_engine.py opens its files
postgresql.py    what is particular to PostgreSQL
tables.py        the tables; migrations/ makes them, migrate.py runs those; statements.py,
                 claim_statements.py: what is said to them
chain.py         checksums and the hash chain by which a damaged log is noticed
notes.py         where documents are put, and by whom; notebook.py: stored soon, and told when they are
seed_box.py      seeds of matches, sealed; restart_clock.py: how long ago something was before a restart
opening.py       from the configuration to a store; backup.py: a copy of everything, and back
"""
