"""The steps by which the tables came to be as they are. Alembic runs them, one file for each revision."""
