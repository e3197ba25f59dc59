"""Sort puzzles: how hard the best turn is to find, and what it does."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Final

from cartagena import Game
from cartagena.bots.bot import Budget, choose_move
from cartagena.bots.registry import create

FINDERS: Final = ("deckhand", "bosun")
"""The bots that try a puzzle. Each that does not find the best turn adds a level to the first."""
TRIES: Final = 3
THINKING: Final = Budget(nodes=300)
LEAP: Final = 2
"""The number of occupied spaces that a long jump leaves behind."""


def key_of(game: Game, seat: str) -> str:
    """Return a key of the result of a turn: the seat's own pirates and hand."""
    position = game.position()
    crew, hand = position["pirates"][seat], position["hands"][seat]
    return " ".join(
        f"{name}:{count}" for name, count in [*sorted(crew.items()), *sorted(hand.items())]
    )


def draws(game: Game, moves: Iterable[str]) -> list[int]:
    """Return the number of cards that each move of a turn draws."""
    after, seat, drawn = game.copy(), game.turn, []
    for move in moves:
        before = sum(after.position()["hands"][seat].values())
        spent = after.parse(move).kind == "advance"
        after.push(move)
        drawn.append(sum(after.position()["hands"][seat].values()) - before + spent)
    return drawn


def finds(level: str, game: Game, key: str) -> bool:
    """Return True if a bot finds the turn with this key in most of its tries."""
    found = 0
    for seed in range(TRIES):
        after, bot, rng = game.copy(), create(level), Random(seed)
        while not after.over and after.turn == game.turn:
            after.push(choose_move(after, bot, rng, THINKING))
        found += key_of(after, game.turn) == key
    return 2 * found > TRIES


def level_of(game: Game, key: str) -> int:
    """Return how hard a turn is to find, from 1 to 3."""
    for level, finder in enumerate(FINDERS, 1):
        if finds(finder, game, key):
            return level
    return len(FINDERS) + 1


def themes_of(game: Game, turn: dict[str, Any]) -> list[str]:
    """Return the themes of a turn: it brings a pirate home, jumps far, runs or goes back."""
    moves: Sequence[str] = turn["moves"]
    routes = [route for move in moves if (route := game.route(move)) is not None]
    backs = sum(move.startswith("back") for move in moves)
    return [
        name
        for name, fits in (
            ("home", any(route.places[-1] == game.rules.goal for route in routes)),
            ("leap", any(len(route.jumped) >= LEAP for route in routes)),
            ("run", backs == 0),
            ("back", backs == len(moves)),
            ("both", 0 < backs < len(moves)),
        )
        if fits
    ]
