"""The treasure chests of Black Magic Woman."""

from cartagena.jit.compiler import kernel
from cartagena.rules.chance.chacha20 import CHEST_STREAM, CHESTS_LAID, next_counter
from cartagena.rules.chance.scripted import CHEST_OUTCOME
from cartagena.rules.chance.source import below, is_scripted, next_scripted, take_scripted
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
"""The spaces of one tile as a set that begins at bit 0."""


@kernel
def token_spaces(g: State) -> int:
    """Return the spaces with an unopened chest."""
    spaces = 0
    for tile in range(MAX_TILES):
        if g.token[tile]:
            spaces |= _TILE << (SPACES_PER_TILE * tile + 1)
    return spaces & g.symbol[CHEST]


@kernel
def lay_tokens(g: State) -> None:
    """Shuffle all eight chests and lay one on each tile. The others stay in the box."""
    for value in range(TOKEN_VALUES):
        g.opened[value] = 0
    for tile in range(MAX_TILES):
        g.token[tile] = 0
    for tile in range(g.tunnel_tiles + g.jungle_tiles):
        g.token[tile] = choose_token(g, tile)


@kernel
def choose_token(g: State, tile: int) -> int:
    """Choose one of the remaining chests for a tile at random. Return 0 if a scripted one is missing."""
    if is_scripted(g):
        value = next_scripted(g) - CHEST_OUTCOME
        if value < 1 or value > SNAKE or tokens_left(g, value, tile) == 0:
            g.chance = STOPPED_AT_CHEST
            return 0
        take_scripted(g)
        next_counter(g, CHESTS_LAID)
        return value
    number = CHEST_STREAM if g.chance == FAST else next_counter(g, CHESTS_LAID)
    return nth_token(g, tile, below(g, CHEST_STREAM, number, len(TOKENS) - tile))


@kernel
def tokens_left(g: State, value: int, tile: int) -> int:
    """Return the number of unopened chests of a value that are not on an earlier tile."""
    n = 1 if value >= EMPTY else 2
    n -= int(g.opened[value])
    for earlier in range(tile):
        if g.token[earlier] == value:
            n -= 1
    return n


@kernel
def nth_token(g: State, tile: int, n: int) -> int:
    """Return the chest with exactly n others before it among those left for a tile."""
    value = 1
    while n >= tokens_left(g, value, tile):
        n -= tokens_left(g, value, tile)
        value += 1
    return value
