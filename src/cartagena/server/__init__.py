"""The table server: tables, seats, the log of every game, the HTTP API and its event streams."""
