"""The environment of Alembic, which uses the connection from its configuration."""

from alembic import context

from cartagena.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
