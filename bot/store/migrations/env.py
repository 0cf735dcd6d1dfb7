"""Alembic's entry: runs the revisions on the caller's connection, in the caller's transaction."""

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
