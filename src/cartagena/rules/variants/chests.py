"""The chests of the Black Magic Woman: where they lie, and laying them."""

from cartagena.jit.compiler import kernel
from cartagena.rules.chance.chacha20 import CHEST_STREAM, CHESTS_LAID, next_counter
from cartagena.rules.chance.scripted import CHEST_OUTCOME
from cartagena.rules.chance.source import below, is_given, next_given, take_given
from cartagena.rules.components import (
    CHEST,
    EMPTY,
    MAX_TILES,
    SNAKE,
    SPACES_PER_TILE,
    TOKEN_VALUES,
    TOKENS,
)
from cartagena.rules.state import FAST, STOPPED_AT_CHEST, State

_TILE = (1 << SPACES_PER_TILE) - 1
"""The spaces of one tile as a set, the first of them bit 0."""


@kernel
def token_spaces(g: State) -> int:
    """The spaces with an unopened chest."""
    spaces = 0
    for tile in range(MAX_TILES):
        if g.token[tile]:
            spaces |= _TILE << (SPACES_PER_TILE * tile + 1)
    return spaces & g.symbol[CHEST]


@kernel
def lay_tokens(g: State) -> None:
    """Mix all eight chests; one on each tile in use, the others into the box."""
    for value in range(TOKEN_VALUES):
        g.opened[value] = 0
    for tile in range(MAX_TILES):
        g.token[tile] = 0
    for tile in range(g.tunnel_tiles + g.jungle_tiles):
        g.token[tile] = choose_token(g, tile)


@kernel
def choose_token(g: State, tile: int) -> int:
    """Which of the chests that are left chance lays on a tile; none if the game stops."""
    if is_given(g):
        value = next_given(g) - CHEST_OUTCOME
        if value < 1 or value > SNAKE or tokens_left(g, value, tile) == 0:
            g.chance = STOPPED_AT_CHEST
            return 0
        take_given(g)
        next_counter(g, CHESTS_LAID)
        return value
    place = CHEST_STREAM if g.chance == FAST else next_counter(g, CHESTS_LAID)
    return nth_token(g, tile, below(g, CHEST_STREAM, place, len(TOKENS) - tile))


@kernel
def tokens_left(g: State, value: int, tile: int) -> int:
    """How many such chests were neither opened nor laid on the tiles before this one."""
    n = 1 if value >= EMPTY else 2
    n -= int(g.opened[value])
    for earlier in range(tile):
        if g.token[earlier] == value:
            n -= 1
    return n


@kernel
def nth_token(g: State, tile: int, n: int) -> int:
    """The chest with exactly n others before it among those left for a tile."""
    value = 1
    while n >= tokens_left(g, value, tile):
        n -= tokens_left(g, value, tile)
        value += 1
    return value
