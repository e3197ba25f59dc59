"""Moves in words and facts: why one is illegal, what speaks for one, what one brought."""
