"""Random play of complete games in one compiled loop."""

import numpy as np

from cartagena.jit.arguments import Ints
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
def play_game(g: State, scratch: Scratch, limit: int) -> int:
    """Play at random up to `limit` actions and return their number, or DEAD_END."""
    for n in range(limit):
        if g.result != RUNNING:
            return n
        turn.legal(g, scratch)
        action = choose(scratch)
        if action == DEAD_END:
            return DEAD_END
        turn.apply(g, action, scratch)
    return limit


@entry_point
def play_games(
    states: States, i: int, scratches: Scratches, seed: int, limit: int, lengths: Ints
) -> int:
    """Deal and play a game for each element of `lengths`, and return the total of actions."""
    total = 0
    for k in range(len(lengths)):
        deal(states[i], scratches[0], seed + k)
        lengths[k] = play_game(states[i], scratches[0], limit)
        total += lengths[k]
    return total


@entry_point
def play_to_the_end(
    states: States,
    i: int,
    scratches: Scratches,
    seed: int,
    limit: int,
    lengths: Ints,
    winners: Ints,
) -> None:
    """Play the same games and also write the winners, or NOBODY."""
    for k in range(len(lengths)):
        play_games(states, i, scratches, seed + k, limit, lengths[k : k + 1])
        winners[k] = states[i].winner


@kernel
def mix(digest: int, value: int | np.uint32) -> int:
    """Add a value to the hash of a game."""
    return int(((digest ^ (np.int64(value) & WORD)) * _HASH_FACTOR) & WORD)


@kernel
def hash_game(g: State, scratch: Scratch, limit: int) -> int:
    """Play at random and hash every set of legal actions, every action, and the end."""
    digest = _HASH_START
    n = 0
    while n < limit and g.result == RUNNING:
        turn.legal(g, scratch)
        action = choose(scratch)
        for row in range(ROWS):
            digest = mix(mix(digest, scratch.mask[row]), scratch.mask[row] >> 32)
        digest = mix(digest, action)
        turn.apply(g, action, scratch)
        n += 1
    for word in range(len(g.generator)):
        digest = mix(digest, g.generator[word])
    for word in range(len(scratch.generator)):
        digest = mix(digest, scratch.generator[word])
    return mix(mix(digest, g.winner), n)


@entry_point
def hash_new_game(states: States, i: int, scratches: Scratches, seed: int, limit: int) -> int:
    """Deal game i from a 64-bit seed and hash its random play."""
    deal(states[i], scratches[0], seed)
    return hash_game(states[i], scratches[0], limit)
