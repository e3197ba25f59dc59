"""The message catalogues: complete, with every plural form, and with consistent terms."""

import json
import re
import tomllib
from typing import Any

import pytest

from cartagena.server.delivery.texts import key_of
from cartagena.server.http.routes.site import Site
from tools import catalogues


def messages(language: str) -> dict[str, Any]:
    """Return the messages of a language."""
    files = (f"locale/{language}.json", f"locale/{language}-more.json")
    first, more = (json.loads(Site().files[name]) for name in files)
    assert not first.keys() & more.keys()
    assert len(first) < len(more), "the first page is small"
    return {**first, **more}


def sentences(language: str) -> list[str]:
    """Return every message of a language, in each of its forms."""
    return [
        text
        for message in messages(language).values()
        for text in (message.values() if isinstance(message, dict) else [message])
    ]


@pytest.mark.parametrize(
    ("originals", "texts", "complete"),
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
def test_translations_have_every_form_and_placeholder(
    originals: tuple[str, ...], texts: tuple[str, ...], complete: bool
) -> None:
    assert catalogues.is_complete(originals, texts, plurals=2) is complete


def test_hebrew_has_a_dual_form() -> None:
    texts = messages("he")
    cards = texts[key_of("{count} card")]
    assert set(cards) >= {"one", "two", "other"}
    assert cards["two"] == "שני קלפים"
    assert len(set(cards.values())) == 3


def test_hungarian_is_informal() -> None:
    formal = re.compile(
        r"\bÖn(nek|t|ök)?\b|\b([Vv]álasszon|[Íí]rja be|[Pp]róbálja|[Vv]árjon|[Jj]átsszon)\b"
    )
    assert [text for text in sentences("hu") if formal.search(text)] == []


UNUSUAL = re.compile(
    r"[a-z]'| \u2026|\b(cannot|does not|do not|did not|will not)\b"
    r"|\b(run ahead|help ahead|leap\w*|lit|anew|plays? on|fall back)\b|^Who (has|can)\b"
)
"""Straight apostrophes, forms without contraction, and words that players would not use."""


def test_english_is_plain() -> None:
    assert [text for text in spoken("en") if UNUSUAL.search(text)] == []
    assert UNUSUAL.search("Who has no cards may skip")
    assert UNUSUAL.search("It's over")


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_an_open_seat_is_not_an_open_hand(language: str) -> None:
    texts = messages(language)
    assert texts[key_of("open")] != texts[key_of("open seat")]


def test_icelandic_distinguishes_again_and_replay() -> None:
    texts = messages("is")
    assert texts[key_of("Again")] != texts[key_of("Replay")]


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_no_space_before_an_ellipsis(language: str) -> None:
    assert [text for text in sentences(language) if " …" in text] == []


TERMS = tomllib.loads((catalogues.LOCALE / "terms.toml").read_text(encoding="utf-8"))


def spoken(language: str) -> list[str]:
    """Return every message of a language (which may be English) in each of its forms."""
    if language != "en":
        return sentences(language)
    ids = [message.id for message in catalogues.extract_messages() if message.id]
    return [text for one in ids for text in ([one] if isinstance(one, str) else one)]


def forbidden(language: str, text: str) -> list[str]:
    """Return the replacements for the words that a language must not use."""
    return [
        rule["instead"]
        for rule in TERMS["forbidden"][language]
        if re.search(rule["pattern"], text, re.IGNORECASE)
    ]


@pytest.mark.parametrize("language", ["en", *catalogues.LANGUAGES])
def test_no_message_uses_a_forbidden_word(language: str) -> None:
    assert {text: words for text in spoken(language) if (words := forbidden(language, text))} == {}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "It counts for nothing."),
        ("en", "Own rules"),
        ("en", "From jail, that move goes to {target}."),
        ("cs", "Dílky se zamíchají na začátku hry."),
        ("cs", "Lízli jste si:"),
        ("cs", "{game}: hrajete za barvu {colour} a jste na tahu."),
        ("hu", "A lapkák a játék kezdetekor keverednek össze."),
        ("hu", "Egy körben legfeljebb három akciód van."),
        ("hu", "Hivatkozás másolása"),
        ("hu", "A játék legkésőbb a(z) {move}. lépéssel véget ért."),
        ("hu", "A linked ekkor készült: {date}. Újra megmutatni nem lehet."),
        ("hu", "Kártya {who}nak"),
        ("is", "Flísarnar eru stokkaðar þegar spilið hefst."),
        ("is", "Ógilda hlekkinn"),
        ("is", "Stokkið er yfir setna reiti"),
        ("is", "Æfingaspil"),
        ("is", "Ný(r) hér?"),
        ("is", "Komdu þeim í skútuna á undan {other}: þá vinnur þú."),
        ("he", "אם נתקעתם, „רמז“ מראה מהלך טוב."),
        ("he", "האריחים מעורבבים כשהמשחק מתחיל."),
        ("he", "כמו כל סמל אחר"),
        ("he", "שלפתם:"),
        ("he", "עכשיו התור של {colour}."),
        ("he", "אתם {own}."),
        ("he", "{who} מנצח!"),
    ],
)
def test_finds_forbidden_words(language: str, text: str) -> None:
    assert forbidden(language, text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("cs", "Oblíbené hry jsou blízko."),
        ("cs", "Díly chodby"),
        ("hu", "A linked ekkor készült: {date} Újra megmutatni nem lehet."),
        ("is", "Uppsetning"),
        ("he", "עכשיו התור של ה{colour}."),
        ("he", "ל{who} יש שלושה רעיונות."),
        ("he", "אתם משחקים בצבע {own}."),
        ("he", "רמת הבוט: {colour}"),
        ("he", "{who}: הצגת הקלפים שלי"),
        ("he", "{count} × {colour}"),
    ],
)
def test_allows_words_that_only_look_forbidden(language: str, text: str) -> None:
    assert forbidden(language, text) == []


def test_every_term_has_a_name_in_every_language() -> None:
    assert all(set(words) == set(catalogues.LANGUAGES) for words in TERMS["terms"].values())
