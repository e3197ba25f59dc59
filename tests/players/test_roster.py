from importlib.metadata import EntryPoint

import pytest

from cartagena.players import create, names, roster
from cartagena.players.deckhand import Deckhand
from cartagena.rules.errors import CartagenaError


def test_bots_are_made_by_name() -> None:
    assert isinstance(create(" Deckhand "), Deckhand)
    for name in roster.BUILT_IN:
        assert create(name).name == name


def test_every_built_in_bot_has_a_title_and_a_sentence() -> None:
    assert list(roster.BUILT_IN) == list(roster.TITLES) == list(roster.SENTENCES)
    assert all(sentence.endswith(".") for sentence in roster.SENTENCES.values())


def test_an_unknown_name_gets_a_sentence() -> None:
    with pytest.raises(CartagenaError, match="no bot 'mate'; there are drunk, stowaway"):
        create("mate")


def test_a_package_brings_its_bot_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = (
        EntryPoint("parrot", "cartagena.players.drunk:Drunk", roster.GROUP),
        EntryPoint("deckhand", "somewhere.else:Impostor", roster.GROUP),
    )
    monkeypatch.setattr(roster, "entry_points", lambda group: bots if group == roster.GROUP else ())
    roster.plugins.cache_clear()
    try:
        assert names() == (*roster.BUILT_IN, "parrot")
        assert create("parrot").name == "drunk"
        assert isinstance(create("deckhand"), Deckhand)
    finally:
        roster.plugins.cache_clear()
