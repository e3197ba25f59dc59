"""A policy as a bot: a function from an observation and a mask to an action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from cartagena.bots.bot import Budget
from cartagena.errors import CartagenaError
from cartagena.rules.options import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cartagena.bots.view import View
    from cartagena.rules.notation.moves import Move

Policy = Callable[[dict[str, "NDArray[np.int8]"]], Any]
"""Maps the observation of an environment, with its mask, to the number of an action."""


class PolicyBot:
    """Plays by a policy that has learned in an environment.

    The policy gets what an environment returns: a dictionary with `observation` and `action_mask`. It
    returns the number of a legal action. `rules` is a preset or `Rules` if the policy can play only
    these.
    """

    def __init__(
        self, policy: Policy, rules: Rules | str | None = None, name: str = "policy"
    ) -> None:
        self.name = name
        self.policy = policy
        self.rules = Rules.preset(rules) if isinstance(rules, str) else rules

    def choose(self, view: View, legal: Sequence[Move], rng: Random, budget: Budget, /) -> Move:  # noqa: ARG002
        """Choose the move whose action the policy returns."""
        if self.rules not in (None, view.rules):
            raise CartagenaError(f"{self.name} plays under other rules.")
        observation = {"observation": view.observation(), "action_mask": view.mask()}
        action = int(self.policy(observation))
        move = next((move for move in legal if move.action == action), None)
        if move is None:
            raise CartagenaError(f"{self.name} chose action {action}, which is not legal here.")
        return move
