"""Steps of simulated games: an action, the end of a game, the next deal, what is legal, what is seen.

Processor and GPU run these functions alike. Between two steps the scratch record of a game holds
what is legal in it.
"""

from typing import Any, Final

import numpy as np

from cartagena.bots.search.deckhand_policy import choose_as_deckhand
from cartagena.bots.search.rollout_policy import choose_action
from cartagena.jit.compiler import kernel
from cartagena.rules import action_set, setup, turn
from cartagena.rules.actions import ACTIONS, ROWS
from cartagena.rules.chance.fast_rng import pick, start
from cartagena.rules.chance.seeds import WORD
from cartagena.rules.components import SEATS
from cartagena.rules.state import NOBODY, RUNNING, Scratch, State
from cartagena.sim.observation import blank_position, observe_position, observe_setting

DEAD_END: Final = -1

# What came of a step, if no seat decides next.
ILLEGAL: Final = -2
"""The action was not legal, and nothing was done."""

# Who chooses.
RANDOM, ROLLOUT, DECKHAND = range(3)

ROLLOUT_NOISE: Final = 2.0
"""Spaces of noise added to the values of the rollout policy."""

SLOT: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("seed", np.int64),  # of the next deal
                ("seat", np.int64),  # for which actions are given; NOBODY for every seat
                ("outcome", np.int64),  # the seat that decides next, NOBODY after the end, ILLEGAL
                ("winner", np.int64),  # of the last game that ended
                ("actions", np.int64),
                ("games", np.int64),
                ("turns", np.int64),  # of all games that ended
                ("won", np.int64, (SEATS,)),
            ]
        ),
    )
)
"""What is kept of each game beside its record, and of those before it in its place."""

MASK: Final = np.dtype((np.record, np.dtype([("word", np.int64, (ACTIONS // 8,))])))
"""The legal actions as one byte each, eight to a word."""

_BYTE = 0xFF


@kernel
def deal(g: State, scratch: Scratch, number: int) -> None:
    """Deal from a seed of 64 bits, from which the choices of policies follow, too."""
    start(g, scratch, number & WORD, number >> 32, 0, 0)
    setup.deal(g, NOBODY)


@kernel
def choose(scratch: Scratch) -> int:
    """One of the legal actions, each equally likely; DEAD_END if there is none."""
    n = action_set.total(scratch)
    if n == 0:
        return DEAD_END
    return action_set.nth_action(scratch, pick(scratch, n))


@kernel
def act(g: State, scratch: Scratch, slot: Any, action: int) -> None:
    """Do a legal action, and count it."""
    turn.apply(g, action, scratch)
    turn.legal(g, scratch)
    slot.actions += 1


@kernel
def act_by_policy(g: State, scratch: Scratch, slot: Any, policy: int, w: Any) -> None:
    """Let a policy choose, and do it."""
    if policy == RANDOM:
        action = choose(scratch)
    elif policy == DECKHAND:
        action = choose_as_deckhand(g, scratch)
    else:
        action = choose_action(g, scratch, w, ROLLOUT_NOISE)
    act(g, scratch, slot, action)


@kernel
def let_others_play(g: State, scratch: Scratch, slot: Any, policy: int, w: Any) -> None:
    """A policy plays until the seat must choose for which actions are given."""
    while slot.seat != NOBODY and g.result == RUNNING and g.decider != slot.seat:
        act_by_policy(g, scratch, slot, policy, w)


@kernel
def count_end(g: State, slot: Any) -> None:
    """Note what came of a step, and count the game if it is over."""
    slot.outcome = g.decider
    if g.result != RUNNING:
        slot.outcome = NOBODY
        slot.winner = g.winner
        slot.games += 1
        slot.turns += g.turns
        if g.winner != NOBODY:
            slot.won[g.winner] += 1


@kernel
def deal_next(g: State, scratch: Scratch, slot: Any, stride: int) -> None:
    """The next game in this place."""
    deal(g, scratch, slot.seed)
    slot.seed += stride
    turn.legal(g, scratch)


@kernel
def observer(g: State, slot: Any) -> int:
    """The seat whose observation is written: the one that must choose."""
    return int(g.decider) if slot.seat == NOBODY else int(slot.seat)


@kernel
def spread(byte: int) -> int:
    """Eight bits as eight bytes, the lowest first."""
    word = (byte | byte << 28) & 0x0000000F0000000F
    word = (word | word << 14) & 0x0003000300030003
    return (word | word << 7) & 0x0101010101010101


@kernel
def write_mask(scratch: Scratch, mask: Any) -> None:
    """Write what is legal as one byte per action, 1 or 0."""
    for row in range(ROWS):
        bits = scratch.mask[row]
        if bits:
            for k in range(8):
                mask.word[8 * row + k] = spread((bits >> (8 * k)) & _BYTE)
        else:
            for k in range(8):
                mask.word[8 * row + k] = 0


@kernel
def show_setting(g: State, seen: Any, words: Any) -> None:
    """Blank an observation and write what stays the same all game; `words` are its bytes."""
    for k in range(len(words.word)):
        words.word[k] = 0
    observe_setting(g, seen)


@kernel
def show(g: State, scratch: Scratch, slot: Any, mask: Any, seen: Any, words: Any) -> None:
    """Write what is legal, and what the observer sees of the position."""
    write_mask(scratch, mask)
    blank_position(words)
    observe_position(g, observer(g, slot), seen)
