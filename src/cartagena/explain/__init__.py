"""Moves in words and facts: what speaks for one, what one brought, which ones decided a game."""
