"""Seeds and the two generators: the game's own, and a fast one for simulated play."""
