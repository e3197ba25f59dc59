"""Reasons for illegal moves: there always is one, and it uses only what the player knows."""

import ast
from pathlib import Path
from random import Random

import pytest

from cartagena import Game, IllegalMoveError, Rules
from cartagena.errors import Reason
from tests.support.known_game import green_begins
from tests.support.servers import Person, me
from tests.support.speed import mostly_slow
from tools.catalogues import REFUSALS


def why_not(game: Game, text: str) -> Reason:
    with pytest.raises(IllegalMoveError) as refused:
        game.parse(text)
    return Reason(refused.value.template, refused.value.params)


def told(game: Game, text: str) -> str:
    return str(why_not(game, text))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("skull jail", "You don’t have this card: skull."),
        ("hat jail-30", "That move leads elsewhere: jail → 3."),
        ("hat 3-9", "You have no pirate there: 3."),
        ("back jail", "There is nothing behind the jail."),
        ("back 3", "You have no pirate there: 3."),
        ("sail", "The sloop doesn’t sail in this game."),
        ("pass", "You can’t end your turn yet. There is something you must do first."),
        ("skip", "You can skip your turn only at its start, and only with no cards in hand."),
        ("hat!", "There are no spells in this game."),
        ("take hat", "That isn’t needed right now."),
        ("morgan red 3-5", "In this game you can’t move other players’ pirates."),
        ("cutlass jail", "Unknown word: cutlass."),
    ],
)
def test_explains_illegal_moves_at_the_start(text: str, sentence: str) -> None:
    assert told(green_begins(), text) == sentence


def test_explains_illegal_moves_later_in_a_game() -> None:
    game = green_begins()
    game.push("hat jail-3")
    assert told(game, "back 3") == "No space with one or two pirates behind this one: 3."
    game.push("key jail-5")
    assert told(game, "back 5-1") == "That move leads elsewhere: 5 → 3."
    several = why_not(game, "key")
    assert several.template == "This could mean: {moves}."
    assert several.params == {"moves": ["key jail-12", "key 3-12", "key 5-12"]}


def test_explains_illegal_moves_of_variants() -> None:
    game = Game("everything", players=2, seed=1)
    assert told(game, "sail") == "The sloop can’t sail right now."
    mine = game.decider
    assert told(game, f"morgan {mine} 3") == "Morgan moves other players’ pirates, not your own."
    other = next(colour for colour in game.players if colour != mine)
    assert told(game, f"morgan {other} 7") == f"{other} has no pirate there: 7."
    rng = Random(3)
    while game.view(game.decider)["pending"] is None:
        game.push(rng.choice(game.legal_moves))
    assert told(game, "sail").startswith("Choose one of these first: ")


@pytest.mark.parametrize("preset", mostly_slow(["tortuga", "complete", "everything"], quick=1))
def test_every_illegal_move_has_a_reason_from_the_view_alone(preset: str) -> None:
    rng = Random(7)
    game = Game(Rules.preset(preset), players=3, seed=2)
    texts: set[str] = set()
    for _ in range(120):
        texts.update(move.text for move in game.legal_moves)
        game.push(rng.choice(game.legal_moves))
        if game.over:
            break
        legal = {move.text for move in game.legal_moves}
        world = game.sample(game.decider, rng.randrange(1 << 30))
        for text in rng.choices(sorted(texts), k=8):
            if text not in legal:
                assert told(game, text)
                assert why_not(game, text) == why_not(world, text)


def test_errors_keep_template_and_params(anna: Person) -> None:
    table = anna.table(me("blue"), me("red"))
    anna.done(f"/tables/{table}/start")
    snapshot = anna.look(table)
    answer = anna.play(table, "back jail", snapshot["expected_seq"])
    problem = answer.json()
    assert (answer.status_code, problem["type"]) == (422, "urn:cartagena:problem:illegal")
    assert problem["detail"] == "There is nothing behind the jail."
    assert problem["says"] == "There is nothing behind the {place}."
    assert problem["names"] == {"place": "jail"}
    assert problem["legal"] == snapshot["legal"]


def test_errors_about_rules_keep_their_numbers(anna: Person) -> None:
    seats = [me("blue"), me("red")]
    rules = {"tunnel": 6, "jungle": 3}
    problem = anna.post("/tables", {"seats": seats, "rules": rules}).json()
    assert problem["type"] == "urn:cartagena:problem:rules"
    assert problem["names"] == {"tiles": 9}
    assert problem["detail"] == problem["says"].format(tiles=9)


SOURCE = Path(__file__).parents[3] / "src" / "cartagena"


@pytest.mark.parametrize(
    "path", sorted(SOURCE.rglob("*.py")), ids=lambda path: path.relative_to(SOURCE).as_posix()
)
def test_templates_are_whole_sentences(path: Path) -> None:
    """Translations need whole sentences with gaps, not sentences assembled at run time."""
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            continue
        at = REFUSALS.get(call.func.id)
        if at is not None and call.func.id != "CartagenaError" and len(call.args) >= at[0]:
            sentence = call.args[at[0] - 1]
            assert not isinstance(sentence, ast.JoinedStr | ast.BinOp), ast.unparse(call)
