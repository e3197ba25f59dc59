"""The table as text: complete, and narrow enough for any terminal."""

from __future__ import annotations

import re

import pytest

from cartagena.picture import text
from tests.picture.positions import EXAMPLE, SAMPLES, Position, everything, view, won

every_sample = pytest.mark.parametrize("position", SAMPLES.values(), ids=SAMPLES.keys())


@every_sample
def test_fits_80_columns(position: Position) -> None:
    lines = text(position).splitlines()
    assert max(map(len, lines)) <= 80
    assert all(line == line.rstrip() for line in lines)
    assert "\x1b" not in text(position)


@every_sample
def test_every_space_is_named_once(position: Position) -> None:
    counts = re.findall(r"(?<!\S)(\d+) ([a-z]+)\+?(?=  |\n)", text(position).split(" deck ")[0])
    assert counts == [(str(i), name) for i, name in enumerate(position["board"], 1)]


@every_sample
def test_every_pirate_stands_somewhere(position: Position) -> None:
    way = text(position).split("\n\n", 1)[1].split(" deck ")[0]
    for colour, places in position["pirates"].items():
        letter = colour[0].upper()
        crews = re.findall(r"(?<![A-Za-z])[BRGYP]+(?![A-Za-z])", way)
        assert sum(crew.count(letter) for crew in crews) == sum(places.values())


def test_the_example_position() -> None:
    lines = text(EXAMPLE).splitlines()
    assert lines[0] == "CARTAGENA  2000 · Tortuga"
    assert lines[1] == "Blue to move, 3 actions left"
    assert " jail     B  G  Y" in lines
    assert " 13 pistol    14 key       15 dagger    16 hat       17 skull     18 bottle" in lines
    assert "                                                        BRR          B" in lines
    assert " row      <- bottle dagger dagger hat pistol bottle dagger skull skull" in lines
    assert ">B Blue         0/6 home, 9 cards: bottle, pistol, hat, 2 skull, 4 dagger" in lines
    assert " discards 21: 3 bottle, 5 hat, 2 dagger, 11 key" in lines


def test_a_view_shows_only_visible_cards() -> None:
    lines = text(view(everything(), 1))
    assert "R Red (you)" in lines
    assert "6 unknown" in lines
    assert "snake" not in lines
    assert "drawn    6 unknown" in lines
    assert "1. is rum; 2. is rum" in lines


def test_the_end_of_a_game() -> None:
    assert "Blue wins!" in text(won(EXAMPLE))
    assert "nobody wins" in text(EXAMPLE | {"over": True})


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("take", "Blue takes a card from Red's hand"),
        ("keep", "Blue keeps 1 card of those drawn"),
        ("give", "Blue gives a drawn card to Green"),
        ("put", "Blue puts a card back on top"),
        ("hook", "Blue hooks two pirates"),
        ("parrots", "Blue names a symbol for two parrots"),
        ("discard", "Red is over seven cards and discards"),
    ],
)
def test_decisions_are_sentences(kind: str, words: str) -> None:
    assert words in text(SAMPLES[f"decision: {kind}"])
