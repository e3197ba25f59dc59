from importlib.metadata import EntryPoint

import pytest

from cartagena.bots import create, names, registry
from cartagena.bots.deckhand import Deckhand
from cartagena.errors import CartagenaError


def test_bots_are_created_by_name() -> None:
    assert isinstance(create(" Deckhand "), Deckhand)
    for name in registry.BOTS:
        assert create(name).name == name


def test_every_built_in_bot_has_a_title_and_a_tagline() -> None:
    for name, info in registry.BOTS.items():
        assert info.name == name
        assert info.title.lower().replace(" ", "-") == name
        assert info.tagline.endswith(".")


def test_rejects_an_unknown_name() -> None:
    with pytest.raises(CartagenaError, match=r"no bot 'mate'\. The bots are drunk, stowaway"):
        create("mate")


def test_a_package_adds_a_bot_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = (
        EntryPoint("parrot", "cartagena.bots.drunk:Drunk", registry.GROUP),
        EntryPoint("deckhand", "somewhere.else:Impostor", registry.GROUP),
    )
    monkeypatch.setattr(
        registry, "entry_points", lambda group: bots if group == registry.GROUP else ()
    )
    registry.plugins.cache_clear()
    try:
        assert names() == (*registry.BOTS, "parrot")
        assert registry.find("parrot").title == "parrot"
        assert create("parrot").name == "drunk"
        assert isinstance(create("deckhand"), Deckhand)
    finally:
        registry.plugins.cache_clear()
