"""Portraits of the rivals."""
