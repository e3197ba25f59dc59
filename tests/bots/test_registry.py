from importlib.metadata import EntryPoint

import pytest

from cartagena.bots import create, names, registry
from cartagena.bots.deckhand import Deckhand
from cartagena.errors import CartagenaError


def test_bots_are_made_by_name() -> None:
    assert isinstance(create(" Deckhand "), Deckhand)
    for name in registry.BUILT_IN:
        assert create(name).name == name


def test_every_built_in_bot_has_a_title_and_a_sentence() -> None:
    assert list(registry.BUILT_IN) == list(registry.TITLES) == list(registry.SENTENCES)
    assert all(sentence.endswith(".") for sentence in registry.SENTENCES.values())


def test_an_unknown_name_gets_a_sentence() -> None:
    with pytest.raises(CartagenaError, match="no bot 'mate'; there are drunk, stowaway"):
        create("mate")


def test_a_package_brings_its_bot_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = (
        EntryPoint("parrot", "cartagena.bots.drunk:Drunk", registry.GROUP),
        EntryPoint("deckhand", "somewhere.else:Impostor", registry.GROUP),
    )
    monkeypatch.setattr(
        registry, "entry_points", lambda group: bots if group == registry.GROUP else ()
    )
    registry.plugins.cache_clear()
    try:
        assert names() == (*registry.BUILT_IN, "parrot")
        assert create("parrot").name == "drunk"
        assert isinstance(create("deckhand"), Deckhand)
    finally:
        registry.plugins.cache_clear()
