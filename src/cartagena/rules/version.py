"""The version of the rules.

A running game knows the version it began with, and a program with another version does not touch it.
"""

from typing import Final

RULES_VERSION: Final = 1
"""Raise it whenever the same seed and moves lead to another position.

`tests/rules/test_version.py` fails when that is due."""
