"""Analysis: what a position and every move of a game were worth."""
