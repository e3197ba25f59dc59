"""How fast the bots think: the captain's simulations a second, the bosun's time for a move."""

import statistics
import time
from random import Random

from cartagena.bots import Budget, View, create
from cartagena.bots.captain import Captain
from cartagena.game import Game


def captain_rate(preset: str, seconds: float) -> int:
    """Simulations a second on one core, in the middle of a game of two."""
    game = _middle_of_a_game(preset)
    captain = Captain()
    view = View.of(game, game.decider)
    captain.choose(view, game.legal_moves, Random(1), Budget(nodes=1))  # compiles or loads
    started = time.thread_time()
    captain.choose(view, game.legal_moves, Random(1), Budget(seconds=seconds))
    return round(captain.nodes / (time.thread_time() - started))


def bosun_milliseconds(preset: str, moves: int = 60) -> float:
    """The median time of a bosun's move over the beginning of a game of two."""
    game, bosun, rng = Game(preset, 2, seed=1), create("bosun"), Random(1)
    bosun.choose(View.of(game, game.decider), game.legal_moves, rng, Budget())
    taken: list[float] = []
    while len(taken) < moves and not game.over:
        started = time.thread_time()
        view = View.of(game, game.decider)
        move = bosun.choose(view, game.legal_moves, rng, Budget())
        taken.append(time.thread_time() - started)
        game.push(move)
    return round(1000 * statistics.median(taken), 2)


def _middle_of_a_game(preset: str) -> Game:
    game, deckhand, rng = Game(preset, 2, seed=1), create("deckhand"), Random(1)
    for _ in range(30):
        view = View.of(game, game.decider)
        game.push(deckhand.choose(view, game.legal_moves, rng, Budget()))
    return game
