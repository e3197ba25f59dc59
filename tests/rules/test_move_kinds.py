"""The table of move kinds, which notation, command line, server and browser use."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cartagena import CartagenaError, Game, Move, Rules
from cartagena.analysis.effects import outcome
from cartagena.cli.menu import menu
from cartagena.rules import move_kinds
from cartagena.rules.move_kinds import HEADINGS, MOVE_KINDS, VERBS, parts_of
from cartagena.rules.notation.visibility import redact_move
from tests.rules.games import TABLES, choose, played

DOCS = Path(__file__).parents[2] / "docs"


def test_every_kind_has_a_heading_and_a_pattern_of_its_own() -> None:
    assert {kind.heading for kind in MOVE_KINDS.values()} == set(HEADINGS)
    patterns = [(kind.pattern, kind.symbol) for kind in MOVE_KINDS.values()]
    assert len(set(patterns)) == len(patterns) == 19
    assert {name for name, kind in MOVE_KINDS.items() if kind.is_spell} == {
        *("weapons", "rum", "lantern", "parrots", "hook", "chest")
    }
    assert {name for name, kind in MOVE_KINDS.items() if kind.is_step} == {
        *("take", "keep", "give", "put", "with", "as", "discard")
    }
    assert {"back", "morgan", "sail", "pass", "skip", "with", "as"} < VERBS


def test_the_documentation_names_every_kind() -> None:
    notation, api = ((DOCS / f"{name}.md").read_text("utf-8") for name in ("notation", "endpoints"))
    for name, kind in MOVE_KINDS.items():
        assert f"`{name}`" in api
        begins = kind.verb or (f"{kind.symbol}" if kind.symbol else "*card*")
        assert re.search(rf"^\| `?{re.escape(begins)}", notation, re.MULTILINE), name


def test_a_text_has_at_most_one_kind() -> None:
    assert parts_of("parrot+parrot*!") == ("parrots", {"card": "parrot"})
    assert parts_of("give hook* red") == ("give", {"card": "hook*", "colour": "red"})
    assert parts_of("chest*! 11") == ("chest", {"card": "chest*", "origin": "11"})
    assert parts_of("as rum* 7-21") is None
    assert parts_of("hook! 11") is None
    assert parts_of("dagger!") is None


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_kinds_do_what_the_table_says(rules: Any) -> None:
    """Only kinds that draw lead to cards, and only kinds that hide look different to others."""
    game = played(rules, 3, 6, 0)
    chance = Random(6)
    for _ in range(150):
        if game.over:
            break
        move = game.push(choose(game, chance))
        kind = MOVE_KINDS[move.kind]
        effects = outcome(game, move)
        assert kind.draws or set(effects) <= {"jumped"}
        assert kind.runs or "jumped" not in effects
        texts = {game.moves_visible_to(seat)[-1] for seat in range(3)} | {game.public_moves()[-1]}
        assert len(texts) == 1 or kind.hides
        assert kind.is_step == (game.packed_state(1)["pending"][0] != 0)


def test_a_new_kind_needs_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """With its entry in the table, a toy kind can be read, listed and redacted."""
    toy = move_kinds.MoveKind(
        name="bribe",
        pattern="bribe CARD COLOUR",
        heading="choose",
        hides=True,
        sentence="{who} bribes {other} with {card}.",
        brief="bribe {who} with {card}",
    )
    monkeypatch.setitem(MOVE_KINDS, "bribe", toy)
    with pytest.raises(CartagenaError):
        Move("bribe rum red")
    monkeypatch.setitem(move_kinds.PATTERNS, "bribe", move_kinds.compile_pattern(toy))
    move = Move("bribe rum red")
    assert (move.kind, move.card, move.colour) == ("bribe", "rum", "red")
    assert menu([move]) == "  choose  1 bribe rum red"
    assert redact_move(Rules(), move) == "bribe ? red"
    assert redact_move(Rules(hands="open"), move) == move.text


def test_only_forward_moves_run() -> None:
    game = Game("escape", 2, seed=1)
    assert all(MOVE_KINDS[move.kind].runs for move in game.legal_moves)
