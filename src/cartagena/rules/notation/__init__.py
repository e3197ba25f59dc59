"""The notation of moves, positions and records: reading and writing them."""
