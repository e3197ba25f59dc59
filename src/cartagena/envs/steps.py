"""The compiled step of an environment: apply an action and write the mask."""

from cartagena.jit.arguments import Bytes
from cartagena.jit.compiler import entry_point
from cartagena.rules import action_set, batch, turn
from cartagena.rules.state import NOBODY, RUNNING, Scratches, States
from cartagena.sim.steps import ILLEGAL


@entry_point
def step(states: States, i: int, action: int, scratches: Scratches, mask: Bytes) -> int:
    """Apply an action in game i and write the mask of legal actions.

    Returns the seat to decide next, or NOBODY if the game is over. An illegal action returns ILLEGAL
    and changes nothing.
    """
    g = states[i]
    turn.legal(g, scratches[0])
    if not action_set.contains(scratches[0], action):
        return ILLEGAL
    turn.apply(g, action, scratches[0])
    turn.legal(g, scratches[0])
    batch.write_mask(scratches, mask)
    return int(g.decider) if g.result == RUNNING else NOBODY
