"""Random games in all phases, played through `Game`."""

import json
from functools import cache
from random import Random
from typing import Any, Final

from cartagena import Game, Move, Rules
from cartagena.rules.presets import PRESETS

MIXED: Final[tuple[Any, ...]] = (
    {"preset": "everything", "supply": "row"},
    {"preset": "everything", "supply": "row", "hands": "open", "most_actions": 2},
    {"preset": "everything", "hands": "open", "jail_in_tunnel": True},
    {"preset": "island", "magic": True, "filibusters": True, "pirates": 4, "jungle": 4},
    {"preset": "short", "turn_limit": 9, "stuck": "end", "fewest_actions": "all"},
)
DISTINCT: Final = tuple({Rules.preset(name): name for name in reversed(PRESETS)}.values())[::-1]
"""The presets with distinct rules. Some readings of the rulebook have the same options."""

TABLES: Final[tuple[Any, ...]] = (*DISTINCT, *MIXED)
"""The rules of every preset, and combinations of variants."""


def choose(game: Game, luck: Random) -> Move:
    """Choose a random legal move. Its kind is chosen first, so that rare kinds are played often."""
    legal = sorted(game.legal_moves, key=str)
    kind = luck.choice(sorted({move.kind for move in legal}))
    return luck.choice([move for move in legal if move.kind == kind])


def play_on(game: Game, moves: int, luck: Random) -> None:
    """Play up to `moves` moves."""
    for _ in range(moves):
        if game.over:
            return
        game.push(choose(game, luck))


def push_with_draws(game: Game, luck: Random) -> None:
    """Play a move, if there is one, with scripted cards instead of those of the seed."""
    if game.over:
        return
    move, draws = choose(game, luck), list[str]()
    while outcomes := game.chance_outcomes(move, draws):
        draws.append(luck.choice(sorted(outcomes)))
    game.push(move, draws)


def played(rules: Any, players: int, seed: int, moves: int) -> Game:
    """Return a game after `moves` random moves."""
    game = Game(rules, players, seed)
    play_on(game, moves, Random(seed))
    return game


@cache
def _situations() -> tuple[str, ...]:
    outcomes = []
    for number, rules in enumerate(TABLES):
        for moves in (0, 4, 11, 30, 75):
            game = played(rules, 2 + (number + moves) % 4, number, moves)
            outcomes.append(json.dumps(game.position()))
    return tuple(outcomes)


def situations() -> int:
    """Return the number of different positions to choose from."""
    return len(_situations())


def situation(number: int) -> dict[str, Any]:
    """Return a copy of a position from some phase of some game."""
    position: dict[str, Any] = json.loads(_situations()[number])
    return position
