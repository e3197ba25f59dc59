"""The game as people and JSON write it: moves, positions and records, and reading them."""
