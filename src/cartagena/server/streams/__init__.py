"""Event streams: who listens to a table, what they are sent, and who is present."""
