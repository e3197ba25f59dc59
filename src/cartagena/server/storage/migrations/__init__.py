"""The schema's migrations (Alembic), one module for each schema version."""
