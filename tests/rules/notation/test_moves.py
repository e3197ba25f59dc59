"""Moves as text: they round-trip, small slips are accepted, errors are helpful."""

import re
from random import Random
from typing import Any

import pytest

from cartagena import Game, Move
from cartagena.errors import CartagenaError
from tests.rules.examples_2017 import BLACK_MAGIC, COMPLETE, ESCAPE
from tests.rules.games import TABLES, play_on, played

SYMBOL = r"(?:bottle|pistol|hat|skull|dagger|key|weapons|rum|lantern|parrot|hook|chest)"
CARD = rf"{SYMBOL}\*?"
COLOUR = r"(?:blue|red|green|yellow|purple)"
SPACE = r"(?:[1-9]|[1-3]\d|4[0-8])"
PLACE = rf"(?:jail|sloop|cove|{SPACE})"
PATH = rf"{PLACE}-{PLACE}"
GRAMMAR = {
    "advance": rf"{CARD} {PATH}",
    "retreat": rf"back {PATH}",
    "morgan": rf"morgan {COLOUR} {PATH}",
    "sail": "sail",
    "pass": "pass",
    "skip": "skip",
    "weapons": rf"weapons\*?! {COLOUR}",
    "rum": r"rum\*?!",
    "lantern": r"lantern\*?!",
    "parrots": r"parrot\+parrot\*?!|parrot\*\+parrot\*!",
    "hook": r"hook\*?!",
    "chest": rf"chest\*?! {SPACE}",
    "take": rf"take {CARD}",
    "keep": rf"keep {CARD}",
    "give": rf"give {CARD} {COLOUR}",
    "put": rf"put {CARD}",
    "with": rf"with {CARD} {PATH}",
    "as": rf"as {SYMBOL} {PATH}",
    "discard": rf"discard {CARD}",
}
"""The patterns of docs/notation.md by the kind of the move."""


def forgiven(text: str) -> list[str]:
    """Return the same move as a careless person writes it."""
    spaced = re.sub(r"([-+!*])", r"  \1 ", text)
    return [
        text.upper(),
        f"\t {text.replace(' ', '   ')} \n",
        spaced,
        text.replace("-", "–"),
        text.replace("-", " → "),
        text.replace("-", "->"),
        text.replace("! ", "!"),
    ]


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_every_legal_move_can_be_printed_and_read(rules: Any) -> None:
    for players in (2, 5):
        game = played(rules, players, seed=players, moves=0)
        luck = Random(players)
        for _ in range(60):
            for move in game.legal_moves:
                assert re.fullmatch(GRAMMAR[move.kind], move.text)
                assert game.push(move.text) == move
                assert game.undo() is move
            play_on(game, 1, luck)


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_accepts_small_slips(rules: Any) -> None:
    game = played(rules, 3, seed=8, moves=0)
    luck = Random(8)
    for _ in range(25):
        for move in game.legal_moves:
            written = forgiven(move.text)
            if move.target is not None:
                written.append(move.text.partition("-")[0])
            for text in written:
                assert game.push(text) == move, text
                game.undo()
        play_on(game, 1, luck)


def test_moves_have_parts() -> None:
    game = Game.from_position(COMPLETE)
    moves = {move.text: move for move in game.legal_moves}
    hook = moves["hook 7-sloop"]
    assert (hook.kind, hook.card, hook.origin, hook.target) == ("advance", "hook", "7", "sloop")
    morgan = moves["morgan yellow 36-cove"]
    assert (morgan.kind, morgan.colour, morgan.card) == ("morgan", "yellow", None)
    assert (str(hook), repr(hook)) == ("hook 7-sloop", "Move('hook 7-sloop')")


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_the_repr_of_a_move_evaluates_to_it(rules: Any) -> None:
    game = played(rules, 4, seed=5, moves=0)
    luck = Random(5)
    for _ in range(60):
        for move in game.legal_moves:
            again = eval(repr(move), {"Move": Move})
            assert again == move
            assert again.kind == move.kind
            assert game.parse(str(again)) is move
        play_on(game, 1, luck)


@pytest.mark.parametrize(
    "text",
    ["", "fly 7-21", "rum 7", "Rum 7-21", "rum 7-49", "rum 0-3", "rum! red", "keep", 5, None],
)
def test_rejects_texts_that_are_not_moves(text: Any) -> None:
    with pytest.raises(CartagenaError, match="A move is a text such as 'rum 7-21'"):
        Move(text)


def test_rejects_texts_that_are_too_long() -> None:
    game = Game.from_position(ESCAPE)
    assert game.push("rum" + " " * 90 + "7").text == "rum 7-21"
    for text in ("a" + " " * 100_000 + "b", "rum 7-21" + " " * 100_000, "-" * 101):
        with pytest.raises(CartagenaError, match=r"^A move has at most 100 characters\.$"):
            game.push(text)


def test_moves_with_the_same_text_are_equal() -> None:
    here, there = Game.from_position(ESCAPE), Game.from_position(ESCAPE)
    assert list(here.legal_moves) == list(there.legal_moves)
    assert set(here.legal_moves) == set(there.legal_moves)
    assert here.legal_moves[0] != here.legal_moves[1]
    assert here.legal_moves[0] != "rum 7-21"
    assert here.push(there.legal_moves[0]) == there.legal_moves[0]


@pytest.mark.parametrize(
    ("position", "written", "sentence"),
    [
        (
            ESCAPE,
            "rum 7-20",
            "That move leads elsewhere: 7 → 21. Legal moves include 'rum 7-21'",
        ),
        (ESCAPE, "rum 8-21", "'rum 7-21'"),
        (ESCAPE, "back 7-5", "'back 7-1'"),
        (ESCAPE, "fly 7-21", "Unknown word: fly."),
        (ESCAPE, "dagger 7-21", "Unknown word: dagger."),
        (ESCAPE, "rum* 7-21", "Unknown word: rum*."),
        (ESCAPE, "rum 7-99", "Unknown word: 99."),
        (ESCAPE, "rum", "'rum' could be 'rum jail-"),
        (ESCAPE, " ", "Write a move, such as "),
        (ESCAPE, "r" * 90, "r… is not legal here. Unknown word: rrrr"),
        (ESCAPE, "pass", "There is something you must do first. Legal moves include "),
        (COMPLETE, "morgan yellow sloop-19", "'morgan yellow"),
        (BLACK_MAGIC, "weapons! green", "'hook!'"),
    ],
)
def test_an_error_says_what_is_wrong_and_what_is_legal(
    position: Any, written: str, sentence: str
) -> None:
    game = Game.from_position(position)
    before = game.position()
    with pytest.raises(CartagenaError, match=re.escape(sentence)):
        game.push(written)
    assert game.position() == before


def test_the_nearest_legal_move_comes_first() -> None:
    game = Game.from_position(ESCAPE)
    for move in game.legal_moves:
        if move.target is None:
            continue
        wrong = move.text.rpartition("-")[0] + "-17"
        if wrong != move.text:
            with pytest.raises(CartagenaError) as error:
                game.push(wrong)
            assert f"Legal moves include '{move.text}'" in str(error.value)


def test_lists_all_legal_moves_if_they_are_few() -> None:
    game = Game.from_position(BLACK_MAGIC)
    game.push("hook!")
    with pytest.raises(CartagenaError) as error:
        game.push("hook 7-19")
    assert len(game.legal_moves) <= 8
    assert all(f"'{move}'" in str(error.value) for move in game.legal_moves)
    assert "Legal moves are " in str(error.value)


@pytest.mark.parametrize("junk", [None, 7, b"rum 7-21", ["rum 7-21"], {}, 1.5])
def test_rejects_moves_that_are_not_texts(junk: Any) -> None:
    with pytest.raises(CartagenaError, match="A move is a text such as 'rum 7-21', not"):
        Game.from_position(ESCAPE).push(junk)


def test_rejects_moves_of_another_table() -> None:
    with pytest.raises(CartagenaError, match="is not legal here"):
        Game.from_position(ESCAPE).push(Move("dagger 7-21", action=999))


def test_after_the_end_no_move_is_legal() -> None:
    game = Game({"preset": "short", "turn_limit": 1}, 2, seed=1)
    game.push(game.legal_moves[0])
    game.push("pass")
    with pytest.raises(CartagenaError, match="The game is over"):
        game.push("pass")
