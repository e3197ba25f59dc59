"""Games with all kinds of rules, in which bots choose moves."""

from collections.abc import Iterator
from random import Random

from cartagena import Game, Rules
from tests.rules.games import DISTINCT, MIXED
from tests.rules.random_rules import random_rules

MAIN_BOTS = ("drunk", "deckhand", "bosun", "captain", "legend")


def tables() -> Iterator[tuple[Rules, int]]:
    """Yield the rules of every preset, combinations of variants and random rules, with 2 to 5 players."""
    chance = Random(7)
    rules = [Rules.preset(name) for name in DISTINCT]
    rules += [Rules.from_mapping(options) for options in MIXED]
    rules += [random_rules(chance) for _ in range(10)]
    for number, table in enumerate(rules):
        yield table, 2 + number % 4


def drifting(rules: Rules, players: int, seed: int) -> Iterator[Game]:
    """Yield a game of random moves at every decision until its end."""
    game = Game(rules, players, seed)
    chance = Random(seed)
    while not game.over and len(game.moves) < 300:
        yield game
        kinds = sorted({move.kind for move in game.legal_moves})
        kind = chance.choice(kinds)
        game.push(chance.choice([move for move in game.legal_moves if move.kind == kind]))
