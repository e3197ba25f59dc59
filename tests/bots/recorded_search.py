"""Search results from fixed seeds, recorded in `recorded_search.json`.

Run `python -m tests.bots.recorded_search` to record them again. Do that only for a change that is
meant to change what bots, hints or analyses choose, and say so in the commit.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from cartagena.analysis.analyse import analyse
from cartagena.analysis.ranking import hint
from cartagena.analysis.report import document
from cartagena.bots import Budget, View, create
from cartagena.bots.captain import Captain
from cartagena.bots.legend import Legend
from cartagena.game import Game

FILE: Final = Path(__file__).with_suffix(".json")
NODES: Final = 200
HINT_SIMULATIONS: Final = 32
ANALYSIS_SIMULATIONS: Final = 24
ANALYSED_MOVES: Final = 10

TABLES: Final = (
    *(("jamaica", 2), ("tortuga", 2), ("escape", 2), ("complete", 2), ("black-magic", 2)),
    *(("everything", 2), ("jamaica", 3), ("tortuga", 4), ("complete", 4), ("everything", 5)),
)
ANALYSED: Final = (("tortuga", 2), ("everything", 2), ("jamaica", 3))
STAGES: Final = (5, 30, 60)
"""Number of moves played before each recorded position."""


def position_name(rules: str, players: int, moves: int) -> str:
    """Return the key of a position in the file."""
    return f"{rules}, {players} players, after {moves} moves"


def position(rules: str, players: int, moves: int) -> Game:
    """Return the first position with a choice after `moves` moves of deckhands."""
    game, deckhand, rng = Game(rules, players, seed=moves), create("deckhand"), Random(moves)
    while len(game.moves) < moves or len(game.legal_moves) == 1:
        view = View.of(game, game.decider)
        game.push(deckhand.choose(view, game.legal_moves, rng, Budget()))
    return game


def bosun(game: Game) -> dict[str, Any]:
    """Return the bosun's choice."""
    view = View.of(game, game.decider)
    return {"move": create("bosun").choose(view, game.legal_moves, Random(1), Budget()).text}


def searcher(game: Game, kind: type[Captain | Legend]) -> dict[str, Any]:
    """Return the choice of a bot that searches, and the visits of a search of all nodes."""
    view, budget = View.of(game, game.decider), Budget(nodes=NODES)
    legal = game.legal_moves
    move = kind().choose(view, legal, Random(1), budget)
    whole = kind(stop_early=False, sequential_halving=False).search_for(view)
    result = whole.run(view, 7, budget)
    visits = {move.text: int(result.visits[move.action]) for move in legal}
    return {
        "move": move.text,
        "visits": {text: count for text, count in visits.items() if count},
        "total": round(float(result.totals.sum()), 6),
    }


def hinted(game: Game) -> list[list[Any]]:
    """Return the ranking of a hint: move, chance, standard error and simulations."""
    return [
        [one.move, round(one.chance, 6), round(one.error, 6), one.simulations]
        for one in hint(game, HINT_SIMULATIONS, seed=3).candidates
    ]


def analysis(rules: str, players: int) -> dict[str, Any]:
    """Return the analysis of a few moves from the middle of a game, without its record."""
    start = Game.from_position(position(rules, players, 30).position())
    deckhand, rng = create("deckhand"), Random(2)
    for _ in range(ANALYSED_MOVES):
        view = View.of(start, start.decider)
        start.push(deckhand.choose(view, start.legal_moves, rng, Budget()))
    result: dict[str, Any] = {**document(analyse(start.record(), ANALYSIS_SIMULATIONS))}
    for key in ("record", "format", "version", "evaluator"):
        del result[key]
    return result


def record_position(game: Game) -> dict[str, Any]:
    """Return everything that is recorded of one position."""
    return {
        "bosun": bosun(game),
        "captain": searcher(game, Captain),
        "legend": searcher(game, Legend),
        "hint": hinted(game),
    }


def positions() -> Iterator[tuple[str, int, int]]:
    """Yield the rules, the number of players and the number of moves of all recorded positions."""
    for rules, players in TABLES:
        for moves in STAGES:
            yield rules, players, moves


def text(result: dict[str, dict[str, Any]]) -> str:
    """Return the contents of the file: a line for each position and each analysis."""
    parts = []
    for name, records in result.items():
        lines = [
            f"  {json.dumps(key)}: {json.dumps(record, separators=(',', ':'))}"
            for key, record in records.items()
        ]
        parts.append(f" {json.dumps(name)}: {{\n" + ",\n".join(lines) + "\n }")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main() -> None:
    """Record everything."""
    result = {
        "positions": {position_name(*key): record_position(position(*key)) for key in positions()},
        "analyses": {
            f"{rules}, {players} players": analysis(rules, players) for rules, players in ANALYSED
        },
    }
    FILE.write_text(text(result), "utf-8")


if __name__ == "__main__":
    main()
