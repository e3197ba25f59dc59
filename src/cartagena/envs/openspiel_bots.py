"""Our bots and evaluators for OpenSpiel's algorithms.

`SpielBot` is a bot of ours that plays in OpenSpiel. `RolloutEvaluator` and `NetEvaluator` are for its
MCTS and ISMCTS: one plays games out in compiled code, the other asks the legend's net.
"""

from random import Random
from typing import Final

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.algorithms import mcts

from cartagena.bots.entrant import read_entrant
from cartagena.envs.openspiel import CartagenaGame, CartagenaState
from cartagena.sim.simulator import Simulator, final_rewards
from cartagena.validation import read_int

MAX_ACTIONS: Final = 20_000
"""The length of a game that is played out. A longer one counts as drawn."""


class SpielBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot as on the command line, such as `captain:100n`, that plays a seat in OpenSpiel."""

    def __init__(self, name: str, player: int, seed: int = 0) -> None:
        pyspiel.Bot.__init__(self)
        self._entrant, self._player, self._seed = read_entrant(name), player, seed
        self.restart()

    def restart(self) -> None:
        """Begin a new game."""
        self._bot, self._random = self._entrant.bot(), Random(self._seed)

    def restart_at(self, state: CartagenaState) -> None:  # noqa: ARG002
        """Begin a new game from a state."""
        self.restart()

    def player_id(self) -> int:
        """Return the seat of the bot."""
        return self._player

    def step(self, state: CartagenaState) -> int:
        """Choose an action. The bot gets the view of its seat only."""
        view = state.view(self._player)
        legal = state.legal_moves()
        return self._bot.choose(view, legal, self._random, self._entrant.budget).action


class RolloutEvaluator(mcts.Evaluator):  # type: ignore[misc]
    """Evaluates a state by games that a built-in policy plays to the end, in compiled code."""

    def __init__(
        self, game: CartagenaGame, rollouts: int = 8, policy: str = "rollout", seed: int = 0
    ) -> None:
        """`policy` is one of those of `Simulator.play`: `random`, `rollout` or `deckhand`."""
        self._rollouts = read_int(rollouts, "rollouts", 1, 1 << 20)
        self._policy = policy
        self._rng = np.random.default_rng(seed)
        rules, players = game.shared.rules, game.shared.players
        self._games = Simulator(rules, players, self._rollouts, restart=False, threads=1)

    def evaluate(self, state: CartagenaState) -> NDArray[np.float64]:
        """Return the mean returns of all players."""
        state = self._without_chance(state)
        if state.is_terminal():
            return np.array(state.returns())
        return self._values(state)

    def prior(self, state: CartagenaState) -> list[tuple[int, float]]:
        """Return the same probability for every action, or the odds of chance."""
        if state.is_chance_node():
            outcomes: list[tuple[int, float]] = state.chance_outcomes()
            return outcomes
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]

    def _without_chance(self, state: CartagenaState) -> CartagenaState:
        """Return the state, or one after random outcomes if it waits for chance."""
        if not state.is_chance_node():
            return state
        state = state.clone()
        while state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(self._rng.choice(outcomes, p=odds)))
        return state

    def _values(self, state: CartagenaState) -> NDArray[np.float64]:
        self._games.load(np.repeat(state.packed, self._rollouts), seed=self._draw_seed())
        self._games.finish(self._policy, MAX_ACTIONS)
        values: NDArray[np.float64] = self._games.rewards.mean(0, dtype=np.float64)
        return values

    def _draw_seed(self) -> int:
        return int(self._rng.integers(1 << 62))


class NetEvaluator(RolloutEvaluator):
    """Evaluates a state by the legend's net, which sees all hands of the state."""

    def __init__(self, game: CartagenaGame, net: str = "", seed: int = 0) -> None:
        """`net` is a file of weights. By default it is the legend's net for these rules."""
        super().__init__(game, 1, seed=seed)
        self._net = net
        players = game.shared.players
        self._returns = np.array([final_rewards(seat, players) for seat in range(players)])

    def _values(self, state: CartagenaState) -> NDArray[np.float64]:
        self._games.load(state.packed)
        chances = self._games.win_probabilities(self._net)[0]
        values: NDArray[np.float64] = chances @ self._returns
        return values
