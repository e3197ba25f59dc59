"""The database: schema, queries, migrations, and durable writes."""
