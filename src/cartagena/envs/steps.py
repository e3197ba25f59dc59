"""Compiled steps of an environment: apply an action, write the legal mask and an observation."""

from typing import Any

from cartagena.jit.compiler import entry_point
from cartagena.rules import action_set as sets
from cartagena.rules import batch, turn
from cartagena.rules.state import NOBODY, RUNNING, Scratches, States
from cartagena.sim.observation import observe
from cartagena.sim.steps import ILLEGAL


@entry_point
def step(states: States, i: int, action: int, scratches: Scratches, mask: Any) -> int:
    """Apply an action in game i and write the mask of the next legal actions.

    Returns the seat to move, NOBODY if the game is over, or ILLEGAL if nothing was changed.
    """
    g = states[i]
    turn.legal(g, scratches[0])
    if not sets.contains(scratches[0], action):
        return ILLEGAL
    turn.apply(g, action, scratches[0])
    turn.legal(g, scratches[0])
    batch.write_mask(scratches, mask)
    return int(g.decider) if g.result == RUNNING else NOBODY


@entry_point
def write_observation(states: States, i: int, seat: int, observations: Any, j: int) -> None:
    """Write a seat's observation of game i to observation j, which must be blank."""
    observe(states[i], seat, observations[j])
