"""What Alembic runs for each command: our connection, our transaction."""

from alembic import context

from infoset_server.storage.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,  # SQLite can, if one begins the transaction oneself
)
context.run_migrations()
