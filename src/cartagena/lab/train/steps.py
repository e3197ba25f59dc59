"""One game of the training: an action, the next deal, and the positions after each action.

The CPU and the GPU run the same functions.
"""

from typing import Annotated, Final, Protocol

import numpy as np

from cartagena.bots.net.features import undo_hidden_draw, write_features
from cartagena.bots.net.symbol_permutation import IDENTITY, nth_permutation
from cartagena.bots.search.rollout_policy import choose_action
from cartagena.bots.search.weights import Weights
from cartagena.jit.arguments import ArrayOf
from cartagena.jit.compiler import kernel
from cartagena.jit.records import Records, Vector
from cartagena.rules import turn
from cartagena.rules.action_set import list_actions
from cartagena.rules.chance.seeds import WORD
from cartagena.rules.components import SEATS
from cartagena.rules.state import DRAWN, NOBODY, RUNNING, Scratch, State
from cartagena.sim.steps import deal

BEGIN: Final = -1
"""Stands for an action: deal a new game."""

TRAINING_SLOT: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("seed", np.int64),  # of the next deal
                ("action", np.int64),  # the action to apply, or BEGIN
                ("policy_seats", np.int64),  # bit s: the rollout policy plays seat s
                ("decider", np.int64),
                ("count", np.int64),  # number of legal actions
                ("policy_choice", np.int64),  # index of the policy's action, or NOBODY
                ("ended", np.int64),  # 1 if the last action ended a game
                ("winner", np.int64),  # of that game, or NOBODY
            ]
        ),
    )
)
"""The data of each game besides its record."""

FIELDS: Final = len(TRAINING_SLOT.names or ())
_GOLDEN: Final = 0x9E3779B9


class TrainingSlot(Protocol):
    """The fields of `TRAINING_SLOT`, as kernels see them."""

    seed: int
    action: int
    policy_seats: int
    decider: int
    count: int
    policy_choice: int
    ended: int
    winner: int


TrainingSlots = Annotated[Records[TrainingSlot], ArrayOf(TRAINING_SLOT)]


@kernel
def advance(g: State, scratch: Scratch, slot: TrainingSlot, stride: int) -> None:
    """Apply the chosen action, deal a new game after the end, and find the legal actions."""
    slot.ended = 0
    if slot.action != BEGIN:
        turn.apply(g, slot.action, scratch)
        if g.result != RUNNING:
            slot.ended = 1
            slot.winner = g.winner
    if slot.action == BEGIN or slot.ended:
        deal(g, scratch, slot.seed)
        slot.seed += stride
    turn.legal(g, scratch)
    slot.decider = g.decider


@kernel
def list_choices(
    g: State, scratch: Scratch, slot: TrainingSlot, actions: Vector[int], w: Weights, noise: float
) -> None:
    """List the legal actions, and find the policy's choice among them if it plays this seat."""
    slot.count = list_actions(scratch, actions)
    slot.policy_choice = NOBODY
    if (slot.policy_seats >> g.decider) & 1:
        action = choose_action(g, scratch, w, noise)
        for k in range(slot.count):
            if actions[k] == action:
                slot.policy_choice = k


@kernel
def change_chance(g: State, salt: int) -> None:
    """Change the random generator, so that a position does not reveal the game's next draws."""
    g.generator[0] = (np.int64(g.generator[0]) ^ (salt * _GOLDEN)) & WORD


@kernel
def expand(
    g: State,
    scratch: Scratch,
    before: State,
    action: int,
    salt: int,
    permutation: int,
    x: Vector[float],
    outcome: Vector[float],
) -> None:
    """Apply an action, then write the features of the position or the outcome of the game.

    `g` is a copy of the record `before`. Both results are seen from the acting seat. The symbols are
    relabelled by the permutation with the number `permutation`, unless each has its own spell.
    `outcome[0]` is -1 while the game is running.
    """
    seat = before.decider
    change_chance(g, salt)
    turn.apply(g, action, scratch)
    if g.result == RUNNING:
        hidden_draws = undo_hidden_draw(g, before, seat)
        hidden_spell_draws = undo_hidden_draw(g, before, DRAWN)
        permutation = IDENTITY if g.magic else nth_permutation(permutation)
        write_features(g, seat, hidden_draws, hidden_spell_draws, permutation, x)
        outcome[0] = -1.0
        return
    for seat_or_nobody in range(SEATS + 1):
        outcome[seat_or_nobody] = 0.0
    if g.winner == NOBODY:
        outcome[SEATS] = 1.0
    else:
        distance = g.winner - seat
        outcome[distance + g.players if distance < 0 else distance] = 1.0
