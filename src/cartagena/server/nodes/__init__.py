"""Several nodes on one PostgreSQL: what they receive from each other."""
