"""Analyse positions and games: winning chances, mistakes, luck and reasons."""
