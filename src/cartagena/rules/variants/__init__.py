"""Variants with moves of their own: the sloop, Morgan, Filibusters and Black Magic Woman."""
