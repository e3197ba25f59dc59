"""The speed of the bots: the captain's simulations per second, the bosun's time per move."""

import statistics
import time
from random import Random

from cartagena.bots import Budget, View, create
from cartagena.bots.captain import Captain
from cartagena.game import Game


def captain_rate(preset: str, seconds: float) -> int:
    """Measure the simulations per second on one core, in the middle of a two-player game."""
    game = _mid_game(preset)
    view = View.of(game, game.decider)
    search = Captain(stop_early=False).search_for(view)
    search.run(view, 1, Budget(nodes=1))  # compile, or load from the cache
    started = time.thread_time()
    result = search.run(view, 1, Budget(seconds=seconds))
    return round(result.simulations / (time.thread_time() - started))


def bosun_milliseconds(preset: str, moves: int = 60) -> float:
    """Measure the median time of the bosun's moves at the start of a two-player game."""
    game, bosun, rng = Game(preset, 2, seed=1), create("bosun"), Random(1)
    bosun.choose(View.of(game, game.decider), game.legal_moves, rng, Budget())
    times: list[float] = []
    while len(times) < moves and not game.over:
        started = time.thread_time()
        view = View.of(game, game.decider)
        move = bosun.choose(view, game.legal_moves, rng, Budget())
        times.append(time.thread_time() - started)
        game.push(move)
    return round(1000 * statistics.median(times), 2)


def _mid_game(preset: str) -> Game:
    game, deckhand, rng = Game(preset, 2, seed=1), create("deckhand"), Random(1)
    for _ in range(30):
        view = View.of(game, game.decider)
        game.push(deckhand.choose(view, game.legal_moves, rng, Budget()))
    return game
