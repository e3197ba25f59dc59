"""A reference for the benchmark: OpenSpiel's backgammon, driven from Python."""

import random
import time


def backgammon_rate(seconds: float) -> int | None:
    """Measure actions per second of random play, including chance. None without OpenSpiel."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("backgammon")
    rng = random.Random(1)
    actions = 0
    started = time.thread_time()
    while (elapsed := time.thread_time() - started) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
            actions += 1
    return round(actions / elapsed)
