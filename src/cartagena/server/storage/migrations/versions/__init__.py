"""One migration in each module; its number is the schema version it leads to."""
