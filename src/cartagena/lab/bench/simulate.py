"""Random play in bulk: whole games inside one compiled loop."""

from typing import Any

import numpy as np

from cartagena.rules import batch, rows, setup, turn
from cartagena.rules.actions import ROWS
from cartagena.rules.chance.fast_generator import pick, start
from cartagena.rules.chance.seeds import WORD
from cartagena.rules.compiled import entry_point, kernel
from cartagena.rules.state import NOBODY, RUNNING

DEAD_END = -1

# Constants of the 32-bit FNV-1a hash, which needs no more than 64-bit arithmetic.
_HASH_START = 2166136261
_HASH_FACTOR = 16777619


@kernel
def deal(g: Any, legal: Any, number: int) -> None:
    """Deal from a seed of 64 bits, from which the random players' choices follow, too."""
    start(g, legal, number & WORD, number >> 32, 0, 0)
    setup.deal(g, NOBODY)


@kernel
def choose(legal: Any) -> int:
    """One of the legal actions, each equally likely; DEAD_END if there is none."""
    n = rows.total(legal)
    if n == 0:
        return DEAD_END
    return rows.nth_action(legal, pick(legal, n))


@kernel
def play_game(g: Any, legal: Any, limit: int) -> int:
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
def play_games(states: Any, i: int, scratches: Any, seed: int, limit: int, lengths: Any) -> int:
    """Deal and play a game for every place in `lengths`; returns the actions made in all."""
    total = 0
    for k in range(len(lengths)):
        deal(states[i], scratches[0], seed + k)
        lengths[k] = play_game(states[i], scratches[0], limit)
        total += lengths[k]
    return total


@entry_point
def play_to_the_end(
    states: Any, i: int, scratches: Any, seed: int, limit: int, lengths: Any, winners: Any
) -> None:
    """The same, noting who won each game, or NOBODY."""
    for k in range(len(lengths)):
        play_games(states, i, scratches, seed + k, limit, lengths[k : k + 1])
        winners[k] = states[i].winner


@entry_point
def play_games_observed(
    states: Any, i: int, scratches: Any, seed: int, limit: int, lengths: Any, mask: Any, views: Any
) -> int:
    """The same, writing out the mask of legal actions and the decider's view at every step."""
    total = 0
    for k in range(len(lengths)):
        g = states[i]
        deal(g, scratches[0], seed + k)
        n = 0
        while n < limit and g.result == RUNNING:
            turn.legal(g, scratches[0])
            batch.write_mask(scratches, mask)
            batch.write_view(states, i, g.decider, views, 0)
            turn.apply(g, choose(scratches[0]), scratches[0])
            n += 1
        lengths[k] = n
        total += n
    return total


@kernel
def mix(digest: int, value: int) -> int:
    """One step of the hash of a trajectory."""
    return int(((digest ^ (np.int64(value) & WORD)) * _HASH_FACTOR) & WORD)


@kernel
def hash_game(g: Any, legal: Any, limit: int) -> int:
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
def hash_new_game(states: Any, i: int, scratches: Any, seed: int, limit: int) -> int:
    """Deal game i from a seed of 64 bits and hash its random play."""
    deal(states[i], scratches[0], seed)
    return hash_game(states[i], scratches[0], limit)
