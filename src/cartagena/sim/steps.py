"""Steps of simulated games: an action, the end of a game, the next deal, masks and observations.

The CPU and the GPU run the same functions. Between steps the scratch record of a game holds its legal
actions.
"""

from typing import Annotated, Final, Protocol

import numpy as np

from cartagena.bots.search.deckhand_policy import choose_as_deckhand
from cartagena.bots.search.rollout_policy import choose_action
from cartagena.bots.search.weights import Weights
from cartagena.jit.arguments import ArrayOf
from cartagena.jit.compiler import kernel
from cartagena.jit.records import Records, Vector
from cartagena.rules import action_set, setup, turn
from cartagena.rules.actions import ACTIONS, ROWS
from cartagena.rules.chance.fast_rng import pick, start
from cartagena.rules.chance.seeds import WORD
from cartagena.rules.components import SEATS
from cartagena.rules.observation import (
    ObservationRecord,
    Words,
    clear_position,
    observe_position,
    observe_static,
)
from cartagena.rules.state import NOBODY, RUNNING, Scratch, State

DEAD_END: Final = -1
"""Stands for an action: there is no legal one."""

ILLEGAL: Final = -2
"""The outcome of a step with an illegal action, which is not applied."""

# Policies.
RANDOM, ROLLOUT, DECKHAND = range(3)

ROLLOUT_NOISE: Final = 2.0
"""Noise of the rollout policy, in spaces."""

GAME_SLOT: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("seed", np.int64),  # of the next deal
                ("seat", np.int64),  # the seat that the caller plays, or NOBODY for all
                ("outcome", np.int64),  # the seat to decide next, NOBODY after the end, or ILLEGAL
                ("winner", np.int64),  # of the last finished game
                ("actions", np.int64),
                ("games", np.int64),
                ("turns", np.int64),  # of all finished games
                ("won", np.int64, (SEATS,)),
            ]
        ),
    )
)
"""The data of a slot besides the record of its game. A slot plays one game after another."""

MASK: Final = np.dtype((np.record, np.dtype([("word", np.int64, (ACTIONS // 8,))])))
"""The legal actions as one byte each, eight to a word."""

_BYTE = 0xFF


class GameSlot(Protocol):
    """The fields of `GAME_SLOT`, as kernels see them."""

    seed: int
    seat: int
    outcome: int
    winner: int
    actions: int
    games: int
    turns: int
    won: Vector[int]


GameSlots = Annotated[Records[GameSlot], ArrayOf(GAME_SLOT)]
Masks = Annotated[Records[Words], ArrayOf(MASK)]


@kernel
def deal(g: State, scratch: Scratch, number: int) -> None:
    """Deal from a 64-bit seed, which also determines the choices of policies."""
    start(g, scratch, number & WORD, number >> 32, 0, 0)
    setup.deal(g, NOBODY)


@kernel
def choose(scratch: Scratch) -> int:
    """Choose a legal action uniformly. Returns DEAD_END if there is none."""
    n = action_set.total(scratch)
    if n == 0:
        return DEAD_END
    return action_set.nth_action(scratch, pick(scratch, n))


@kernel
def act(g: State, scratch: Scratch, slot: GameSlot, action: int) -> None:
    """Apply a legal action and count it."""
    turn.apply(g, action, scratch)
    turn.legal(g, scratch)
    slot.actions += 1


@kernel
def act_by_policy(g: State, scratch: Scratch, slot: GameSlot, policy: int, w: Weights) -> None:
    """Let a policy choose an action and apply it."""
    if policy == RANDOM:
        action = choose(scratch)
    elif policy == DECKHAND:
        action = choose_as_deckhand(g, scratch)
    else:
        action = choose_action(g, scratch, w, ROLLOUT_NOISE)
    act(g, scratch, slot, action)


@kernel
def let_others_play(g: State, scratch: Scratch, slot: GameSlot, policy: int, w: Weights) -> None:
    """Let a policy play until it is the slot's seat to move."""
    while slot.seat != NOBODY and g.result == RUNNING and g.decider != slot.seat:
        act_by_policy(g, scratch, slot, policy, w)


@kernel
def count_end(g: State, slot: GameSlot) -> None:
    """Store the outcome of a step, and count the game if it is over."""
    slot.outcome = g.decider
    if g.result != RUNNING:
        slot.outcome = NOBODY
        slot.winner = g.winner
        slot.games += 1
        slot.turns += g.turns
        if g.winner != NOBODY:
            slot.won[g.winner] += 1


@kernel
def deal_next(g: State, scratch: Scratch, slot: GameSlot, stride: int) -> None:
    """Deal the next game of a slot."""
    deal(g, scratch, slot.seed)
    slot.seed += stride
    turn.legal(g, scratch)


@kernel
def observer(g: State, slot: GameSlot) -> int:
    """Return the seat whose observation is written: the decider, or the seat of the slot."""
    return int(g.decider) if slot.seat == NOBODY else int(slot.seat)


@kernel
def spread(byte: int) -> int:
    """Spread eight bits over eight bytes, lowest first."""
    word = (byte | byte << 28) & 0x0000000F0000000F
    word = (word | word << 14) & 0x0003000300030003
    return (word | word << 7) & 0x0101010101010101


@kernel
def write_mask(scratch: Scratch, mask: Words) -> None:
    """Write the legal actions as one byte per action, 1 or 0."""
    for row in range(ROWS):
        bits = scratch.mask[row]
        if bits:
            for k in range(8):
                mask.word[8 * row + k] = spread((bits >> (8 * k)) & _BYTE)
        else:
            for k in range(8):
                mask.word[8 * row + k] = 0


@kernel
def write_static_observation(g: State, observation: ObservationRecord, words: Words) -> None:
    """Clear an observation and write the part that never changes. `words` are the same bytes."""
    for k in range(len(words.word)):
        words.word[k] = 0
    observe_static(g, observation)


@kernel
def write_observation(
    g: State,
    scratch: Scratch,
    slot: GameSlot,
    mask: Words,
    observation: ObservationRecord,
    words: Words,
) -> None:
    """Write the mask and what changes of the observation."""
    write_mask(scratch, mask)
    clear_position(words)
    observe_position(g, observer(g, slot), observation)
