"""Tables in the browser do what tables of the server do, byte for byte."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from cartagena import Game
from cartagena.analysis.analyse import analyse
from cartagena.analysis.moments import decisive_moments
from cartagena.analysis.report import document
from cartagena.bots import Budget, View, create
from cartagena.daily.check import check_moves
from cartagena.daily.deal import FIRST_DAY, open_seed
from cartagena.rules.chance.seeds import derive_seed
from cartagena.server.engine.tasks import find_hint
from tests.rules.playthroughs.playthroughs import MOVES, TOLD, choose
from tests.rules.playthroughs.playthroughs import SEED as GOLDEN_SEED
from tests.support.programs import require
from tests.web.local.reference import write

FOLDER = Path(__file__).parent
POSITIONS = 600
"""All presets; `make local` compares 10,000."""
SEED = 12345


def node(script: str, *arguments: str) -> str:
    """Run a script and return what it prints. Its errors fail the test."""
    done = subprocess.run(
        [str(require("npm").with_name("node")), str(FOLDER / script), *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_translated_program_is_up_to_date() -> None:
    command = [sys.executable, "-m", "tools.translate", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_every_event_view_and_legal_move_is_the_same(tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    write(games, POSITIONS)
    assert int(node("compare.mjs", str(games)).split()[0]) >= POSITIONS


@pytest.mark.slow
def test_daily_escapes_are_the_same() -> None:
    days = [json.loads(line) for line in node("daily.mjs").splitlines()]
    assert [one["day"] for one in days] == [*range(FIRST_DAY, FIRST_DAY + 3)]
    for one in days:
        assert one["seed"] == open_seed(one["day"])
        result = check_moves(one["day"], one["seed"], one["moves"])
        assert msgspec.to_builtins(result) == one["result"]


def golden(preset: str) -> dict[str, Any]:
    """Return every position of a golden playthrough, with its legal moves and the view of each seat."""
    game = Game(preset, 2 + TOLD.index(preset) % 4, GOLDEN_SEED)
    luck, counts = Random(GOLDEN_SEED), Counter[str]()
    steps = [golden_step(game)]
    while not game.over and game.moves_made < MOVES:
        move = choose(game, counts, luck)
        game.push(move)
        counts[move.kind] += 1
        steps.append(golden_step(game))
    return {"preset": preset, "record": json.dumps(game.record()), "steps": steps}


def golden_step(game: Game) -> dict[str, Any]:
    """Return what `golden.mjs` compares of a position."""
    return {
        "position": msgspec.json.encode(game.position()).decode(),
        "legal": ",".join(move.text for move in game.legal_moves),
        "views": [msgspec.json.encode(game.view(colour)).decode() for colour in game.players],
    }


@pytest.mark.slow
def test_the_golden_playthroughs_are_the_same(tmp_path: Path) -> None:
    cases = [golden(preset) for preset in TOLD]
    file = tmp_path / "golden.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    steps = [step for case in cases for step in case["steps"]]
    assert int(node("golden.mjs", str(file))) == sum(2 + len(step["views"]) for step in steps)


def played(preset: str, players: int, moves: int) -> Game:
    """Return a game after random moves."""
    game, luck = Game(preset, players, 7), Random(3)
    while game.moves_made < moves:
        game.push(luck.choice(list(game.legal_moves)))
    return game


def hint_of(game: Game) -> dict[str, Any]:
    """Return a case of `think.mjs` for a hint, which gets only the view of its player."""
    view = View.of(game, game.decider)
    hint = find_hint(view, list(game.legal_moves), derive_seed("table", 5, bits=32))
    expected = msgspec.json.encode(hint).decode()
    start = {"table": "table", "seq": 5, "view": game.view(game.decider), "expected": expected}
    return {"record": json.dumps(game.record()), "hint": start}


class SameSeed(Random):
    """A generator that gives every search the same seed."""

    def getrandbits(self, _bits: int, /) -> int:
        """Return the seed."""
        return SEED


def search_of(game: Game, level: str, trees: int) -> dict[str, Any]:
    """Return a case of `think.mjs` for a turn of a bot that searches in several trees."""
    record, nodes = json.dumps(game.record()), 501
    moves: list[str] = []
    bot = create(level, threads=trees)
    decider = game.decider
    while not moves or (game.decider == decider and not game.over):
        view = View.of(game, decider)
        move = bot.choose(view, game.legal_moves, SameSeed(), Budget(nodes=nodes))
        moves.append(move.text)
        game.push(move)
    case = {"level": level, "trees": trees, "nodes": nodes, "seed": SEED, "moves": moves}
    return {"record": record, "search": case}


def analysis_of(game: Game) -> dict[str, Any]:
    """Return a case of `think.mjs` for an analysis."""
    analysis = analyse(game.record(), simulations=40)
    moments = [moment.document() for moment in decisive_moments(analysis)]
    expected = msgspec.json.encode({**document(analysis), "moments": moments}).decode()
    return {"record": json.dumps(game.record()), "analysis": expected}


def test_hints_analyses_and_searches_have_the_same_figures(tmp_path: Path) -> None:
    cases = [
        hint_of(played("jamaica", 2, 12)),
        hint_of(played("complete", 3, 12)),
        hint_of(played("black-magic", 4, 12)),
        search_of(played("jamaica", 2, 12), "legend", 3),
        search_of(played("complete", 2, 12), "captain", 2),
        analysis_of(played("tortuga", 2, 20)),
    ]
    file = tmp_path / "cases.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    assert node("think.mjs", str(file)).split() == ["same"] * len(cases)
