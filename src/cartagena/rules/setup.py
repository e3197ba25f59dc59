"""Setup: lay the tiles, deal the cards and choose the first player."""

import numpy as np

from cartagena.jit.compiler import kernel
from cartagena.rules.cards import draw_from_deck, lay_row
from cartagena.rules.chance.chacha20 import FIRST_STREAM, SIDE_STREAM, TILE_STREAM
from cartagena.rules.chance.source import below
from cartagena.rules.components import (
    CARDS,
    CARDS_PER_SYMBOL,
    DARK,
    DARK_PER_SYMBOL,
    DEAL,
    KINDS,
    MAX_TILES,
    SEATS,
    SMALL_CARDS,
    SMALL_DEAL,
    SPACES_PER_TILE,
    SYMBOLS_PER_EDITION,
    TILES,
    TOKEN_VALUES,
)
from cartagena.rules.state import NOBODY, RUNNING, TOP_CAPACITY, TURN, State
from cartagena.rules.turn import begin_turn
from cartagena.rules.variants.chests import lay_tokens

_TILES_2000 = np.array(TILES["2000"], np.int8)
_TILES_2017 = np.array(TILES["2017"], np.int8)
_TILES_MICRO = np.array(TILES["micro"], np.int8)
_TILES_MINI = np.array(TILES["mini"], np.int8)
_HOW_MANY_2000, _HOW_MANY_2017 = len(TILES["2000"]), len(TILES["2017"])
_HOW_MANY_SMALL = len(TILES["micro"])

_ONLY = np.uint32(0)
"""The index of the only random number in a stream."""


@kernel
def is_small(g: State) -> bool:
    """Return True for a small edition, whose number is its number of symbols."""
    return g.edition <= SYMBOLS_PER_EDITION


@kernel
def cards_of_kind(g: State, kind: int) -> int:
    """Return the number of cards of a kind. Dark cards are separate kinds only with Filibusters."""
    if is_small(g):
        return SMALL_CARDS // int(g.edition) if kind < g.edition else 0
    if g.filibusters == 0:
        return CARDS_PER_SYMBOL if kind < DARK else 0
    return CARDS_PER_SYMBOL - DARK_PER_SYMBOL if kind < DARK else DARK_PER_SYMBOL


@kernel
def mark_stretches(g: State) -> None:
    """Set the masks of tunnel and jungle spaces from the numbers of tiles."""
    tunnel = SPACES_PER_TILE * int(g.tunnel_tiles)
    jungle = SPACES_PER_TILE * int(g.jungle_tiles)
    g.tunnel = ((1 << tunnel) - 1) << 1
    g.jungle = ((1 << jungle) - 1) << (1 + tunnel)


@kernel
def lay_tiles(g: State) -> None:
    """Lay the tiles in random order, each either way round."""
    available = _HOW_MANY_2000 if g.edition == 2000 else _HOW_MANY_2017
    if is_small(g):
        available = _HOW_MANY_SMALL
    # The field of the tokens, which are laid later, serves to shuffle the tiles.
    for tile in range(available):
        g.token[tile] = tile
    for last in range(available - 1, 0, -1):
        chosen = below(g, TILE_STREAM, np.uint32(last), last + 1)
        tile = g.token[last]
        g.token[last] = g.token[chosen]
        g.token[chosen] = tile
    for symbol in range(SYMBOLS_PER_EDITION):
        g.symbol[symbol] = 0
    laid = int(g.tunnel_tiles) + int(g.jungle_tiles)
    reversed_tiles = below(g, SIDE_STREAM, _ONLY, 1 << laid)
    for i in range(laid):
        tile = int(g.token[i])
        side = 0 if i < g.tunnel_tiles else 1
        reverse = (reversed_tiles >> i) & 1 == 1
        for offset in range(SPACES_PER_TILE):
            along = SPACES_PER_TILE - 1 - offset if reverse else offset
            if g.edition == 2000:
                symbol = _TILES_2000[tile, side, along]
            elif g.edition == 2:
                symbol = _TILES_MICRO[tile, side, along]
            elif g.edition == 3:
                symbol = _TILES_MINI[tile, side, along]
            else:
                symbol = _TILES_2017[tile, side, along]
            g.symbol[symbol] |= 1 << (1 + SPACES_PER_TILE * i + offset)
    for tile in range(MAX_TILES):
        g.token[tile] = 0


@kernel
def clear_table(g: State) -> None:
    """Clear everything except the options, the board and the generator."""
    for n in range(3):
        g.at_least[n] = 0
        for seat in range(SEATS):
            g.own[seat, n] = 0
    for seat in range(SEATS):
        g.start[seat] = 0
        g.aboard[seat] = 0
        g.home[seat] = 0
    g.sloop_at = 0
    for i in range(MAX_TILES):
        g.token[i] = 0
    for value in range(TOKEN_VALUES):
        g.opened[value] = 0
    clear_cards(g)
    g.pending = TURN
    g.other = NOBODY
    g.spell = 0
    g.left = 0
    g.dark = 0
    g.idle = 0
    g.turns = 0
    g.result = RUNNING
    g.winner = NOBODY
    g.viewer = NOBODY


@kernel
def clear_cards(g: State) -> None:
    """Remove all cards and all memories."""
    for owner in range(SEATS + 1):
        g.hand_size[owner] = 0
        for kind in range(KINDS):
            g.hand[owner, kind] = 0
    if g.remembers:
        for seat in range(SEATS):
            for owner in range(SEATS):
                g.known[seat, owner] = 0
    for i in range(TOP_CAPACITY):
        g.top[i] = 0
    g.top_size = 0
    g.top_seat = NOBODY
    g.deck_size = 0
    g.row_size = 0
    for kind in range(KINDS):
        g.deck[kind] = 0
        g.discard[kind] = 0


@kernel
def deal(g: State, first: int) -> None:
    """Deal a new game. `first` begins, or a random player if NOBODY."""
    clear_table(g)
    mark_stretches(g)
    lay_tiles(g)
    for kind in range(KINDS):
        g.deck[kind] = cards_of_kind(g, kind)
    g.deck_size = SMALL_CARDS if is_small(g) else CARDS
    for seat in range(g.players):
        g.start[seat] = g.pirates
    deal_hands(g)
    if g.open_row:
        lay_row(g)
    if g.magic:
        lay_tokens(g)
    if first == NOBODY:
        first = below(g, FIRST_STREAM, _ONLY, g.players)
    begin_turn(g, first)


@kernel
def deal_hands(g: State) -> None:
    """Deal six cards to each player, or two in a small game."""
    for _ in range(SMALL_DEAL if is_small(g) else DEAL):
        for seat in range(g.players):
            g.hand[seat, draw_from_deck(g)] += 1
            g.hand_size[seat] += 1
