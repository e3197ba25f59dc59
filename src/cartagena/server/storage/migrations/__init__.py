"""The history of the database's form, step by step (Alembic)."""
