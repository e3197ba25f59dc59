"""Several nodes on one PostgreSQL: receive each other's events."""
