"""Talking to a table server from Python."""
