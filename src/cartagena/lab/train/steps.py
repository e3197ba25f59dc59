"""One game of the training: an action, the next deal, and the positions after each action.

Processor and GPU run these functions alike.
"""

from typing import Any, Final

import numpy as np

from cartagena.bots.net.features import take_back_draw, write_features
from cartagena.bots.net.symbol_permutation import AS_THEY_ARE, order_of_symbols
from cartagena.bots.search.rollout_policy import choose_action
from cartagena.jit.compiler import kernel
from cartagena.rules import turn
from cartagena.rules.action_set import list_actions
from cartagena.rules.chance.seeds import WORD
from cartagena.rules.components import SEATS
from cartagena.rules.state import DRAWN, NOBODY, RUNNING, Scratch, State
from cartagena.sim.steps import deal

BEGIN: Final = -1
"""In place of an action: deal a new game."""

GAME: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("seed", np.int64),  # of the next deal
                ("chosen", np.int64),  # the action to do, or BEGIN
                ("by_policy", np.int64),  # bit s: the rollout policy plays seat s
                ("decider", np.int64),
                ("count", np.int64),  # of legal actions
                ("preferred", np.int64),  # the number of the policy's action, or NOBODY
                ("ended", np.int64),  # whether the last action ended a game
                ("winner", np.int64),  # of that game, or NOBODY
            ]
        ),
    )
)
"""What is kept of each game beside its record."""

FIELDS: Final = len(GAME.names or ())
_GOLDEN: Final = 0x9E3779B9


@kernel
def advance(g: State, scratch: Scratch, game: Any, stride: int) -> None:
    """Do what was chosen, deal anew after an end, and find what is legal and who decides."""
    game.ended = 0
    if game.chosen != BEGIN:
        turn.apply(g, game.chosen, scratch)
        if g.result != RUNNING:
            game.ended = 1
            game.winner = g.winner
    if game.chosen == BEGIN or game.ended:
        deal(g, scratch, game.seed)
        game.seed += stride
    turn.legal(g, scratch)
    game.decider = g.decider


@kernel
def list_choices(g: State, scratch: Scratch, game: Any, actions: Any, w: Any, noise: float) -> None:
    """List the legal actions, and find the policy's choice among them if it plays this seat."""
    game.count = list_actions(scratch, actions)
    game.preferred = NOBODY
    if (game.by_policy >> g.decider) & 1:
        action = choose_action(g, scratch, w, noise)
        for k in range(game.count):
            if actions[k] == action:
                game.preferred = k


@kernel
def change_chance(g: State, salt: int) -> None:
    """Another chance than the game's own, so that nobody sees what is going to come."""
    g.generator[0] = (np.int64(g.generator[0]) ^ (salt * _GOLDEN)) & WORD


@kernel
def look(
    g: State,
    scratch: Scratch,
    before: State,
    action: int,
    salt: int,
    shown: int,
    x: Any,
    known: Any,
) -> None:
    """The position after an action: its features, or how the game ended, from the seat's side.

    `g` is a copy of the record `before`. The symbols are shown in the order with the number `shown`, unless
    each has a spell of its own. Of `known` the first number is -1 while the game goes on.
    """
    seat = before.decider
    change_chance(g, salt)
    turn.apply(g, action, scratch)
    if g.result == RUNNING:
        owed = take_back_draw(g, before, seat)
        owed_drawn = take_back_draw(g, before, DRAWN)
        order = AS_THEY_ARE if g.magic else order_of_symbols(shown)
        write_features(g, seat, owed, owed_drawn, order, x)
        known[0] = -1.0
        return
    for outcome in range(SEATS + 1):
        known[outcome] = 0.0
    if g.winner == NOBODY:
        known[SEATS] = 1.0
    else:
        place = g.winner - seat
        known[place + g.players if place < 0 else place] = 1.0
