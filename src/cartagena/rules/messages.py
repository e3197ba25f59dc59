"""Texts with gaps that the command line formats and the browser translates.

The tables of `move_kinds`, `decision_kinds` and `reasons` hold them. The server sends the tables to
the browser in its catalogue, and `tools/catalogues.py` collects the texts for translation.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    """A text with gaps such as `{card}`. With `plural`, its form depends on `count`."""

    text: str
    plural: str = ""
    none: str = ""
    """The form for a count of 0, if it is not the plural."""

    def format(self, *, count: int = 0, **params: object) -> str:
        """Fill the gaps, in English."""
        if self.none and count == 0:
            template = self.none
        else:
            template = self.plural if self.plural and count != 1 else self.text
        return template.format(count=count, **params)
