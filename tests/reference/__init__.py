"""A slow, obvious Cartagena, written from the rulebooks only, to hold the fast one against."""

from tests.reference.table import Table

__all__ = ["Table"]
