"""Fuzzing: whatever the parsers get, they return a valid game or raise a readable error."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cartagena import Game
from cartagena.errors import CartagenaError
from cartagena.rules.notation.position.types import Position
from tests.rules.games import TABLES, play_on, played, situation, situations
from tests.rules.notation import junk

MAX_PLAYED_ON = 25
CARDS = 102


def check_sentence(error: CartagenaError) -> None:
    """Check that an error is a printable sentence of a few lines."""
    text = str(error)
    assert text.endswith(".")
    assert 10 < len(text) < 700
    assert "\n" not in text


def on_deck(position: Position) -> int:
    """Return the number of cards in the deck."""
    top: int = sum(map(len, position["deck_top"].values()))
    below: int = sum(position["deck"].values())
    return below + top


def check_game(game: Game, luck: Random) -> None:
    """Check that a game is valid: it can be written, viewed, read and played on."""
    for _ in range(2):
        position = game.position()
        assert Game.from_position(json.loads(json.dumps(position))).position() == position
        hands = [sum(hand.values()) for hand in position["hands"].values()]
        pending = position["pending"]
        drawn = {} if pending is None else pending.get("cards", {})
        piles = [position["discard"].values(), drawn.values()]
        cards = sum(hands) + sum(sum(pile) for pile in piles)
        assert cards + on_deck(position) + len(position.get("row", [])) == CARDS
        for colour in game.players:
            game.view(colour)
            assert game.sample(colour, seed=1).view(colour) == game.view(colour)
        assert str(game)
        assert bool(game.legal_moves) is not game.over
        play_on(game, MAX_PLAYED_ON, luck)


@st.composite
def spoilt_positions(draw: st.DrawFn) -> dict[str, Any]:
    position = situation(draw(st.integers(0, situations() - 1)))
    for _ in range(draw(st.integers(1, 3))):
        junk.spoil(draw, position)
    return position


@given(position=st.one_of(spoilt_positions(), spoilt_positions(), spoilt_positions(), junk.values))
@settings(max_examples=600)
def test_positions(position: Any) -> None:
    before = repr(position)
    try:
        game = Game.from_position(position)
    except CartagenaError as error:
        check_sentence(error)
    else:
        check_game(game, Random(0))
    assert repr(position) == before, "reading changes nothing"


@st.composite
def spoilt_records(draw: st.DrawFn) -> dict[str, Any]:
    table = draw(st.integers(0, len(TABLES) - 1))
    game = played(TABLES[table], 2 + table % 4, table, draw(st.integers(0, 12)))
    if draw(st.booleans()):
        game = Game.from_position(game.position())
        play_on(game, 5, Random(table))
    record: dict[str, Any] = json.loads(json.dumps(game.record()))
    for _ in range(draw(st.integers(1, 3))):
        junk.spoil(draw, record)
    return record


@given(record=st.one_of(spoilt_records(), spoilt_records(), spoilt_records(), junk.values))
@settings(max_examples=300)
def test_records(record: Any) -> None:
    try:
        game = Game.replay(record)
    except CartagenaError as error:
        check_sentence(error)
    else:
        assert Game.replay(game.record()).position() == game.position()
        check_game(game, Random(0))


@st.composite
def spoilt_moves(draw: st.DrawFn, texts: list[str]) -> str:
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text)))
        piece = draw(st.one_of(st.sampled_from((" ", "-", "–", "!", "*", "+", "\t")), junk.texts))
        cut = draw(st.integers(0, 2))
        text = text[:at] + piece + text[at + cut :]
    return draw(st.sampled_from((text, text.upper(), text.title())))


@given(data=st.data(), number=st.integers(0, 10**6))
@settings(max_examples=300)
def test_moves(data: st.DataObject, number: int) -> None:
    game = Game.from_position(situation(number % situations()))
    before = game.position()
    texts = [move.text for move in game.legal_moves] or ["pass"]
    text = data.draw(st.one_of(spoilt_moves(texts), st.text(max_size=60), junk.values))
    try:
        move = game.push(text)
    except CartagenaError as error:
        check_sentence(error)
        assert game.position() == before
        assert game.moves == []
    else:
        assert move.text in texts
        assert game.undo() == move
        assert game.position() == before


@given(options=st.dictionaries(st.one_of(junk.texts, st.integers()), junk.values, max_size=3))
def test_rules(options: dict[Any, Any]) -> None:
    for rules in (options, {"preset": "everything", **options}):
        try:
            game = Game(rules, 3, seed=1)
        except CartagenaError as error:
            check_sentence(error)
        else:
            assert game.legal_moves


@given(value=junk.values)
def test_other_arguments(value: Any) -> None:
    game = Game("black-magic", 3, seed=4)
    commands = (
        lambda: Game("escape", value, seed=1),
        lambda: Game("escape", 2, seed=1, first=value),
        lambda: Game("escape", 2, seed=1, board=value),
        lambda: Game("escape", 2, value),
        lambda: game.view(value),
        lambda: game.sample(value, 1),
        lambda: game.sample(0, value),
        lambda: game.moves_visible_to(value),
        lambda: game.text(value),
    )
    for ask in commands:
        try:
            ask()
        except CartagenaError as error:
            check_sentence(error)


@pytest.mark.parametrize("key", ["seed", "turns", "actions_left", "players", "rules", "deck"])
def test_rejects_numbers_that_are_too_long_to_print(key: str) -> None:
    for huge in (10**5000, [10**5000], {"edition": 10**5000}):
        with pytest.raises(CartagenaError):
            Game.from_position(situation(0) | {key: huge})


def test_rejects_deep_nesting() -> None:
    deep: Any = []
    for _ in range(5000):
        deep = [deep]
    for spoilt in (deep, {"rules": deep}, situation(0) | {"hands": deep}):
        with pytest.raises(CartagenaError):
            Game.from_position(spoilt)


def test_the_fuzzer_plays_every_kind_of_move() -> None:
    kinds = set()
    for number in range(situations()):
        game = Game.from_position(situation(number))
        play_on(game, 40, Random(number))
        kinds |= {move.kind for move in game.moves}
    assert kinds >= {"advance", "retreat", "morgan", "sail", "pass", "weapons", "take"}
    assert kinds >= {"rum", "lantern", "keep", "give", "put", "hook", "with", "parrots", "as"}
    assert kinds >= {"chest", "discard"}
