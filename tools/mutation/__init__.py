"""Mutation testing: how many small bugs the tests find."""
