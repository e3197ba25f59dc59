"""Sanitizing text that people send, names and chat: no control characters, no stacked marks."""

import unicodedata

from cartagena.server.errors import Invalid


def clean_name(text: str) -> str:
    """A name in plain text."""
    name = _plain(text)
    if not name:
        raise Invalid("Please enter a readable name.")
    return name


def clean_chat(text: str) -> str:
    """A line of chat in plain text."""
    line = _plain(text)
    if not line:
        raise Invalid("Please write something readable.")
    return line


def _plain(text: str) -> str:
    """The text in Unicode's form NFC, without characters that cannot be seen."""
    plain = unicodedata.normalize("NFC", text)
    shown = "".join(
        character if unicodedata.category(character)[0] != "C" else " " for character in plain
    )
    # Marks beyond two on one letter only serve to write over other lines.
    kept: list[str] = []
    marks = 0
    for character in shown:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks <= 2:
            kept.append(character)
    return " ".join("".join(kept).split())
