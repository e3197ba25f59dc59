"""Text that people send: names and chat, made plain or refused."""

import unicodedata

from cartagena.server.problems import mistake


def clean(text: str, what: str) -> str:
    """The text in one form, without what cannot be seen, and with something left of it."""
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
    words = " ".join("".join(kept).split())
    if not words:
        raise mistake(f"{what} must have something to read in it.")
    return words
