"""Positions as plain mappings: types, reading and writing."""
