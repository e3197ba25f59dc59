"""Cleaning names and chat lines: no invisible characters, no stacked marks, no borrowed names."""

import unicodedata
from typing import Final

from cartagena.server.errors import Invalid

MAX_NAME: Final = 40
MAX_LINE: Final = 300
_MAX_MARKS: Final = 2
"""Maximum number of marks on one letter. More would only cover other lines."""
_JOINER: Final = "\u200d"
_BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
)
"""Characters that count as letters, symbols or marks, but are invisible."""
_LOOKALIKES: Final = {
    ord(other): latin
    for latin, others in {
        "a": "αа@",
        "b": "βвьъ68",
        "c": "сϲ",
        "d": "ԁδ",
        "e": "εеёєз3",
        "g": "ɡ",
        "h": "һнη",
        "i": "ιіїı1l|!ӏłj",
        "k": "κк",
        "m": "м",
        "n": "νпи",
        "o": "οоσ0θ",
        "p": "ρр",
        "q": "ԛ",
        "s": "ѕ5$",
        "t": "τт7",
        "u": "υц",
        "v": "ѵ",
        "w": "ωшщԝ",
        "x": "χх",
        "y": "уγ",
    }.items()
    for other in others
}
"""Letters, digits and signs in lower case, and the Latin letter that each looks like."""
MAX_REPORT: Final = 500
"""Maximum length of the words of a report."""


def clean_name(text: str) -> str:
    """Return a name as plain text. Raises `Invalid` if nothing is left."""
    name = _clean(text, MAX_NAME)
    if not name:
        raise Invalid("Please enter a readable name.")
    return name


def clean_chat(text: str) -> str:
    """Return a line of chat as plain text. Raises `Invalid` if nothing is left."""
    line = _clean(text, MAX_LINE)
    if not line:
        raise Invalid("Please write something readable.")
    return line


def clean_report(text: str) -> str:
    """Return the words of a report without invisible characters. They may be empty."""
    return _clean(text, MAX_REPORT)


def looks_like(name: str, other: str) -> bool:
    """Return True if two names look the same to a hasty reader."""
    return _skeleton(name) == _skeleton(other)


def _skeleton(name: str) -> str:
    """Return a name without case, marks, spaces and signs, in Latin letters where they look alike."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    letters = "".join(
        character for character in folded.translate(_LOOKALIKES) if character.isalnum()
    )
    return letters.replace("rn", "m").replace("vv", "w") or name


def _clean(text: str, longest: int) -> str:
    """Normalize to NFC, and remove invisible characters and superfluous spaces and marks."""
    characters: list[str] = []
    marks = 0
    normalized = unicodedata.normalize("NFC", text)
    for number, character in enumerate(normalized):
        category = unicodedata.category(character)
        if character == _JOINER and _joins_emoji(normalized, number):
            characters.append(character)
            continue
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > _MAX_MARKS:
            continue
        is_invisible = category[0] == "C" or character in _BLANK
        characters.append(" " if is_invisible else character)
    # Normalizing turns some characters into several.
    return " ".join("".join(characters).split())[:longest].strip()


def _joins_emoji(text: str, number: int) -> bool:
    """Return True if a joiner stands between two emoji, as in a family."""
    before = text[:number].rstrip("\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")[-1:]
    after = text[number + 1 : number + 2]
    return all(unicodedata.category(each) == "So" for each in (before, after) if each) and bool(
        before and after
    )
