"""Text that people send: names and chat, made plain or refused."""

import unicodedata

from cartagena.server.api.problems import mistake


def clean_name(text: str) -> str:
    """A name in plain text."""
    name = _plain(text)
    if not name:
        raise mistake("Please enter a readable name.")
    return name


def clean_talk(text: str) -> str:
    """Something said, in plain text."""
    words = _plain(text)
    if not words:
        raise mistake("Please write something readable.")
    return words


def _plain(text: str) -> str:
    """The text in one form, without what cannot be seen."""
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
