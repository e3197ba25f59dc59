"""Bots. A bot is given what its seat may know and the legal moves, never the state itself."""
