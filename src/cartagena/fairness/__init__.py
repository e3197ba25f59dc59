"""Provably fair shuffles: the scheme, and a check of game records that needs no server."""
