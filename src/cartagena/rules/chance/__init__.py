"""Chance: seeds, the secure and the fast generator, and scripted outcomes."""
