"""A slow and simple second implementation, written from the rulebooks alone, to compare with."""

from tests.reference.table import Table

__all__ = ["Table"]
