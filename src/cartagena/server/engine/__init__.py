"""The engine: chooses moves, gives hints and analyses finished games."""
