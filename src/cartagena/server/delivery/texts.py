"""The words of notices, in the reader's language."""

import json
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from cartagena.rules.presets import GAMES, TITLE_PARTS
from cartagena.server.storage.outbox import NoticeKind
from cartagena.server.tables.table import Table

LANGUAGES: Final = ("en", "de", "fr", "it", "es", "cs", "hu", "is", "he")
"""The languages of the page. Others get English."""
_UNNAMED: Final = ("A table", "Quick start", "Quick match")
"""The names of tables that nobody has named."""


def key_of(message: str) -> str:
    """Return the key of a message in the files of translations, as `keyOf` in js/lib/i18n.js does."""
    value = 0x811C9DC5
    for unit in memoryview(message.encode("utf-16-le")).cast("H"):
        value = (value ^ unit) * 0x01000193 & 0xFFFFFFFF
    digits = ""
    while value:
        value, digit = divmod(value, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits[-5:]


@cache
def _messages(language: str) -> dict[str, object]:
    folder = files("cartagena").joinpath("web", "locale")
    parts = (f"{language}.json", f"{language}-more.json")
    texts = (folder.joinpath(name).read_text(encoding="utf-8") for name in parts)
    return {key: text for part in texts for key, text in json.loads(part).items()}


def say(sentence: str, language: str, **names: str) -> str:
    """Return a sentence in this language, with its placeholders filled."""
    if language != "en" and language in LANGUAGES:
        translation = _messages(language).get(key_of(sentence))
        sentence = translation if isinstance(translation, str) and translation else sentence
    return sentence.format(**names)


def game_title(table: Table, language: str) -> str:
    """Return the name of a table or, if it has none, of its game."""
    if table.setup.name not in _UNNAMED:
        return table.setup.name
    parts = (
        next((part for part in group if part.applies(table.rules)), None) for group in TITLE_PARTS
    )
    titles = [GAMES[part.preset].title for part in parts if part]
    return " · ".join(say(title, language) for title in titles)


class Text(NamedTuple):
    """A notice in words."""

    title: str
    body: str
    path: str
    """The page that it is about."""


def notice_text(kind: NoticeKind, table: Table | None, identity: str, language: str) -> Text:
    """Return what a notice says: the table and who plays there, and nothing about the game."""
    if table is None:
        return Text(
            say("This works", language),
            say("You’ll hear from us when it’s your turn.", language),
            "/",
        )
    name = game_title(table, language)
    players = [
        say(player, language) if seat.kind == "bot" else player
        for seat, player in zip(table.seats, table.names().values(), strict=True)
        if seat.identity != identity and seat.kind in ("player", "bot")
    ]
    body = say("With {players}", language, players=", ".join(dict.fromkeys(players)))
    path = f"/table/{table.id}"
    match kind:
        case "over":
            return Text(say("Game over: {table}", language, table=name), body, path)
        case "rematch":
            return Text(
                say("Invitation to a rematch: {table}", language, table=name),
                body,
                f"/table/{table.rematch}",
            )
        case "reminder":
            return Text(say("Still your turn: {table}", language, table=name), body, path)
    return Text(say("Your turn: {table}", language, table=name), body, path)
