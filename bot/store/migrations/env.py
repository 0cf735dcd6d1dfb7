"""Runs revisions on the connection, and in the transaction, that the caller hands over."""

from alembic import context

from bot.store.model.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
