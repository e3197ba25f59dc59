"""Provably fair shuffles: the scheme, and checking a record without a server."""
