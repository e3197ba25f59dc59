"""The catalogues of the four languages: whole, in every form, and in one voice."""

import json
import re
from typing import Any

import pytest

from cartagena.server.http.routes.site import Site
from tools import catalogues


def messages(language: str) -> dict[str, Any]:
    """Both files of a language: what the client loads at first, and what it loads later."""
    files = [Site().files[f"locale/{language}{part}.json"] for part in catalogues.PARTS]
    at_first, later = (json.loads(file) for file in files)
    assert not at_first.keys() & later.keys()
    return {**at_first, **later}


def sentences(language: str) -> list[str]:
    """Every sentence of a language, in each of its forms."""
    said = messages(language)
    return [
        text
        for given in said.values()
        for text in (given.values() if isinstance(given, dict) else [given])
    ]


@pytest.mark.parametrize(
    ("originals", "texts", "whole"),
    [
        (("{who} wins!",), ("{who} vann!",), True),
        (("{who} wins!",), ("vann!",), False),
        (("{who} wins!",), ("{who} vann {card}!",), False),
        (("{who} wins!",), (), False),
        (("{who}: {count} card", "{who}: {count} cards"), ("{who}: egy", "{who}: {count}"), True),
        (("{who}: {count} card", "{who}: {count} cards"), ("{who}: {count}",), False),
        (("{who}: {count} card", "{who}: {count} cards"), ("egy", "{who}: {count}"), False),
        (("{who}: {count} card", "{who}: {count} cards"), ("{who}: {count}", ""), False),
    ],
)
def test_a_translation_has_every_form_and_every_name(
    originals: tuple[str, ...], texts: tuple[str, ...], whole: bool
) -> None:
    assert catalogues.is_whole(originals, texts, plurals=2) is whole


def test_hebrew_has_its_dual() -> None:
    said = messages("he")
    cards = said["{count} card"]
    assert set(cards) >= {"one", "two", "other"}
    assert cards["two"] == "שני קלפים"
    assert len(set(cards.values())) == 3


def test_hungarian_says_te() -> None:
    formal = re.compile(
        r"\bÖn(nek|t|ök)?\b|\b([Vv]álasszon|[Íí]rja be|[Pp]róbálja|[Vv]árjon|[Jj]átsszon)\b"
    )
    assert [text for text in sentences("hu") if formal.search(text)] == []


UNUSUAL = re.compile(
    r"[a-z]'| \u2026|\b(cannot|does not|do not|did not|will not)\b"
    r"|\b(run ahead|help ahead|leap\w*|lit|anew|plays? on|fall back)\b|^Who (has|can)\b"
)
"""Straight apostrophes, long forms, and words that players of board games would not say."""


def test_english_is_plain() -> None:
    said = [
        text
        for message in catalogues.gathered()
        if message.id
        for text in ([message.id] if isinstance(message.id, str) else message.id)
    ]
    assert [text for text in said if UNUSUAL.search(text)] == []
    assert UNUSUAL.search("Who has no cards may skip")
    assert UNUSUAL.search("It's over")


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_an_open_seat_is_not_an_open_hand(language: str) -> None:
    said = messages(language)
    assert said["open"] != said["open seat"]


def test_icelandic_tells_rematch_and_playing_back_apart() -> None:
    said = messages("is")
    assert said["Rematch"] != said["Play"]


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_no_space_before_an_ellipsis(language: str) -> None:
    assert [text for text in sentences(language) if " …" in text] == []
