"""Variants with their own moves: the sloop, Morgan, Filibusters and Black Magic Woman."""
