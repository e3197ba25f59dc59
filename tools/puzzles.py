"""Find puzzles (best turn from here): positions of bots' games with one clearly best turn.

Bots play with an open row, so that a turn can be planned: the cards to draw are visible. At the start of
a turn all possible turns are listed. The most promising ones are evaluated from what the seat may know,
in the same worlds. A position is a puzzle if one turn is better than every other by many standard
errors. The page grades a turn by the values stored here. Run it with `make puzzles`. It may be interrupted:
the puzzles found so far are in build/puzzles.jsonl, and the next run continues there. No games of
people are used.

Each puzzle has a level, by which bots find its best turn, and themes, by what that turn does.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, sqrt
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cartagena import Game
from cartagena.analysis.evaluator import Evaluator, evaluator_for
from cartagena.bots.bot import Budget, choose_move
from cartagena.bots.registry import create
from cartagena.bots.search.evaluation import lead
from cartagena.bots.search.tree_search import EvaluationFrame
from cartagena.bots.search.weights import weights
from cartagena.jit.compiler import entry_point
from tools.puzzle_kinds import draws, key_of, level_of, themes_of

PUZZLES: Final = Path(__file__).parents[1] / "src" / "cartagena" / "web" / "puzzles.json"
FOUND: Final = Path(__file__).parents[1] / "build" / "puzzles.jsonl"
WANTED: Final = 240
TUNNEL: Final = {"edition": "2017", "supply": "row"}
GAMES: Final = (
    ("tortuga", 2),
    ("hispaniola", 2),
    (TUNNEL, 2),
    ("tortuga", 3),
    ("hispaniola", 3),
    (TUNNEL, 3),
)
FEWEST, MOST = 30, 500
"""The number of possible turns of a puzzle: enough to choose from, few enough to grasp."""
LONGEST_DRAW: Final = 6
"""The most cards a turn can draw. The row must have as many, since the next row is unknown."""
MAX_MOVES: Final = 22
"""Positions with more legal moves are skipped: they have too many possible turns."""
LONGEST: Final = 120
"""Number of turns after which a game is abandoned, because bots may go round in circles."""
SCREENED: Final = (16, 40)
"""The number of turns in the first round, and the simulations for each."""
KEPT: Final = (8, 600)
"""The number of turns in the second round, which are stored, and the simulations for each."""
LEAST_LEAD: Final = 1.5
"""The minimum lead of the best evaluation over the second, in spaces."""
LEAST_GAP: Final = 0.06
"""The minimum difference in the chance of winning."""
LEAST_ERRORS: Final = 5.0
"""The minimum difference in standard errors."""
SURE: Final = 0.97
"""Positions with a higher chance of winning are already won and are skipped."""


@dataclass(frozen=True)
class Turn:
    """A turn: its moves, the game after it, and a key of the resulting pirates and hand."""

    moves: tuple[str, ...]
    after: Game
    key: str


def all_turns(game: Game) -> Iterator[Turn]:
    """Yield all possible turns, one for each result."""
    seat = game.turn
    seen: set[tuple[str, int]] = set()
    known: set[str] = set()
    waiting: list[tuple[tuple[str, ...], Game]] = [((), game)]
    while waiting:
        moves, here = waiting.pop()
        for move in here.legal_moves:
            after = here.copy()
            after.push(move)
            key, made = key_of(after, seat), (*moves, move.text)
            if after.over or after.turn != seat:
                if key not in known:
                    known.add(key)
                    yield Turn(made, after, key)
                    if len(known) > MOST:
                        return
            elif (key, after.actions_left) not in seen:
                seen.add((key, after.actions_left))
                waiting.append((made, after))


@entry_point
def evaluate_all(views: Any, seat: int, ws: Any, found: Any) -> None:
    """Write the lead of a seat in each of these views."""
    for k in range(len(views)):
        found[k] = lead(views[k], seat, ws[0])


def most_promising(turns: list[Turn], seat: int) -> list[tuple[float, Turn]]:
    """Return the turns with their evaluations, best first. A winning turn has infinity."""
    found = np.zeros(len(turns))
    views = np.concatenate([turn.after.packed_view(seat) for turn in turns])
    evaluate_all(views, seat, weights(), found)
    worth = [inf if one.after.over else float(w) for one, w in zip(turns, found, strict=True)]
    return sorted(zip(worth, turns, strict=True), key=lambda one: -one[0])


def samples(
    evaluator: Evaluator, turn: Turn, n: int, seed: int, start: EvaluationFrame
) -> NDArray[Any]:
    """Return the chance of winning after a turn in each of n worlds. Equal seeds give equal worlds."""
    if turn.after.over:
        return np.full(n, float(turn.after.winner == turn.after.players[start.seat]))
    view = turn.after.packed_view(start.seat)
    with evaluator.search.grow(3 * n) as tree:
        tree.sample(view, 2 * n, seed, first=n, frame=start)  # the burn-in
        return tree.sample(view, n, seed, frame=start)[:, start.seat]


def puzzle(game: Game, seed: int) -> dict[str, Any] | None:
    """Return the position as a puzzle if one turn is clearly best, else None."""
    seat = game.players.index(game.turn)
    row = game.view(seat)["row"]
    plannable = len(row) >= LONGEST_DRAW and len(game.legal_moves) <= MAX_MOVES
    turns = list(all_turns(game)) if plannable else []
    if not FEWEST <= len(turns) <= MOST:
        return None
    promising = most_promising(turns, seat)
    if not promising[0][0] - promising[1][0] >= LEAST_LEAD:
        return None
    view = game.packed_view(seat)
    start = EvaluationFrame.of(view)
    evaluator = evaluator_for(view)
    tried, times = SCREENED
    rough = [
        (samples(evaluator, turn, times, seed, start).mean(), turn) for _, turn in promising[:tried]
    ]
    rough.sort(key=lambda one: -one[0])
    if rough[0][0] - rough[1][0] < LEAST_GAP / 2:
        return None
    kept, times = KEPT
    best = [(samples(evaluator, turn, times, seed + 1, start), turn) for _, turn in rough[:kept]]
    best.sort(key=lambda one: -one[0].mean())
    apart = best[0][0] - best[1][0]
    gap, error = float(apart.mean()), float(apart.std(ddof=1)) / sqrt(times)
    if gap < LEAST_GAP or gap < LEAST_ERRORS * error or best[0][0].mean() > SURE:
        return None
    return written(game, best, gap, error)


def written(
    game: Game, best: list[tuple[NDArray[Any], Turn]], gap: float, error: float
) -> dict[str, Any]:
    """Return the document of a puzzle. Everything that the seat may not know is sampled."""
    seat = game.turn
    position: dict[str, Any] = {**game.sample(seat, 1).position()}
    del position["generator"]
    view = game.view_update(seat)
    return {
        "seat": seat,
        "gap": round(gap, 3),
        "gap_error": round(error, 3),
        "turns": [
            {
                "key": turn.key,
                "moves": list(turn.moves),
                "chance": round(float(found.mean()), 3),
                "error": round(float(found.std(ddof=1)) / sqrt(len(found)), 3),
            }
            for found, turn in best
        ],
        "view": view,
        "position": position,
    }


def beginnings(rules: Any, players: int, seed: int) -> Iterator[Game]:
    """Play a game of bots and yield it at the start of each turn, from the middle game on."""
    game, bot, rng = Game(rules, players, seed=seed), create("deckhand"), Random(seed)
    budget, begun = Budget(), -1
    while not game.over:
        turns = int(game.packed_state()["turns"][0])
        if turns > LONGEST:
            return
        if turns != begun and turns > 6 * players:
            yield game
        begun = turns
        game.push(choose_move(game, bot, rng, budget))


def search(seed: int) -> dict[str, Any] | None:
    """Return the first puzzle of a game, or None."""
    rules, players = GAMES[seed % len(GAMES)]
    for turn, game in enumerate(beginnings(rules, players, seed)):
        if turn % 2 == seed % 2 and (made := puzzle(game, seed)) is not None:
            return {"seed": seed, **made}
    return None


def finished(found: dict[str, Any]) -> dict[str, Any]:
    """Return a puzzle with its level, its themes, and the cards that each of its turns draws."""
    game = Game.from_position(found["position"])
    turns = [{**turn, "drawn": draws(game, turn["moves"])} for turn in found["turns"]]
    kinds = {"level": level_of(game, turns[0]["key"]), "themes": themes_of(game, turns[0])}
    rest = {name: value for name, value in found.items() if name not in ("seed", "turns")}
    return {**kinds, "turns": turns, **rest}


def main() -> None:
    """Find WANTED puzzles, at most one per game, and write them."""
    FOUND.parent.mkdir(exist_ok=True)
    lines = FOUND.read_text(encoding="utf-8").splitlines() if FOUND.exists() else []
    found: list[dict[str, Any]] = [json.loads(line) for line in lines]
    seed = found[-1]["seed"] if found else 0
    while len(found) < WANTED:
        seed += 1
        if (made := search(seed)) is not None:
            found.append(made)
            print(len(found), f"seed {seed}", made["gap"], made["gap_error"], flush=True)
            with FOUND.open("a", encoding="utf-8") as file:
                file.write(json.dumps(made, separators=(",", ":")) + "\n")
    puzzles = sorted(map(finished, found), key=lambda one: one["level"])
    lines = [json.dumps(one, separators=(",", ":")) for one in puzzles]
    PUZZLES.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
