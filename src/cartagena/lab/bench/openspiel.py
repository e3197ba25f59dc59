"""OpenSpiel's backgammon, driven from Python as its own examples do: a yardstick for the bench."""

import random
import time


def backgammon_rate(seconds: float) -> int | None:
    """Actions a second of random play, chance included; None where OpenSpiel is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("backgammon")
    chooser = random.Random(1)
    actions = 0
    started = time.thread_time()
    while (taken := time.thread_time() - started) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chooser.choices(outcomes, chances)[0])
            else:
                state.apply_action(chooser.choice(state.legal_actions()))
            actions += 1
    return round(actions / taken)
