"""Names and chat lines: nothing invisible, nothing that covers other lines, no borrowed names."""

import pytest

from cartagena.protocol.requests import Say
from cartagena.server.errors import Forbidden, Invalid
from cartagena.server.storage.identities import Identity
from cartagena.server.tables import chat
from cartagena.server.tables.sanitize import MAX_NAME, clean_chat, clean_name, looks_like
from tests.support.tables import created

BLANK = ("\u3164", "\u2800", "\u034f", "\u115f", "\uffa0", "\u200b\u00ad", "\u202e")


@pytest.mark.parametrize("text", BLANK, ids=ascii)
def test_a_name_must_be_visible(text: str) -> None:
    with pytest.raises(Invalid):
        clean_name(text * 3)
    assert clean_name(f"An{text}na") in ("An na", "Anna")


def test_marks_are_limited() -> None:
    assert clean_name("e" + "\u20dd" * 30) == "e" + "\u20dd" * 2
    assert clean_chat("o" + "\u0308\u0301" * 20) == "\u00f6\u0301\u0308"
    # Hebrew points and Thai vowels with tones stay.
    for word in (
        "\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd",
        "\u0e19\u0e49\u0e33",
        "\u0939\u093f\u0928\u094d\u0926\u0940",
    ):
        assert clean_name(word) == word


def test_a_name_does_not_grow_when_it_is_normalized() -> None:
    assert len(clean_name("\ufb2c" * MAX_NAME)) <= MAX_NAME


def test_emoji_families_stay_together() -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert clean_chat(f"We: {family}") == f"We: {family}"
    assert clean_chat("a\u200db") == "a b"


@pytest.mark.parametrize(
    "name", ["anna", "ANNA", "A n n a", "\u0410nn\u0430", "\uff21nna", "\u00c1nn\u00e1", "Ann@"]
)
def test_a_guest_cannot_write_under_the_name_of_a_player(name: str) -> None:
    assert looks_like("Anna", name)
    table = created()
    table.seats[0].name = "Anna"
    with pytest.raises(Forbidden, match="has this name"):
        chat.say(Say(text="ahoy"), Identity("stranger", clean_name(name)))(table, 0)


def test_other_names_are_not_taken_for_the_same() -> None:
    for name, other in (
        ("Anna", "Hanna"),
        ("Anna", "Anne"),
        ("\u05d3\u05e0\u05d4", "\u05d3\u05e0\u05d9"),
        ("\U0001f9dc", "\U0001f42c"),
    ):
        assert not looks_like(name, other)
