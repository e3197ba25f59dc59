"""Several nodes on one PostgreSQL: what they tell each other."""
