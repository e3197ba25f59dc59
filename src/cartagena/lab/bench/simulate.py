"""Random play in bulk: whole games inside one compiled loop."""

from typing import Any

import numpy as np

from cartagena.jit.compiler import entry_point, kernel
from cartagena.rules import turn
from cartagena.rules.actions import ROWS
from cartagena.rules.chance.seeds import WORD
from cartagena.rules.state import RUNNING, Scratch, Scratches, State, States
from cartagena.sim.steps import DEAD_END, choose, deal

# Constants of the 32-bit FNV-1a hash, which needs no more than 64-bit arithmetic.
_HASH_START = 2166136261
_HASH_FACTOR = 16777619


@kernel
def play_game(g: State, legal: Scratch, limit: int) -> int:
    """Play at random to the end, or to a limit of actions; returns how many were made."""
    for n in range(limit):
        if g.result != RUNNING:
            return n
        turn.legal(g, legal)
        action = choose(legal)
        if action == DEAD_END:
            return DEAD_END
        turn.apply(g, action, legal)
    return limit


@entry_point
def play_games(
    states: States, i: int, scratches: Scratches, seed: int, limit: int, lengths: Any
) -> int:
    """Deal and play a game for every place in `lengths`; returns the actions made in all."""
    total = 0
    for k in range(len(lengths)):
        deal(states[i], scratches[0], seed + k)
        lengths[k] = play_game(states[i], scratches[0], limit)
        total += lengths[k]
    return total


@entry_point
def play_to_the_end(
    states: States, i: int, scratches: Scratches, seed: int, limit: int, lengths: Any, winners: Any
) -> None:
    """The same, noting who won each game, or NOBODY."""
    for k in range(len(lengths)):
        play_games(states, i, scratches, seed + k, limit, lengths[k : k + 1])
        winners[k] = states[i].winner


@kernel
def mix(digest: int, value: int | np.uint32) -> int:
    """One step of the hash of a trajectory."""
    return int(((digest ^ (np.int64(value) & WORD)) * _HASH_FACTOR) & WORD)


@kernel
def hash_game(g: State, legal: Scratch, limit: int) -> int:
    """Play at random and hash every legal set and every action on the way, and the end."""
    digest = _HASH_START
    n = 0
    while n < limit and g.result == RUNNING:
        turn.legal(g, legal)
        action = choose(legal)
        for row in range(ROWS):
            digest = mix(mix(digest, legal.mask[row]), legal.mask[row] >> 32)
        digest = mix(digest, action)
        turn.apply(g, action, legal)
        n += 1
    for word in range(len(g.generator)):
        digest = mix(digest, g.generator[word])
    for word in range(len(legal.generator)):
        digest = mix(digest, legal.generator[word])
    return mix(mix(digest, g.winner), n)


@entry_point
def hash_new_game(states: States, i: int, scratches: Scratches, seed: int, limit: int) -> int:
    """Deal game i from a seed of 64 bits and hash its random play."""
    deal(states[i], scratches[0], seed)
    return hash_game(states[i], scratches[0], limit)
