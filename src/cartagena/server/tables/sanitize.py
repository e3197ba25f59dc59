"""Cleaning names and chat lines: no control characters, no stacked combining marks."""

import unicodedata

from cartagena.server.errors import Invalid


def clean_name(text: str) -> str:
    """Return a name as plain text. Raises `Invalid` if nothing is left."""
    name = _clean(text)
    if not name:
        raise Invalid("Please enter a readable name.")
    return name


def clean_chat(text: str) -> str:
    """Return a line of chat as plain text. Raises `Invalid` if nothing is left."""
    line = _clean(text)
    if not line:
        raise Invalid("Please write something readable.")
    return line


def _clean(text: str) -> str:
    """Normalize to NFC, and remove invisible characters and superfluous spaces."""
    printable = "".join(
        " " if unicodedata.category(character)[0] == "C" else character
        for character in unicodedata.normalize("NFC", text)
    )
    # More than two marks on one letter only serve to write over other lines.
    characters: list[str] = []
    marks = 0
    for character in printable:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks <= 2:
            characters.append(character)
    return " ".join("".join(characters).split())
