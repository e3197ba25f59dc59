"""Exact values of small games, and how far bots are from the optimum there.

    python -m cartagena.lab.bench.small_games --rules "micro; turn_limit: 4"

walks through the whole tree with OpenSpiel. With open hands, the value is that of perfect play. With hidden
hands, NashConv says how much both players together could gain by a best response: it is 0 for an
equilibrium.
"""

import argparse
from typing import Any

import pyspiel
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import exploitability

from cartagena.envs.openspiel import CartagenaGame, CartagenaState
from cartagena.envs.openspiel_bots import SpielBot
from cartagena.rules.chance.seeds import derive_seed

BOTS = ("drunk", "deckhand", "bosun", "captain:200n", "legend:200n")


def load(rules: str, seed: int = 1) -> CartagenaGame:
    """Return the game of OpenSpiel with these rules, on the board of a seed."""
    game: CartagenaGame = pyspiel.load_game("python_cartagena", {"rules": rules, "seed": seed})
    return game


def value(state: CartagenaState) -> float:
    """Return the first seat's value of a game with open hands, by full search."""
    if state.is_terminal():
        return state.returns()[0]
    if state.is_chance_node():
        return sum(odds * value(state.child(outcome)) for outcome, odds in state.chance_outcomes())
    values = [value(state.child(action)) for action in state.legal_actions()]
    return max(values) if state.current_player() == 0 else min(values)


class BotPolicy(policies.Policy):  # type: ignore[misc]
    """The policy of a bot, which always plays the same in the same information state."""

    def __init__(self, game: CartagenaGame, name: str) -> None:
        super().__init__(game, [0, 1])
        self._name = name
        self._choices: dict[str, int] = {}

    def action_probabilities(
        self, state: CartagenaState, player_id: int | None = None
    ) -> dict[int, float]:
        """Return the action of the bot with the probability 1."""
        player = state.current_player() if player_id is None else player_id
        seen = f"{player} {state.information_state_string(player)}"
        if seen not in self._choices:
            seed = derive_seed("small game", seen)
            self._choices[seen] = SpielBot(self._name, player, seed).step(state)
        chosen = self._choices[seen]
        return {action: float(action == chosen) for action in state.legal_actions()}


def nash_conv(game: CartagenaGame, name: str) -> float:
    """Return NashConv of a bot, or of random play if the name is empty."""
    policy: Any = BotPolicy(game, name) if name else policies.UniformRandomPolicy(game)
    return float(exploitability.nash_conv(game, policy))


def equilibrium(game: CartagenaGame, iterations: int) -> tuple[float, float]:
    """Return the first seat's value and NashConv of the mean policy after iterations of CFR+."""
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    root = game.new_initial_state()
    worth = pyspiel.expected_returns(root, policy, -1, True)[0]
    return float(worth), float(pyspiel.nash_conv(game, policy))


def main() -> None:
    """Print the values and the distances."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="micro; turn_limit: 4")
    parser.add_argument("--seed", type=int, default=1, help="of the board (default: 1)")
    parser.add_argument("--iterations", type=int, default=200, help="of CFR+ (default: 200)")
    parser.add_argument("--bots", nargs="*", default=BOTS, metavar="BOT")
    options = parser.parse_args()
    opened = load(f"{options.rules}; hands: open", options.seed)
    print(f"open hands, full search: {value(opened.new_initial_state()):+.4f}", flush=True)
    game = load(options.rules, options.seed)
    worth, distance = equilibrium(game, options.iterations)
    print(f"hidden hands, CFR+: {worth:+.4f}, NashConv {distance:.4f}", flush=True)
    print(f"random play: NashConv {nash_conv(game, ''):.4f}", flush=True)
    for bot in options.bots:
        print(f"{bot}: NashConv {nash_conv(game, bot):.4f}", flush=True)


if __name__ == "__main__":
    main()
