"""The features that a net sees of a position: numbers around 1, identical on CPU and GPU.

Seats are counted from the seat that has just acted. The net sees every hand: it evaluates worlds
that a search has sampled, in which all cards are dealt. Cards that the last action drew face down
are hidden again, and the net sees only their number. So one evaluation stands for everything that
could have been drawn. The six symbols may be relabelled: see `symbol_permutation`.
"""

from typing import Final

import numpy as np

from cartagena.bots.net.symbol_permutation import permuted, permuted_kind
from cartagena.jit.compiler import kernel
from cartagena.jit.records import Number, Vector
from cartagena.rules.bits import highest, lowest
from cartagena.rules.components import (
    ABOARD_LIMIT,
    CARDS,
    CARDS_PER_SYMBOL,
    DARK,
    DARK_PER_SYMBOL,
    GOAL,
    HAND_LIMIT,
    KINDS,
    MAX_SPACES,
    MAX_TILES,
    SEATS,
    SLOOP,
    SPACES_PER_TILE,
    START,
    SYMBOLS_PER_EDITION,
    TOKEN_VALUES,
)
from cartagena.rules.state import DISCARD, DRAWN, TORTUGA, State
from cartagena.rules.track import ahead, behind, count_at, distance, is_complete, joinable
from cartagena.rules.variants.sloop import is_captain, may_board

VERSION: Final = 1
"""Incremented when a feature changes its meaning. Nets of other versions are rejected."""

_PIRATES: Final = 6

# Offsets of a pirate's features: its progress, whether it is in jail, aboard, at home or in the
# jungle, the length of a retreat, the cards which that draws, and how far a card of each symbol
# would take it.
_HOW_FAR, _IN_JAIL, _IS_ABOARD, _AT_HOME, _IN_JUNGLE, _WAY_BACK, _CARDS_BACK, _JUMP = range(8)
PIRATE: Final = _JUMP + SYMBOLS_PER_EDITION

# A hand: four features for each symbol (the count, and whether it is at least 1, 2 or 3), the dark
# cards of each symbol, and the size of the hand.
_PER_SYMBOL: Final = 4
_DARK_CARDS: Final = SYMBOLS_PER_EDITION * _PER_SYMBOL
_SIZE: Final = _DARK_CARDS + SYMBOLS_PER_EDITION
HAND: Final = _SIZE + 6

# A seat: its pirates, its hand, and features of the seat itself.
_HAND_AT: Final = _PIRATES * PIRATE
SELF_AT: Final = _HAND_AT + HAND
SEAT: Final = SELF_AT + 9

# The table.
DECK_AT: Final = SEATS * SEAT
ROW_AT: Final = DECK_AT + KINDS + 1
_ROW_CARDS: Final = 4
"""Number of cards of the row that have features of their own. The others are counted together."""
DRAWN_AT: Final = ROW_AT + (_ROW_CARDS + 1) * SYMBOLS_PER_EDITION + 1
TURN_AT: Final = DRAWN_AT + KINDS + 1
_PENDING: Final = DISCARD + 1
_AFTER_PENDING: Final = TURN_AT + _PENDING
HIDDEN_DRAWS_AT: Final = _AFTER_PENDING + 10
SEA_AT: Final = HIDDEN_DRAWS_AT + 4
RULES_AT: Final = SEA_AT + 1 + MAX_TILES + TOKEN_VALUES - 1
REACH_AT: Final = RULES_AT + 25

_MULTIPLE: Final = 16
WITHOUT_REACH: Final = -(-REACH_AT // _MULTIPLE) * _MULTIPLE
"""Number of features of a net without reach. The nets for two players were trained before it."""

# Reach: what a seat can do with its hand. How far a card of each symbol in hand would take one of
# its pirates, how far each pirate would get with one of the cards, the best of these, and the mean
# of the three best cards.
_BEST_OF_ALL: Final = SYMBOLS_PER_EDITION + _PIRATES
REACH: Final = _BEST_OF_ALL + 2

USED: Final = REACH_AT + SEATS * REACH
FEATURES: Final = -(-USED // _MULTIPLE) * _MULTIPLE
"""Number of all features. The last few are always 0."""

SEAT_FEATURES: Final = SEAT + REACH
"""Number of features of one seat, with its reach."""

TABLE_FEATURES: Final = REACH_AT - DECK_AT
"""Number of features that belong to no seat."""


@kernel
def signed(number: Number) -> int:
    """Widen a number of the record, so that it may become negative: some fields are unsigned."""
    return np.int64(number)  # type: ignore[return-value]


@kernel
def write_features(
    g: State,
    seat: int,
    hidden_draws: int,
    hidden_spell_draws: int,
    permutation: int,
    x: Vector[float],
) -> None:
    """Write the features, counted from a seat, to a row of zeros.

    `hidden_draws` is the number of cards that the seat drew face down, `hidden_spell_draws` that of
    cards drawn by rum or lantern. Both were taken out of the record by `undo_hidden_draw`.
    """
    owner = seat
    for index in range(g.players):
        write_seat(g, owner, permutation, x, index * SEAT)
        if len(x) == FEATURES:
            write_reach(x, index * SEAT, REACH_AT + index * REACH)
        owner += 1
        if owner == g.players:
            owner = 0
    write_cards(g, permutation, x)
    write_turn(g, x)
    if hidden_draws:
        x[HIDDEN_DRAWS_AT + min(hidden_draws, 3) - 1] = 1.0
    x[HIDDEN_DRAWS_AT + 3] = hidden_spell_draws * 0.25
    write_rules(g, x)


@kernel
def write_seat(g: State, seat: int, permutation: int, x: Vector[float], at: int) -> None:
    """Write the pirates of a seat from the last to the first, its hand, and the seat itself."""
    k = at
    if g.start[seat]:
        k = write_pirates(g, seat, START, signed(g.start[seat]), permutation, x, k)
    spaces = g.own[seat, 0]
    if g.aboard[seat]:
        in_tunnel = spaces & g.tunnel
        while in_tunnel:
            k = write_pirates_on(g, seat, lowest(in_tunnel), permutation, x, k)
            in_tunnel &= in_tunnel - 1
        k = write_pirates(g, seat, SLOOP, signed(g.aboard[seat]), permutation, x, k)
        spaces &= g.jungle
    while spaces:
        k = write_pirates_on(g, seat, lowest(spaces), permutation, x, k)
        spaces &= spaces - 1
    if g.home[seat]:
        write_pirates(g, seat, GOAL, signed(g.home[seat]), permutation, x, k)
    write_hand(g, seat, permutation, x, at + _HAND_AT)
    k = at + SELF_AT
    x[k] = 1.0
    x[k + 1] = g.start[seat] / 6.0
    x[k + 2] = g.home[seat] / 6.0
    x[k + 3] = g.aboard[seat] / ABOARD_LIMIT
    if seat == g.active:
        x[k + 4] = 1.0
    if seat == g.decider:
        x[k + 5] = 1.0
    if seat == g.other:
        x[k + 6] = 1.0
    if is_captain(g, seat):
        x[k + 7] = 1.0
    if seat == g.top_seat:
        x[k + 8] = g.top_size / 3.0


@kernel
def write_pirates_on(
    g: State, seat: int, space: int, permutation: int, x: Vector[float], at: int
) -> int:
    """Write the pirates of a seat on a space. Returns the offset of the next pirate."""
    here = 1 + ((g.own[seat, 1] >> space) & 1) + ((g.own[seat, 2] >> space) & 1)
    return write_pirates(g, seat, space, here, permutation, x, at)


@kernel
def write_pirates(
    g: State, seat: int, place: int, n: int, permutation: int, x: Vector[float], at: int
) -> int:
    """Write n pirates of a seat on one place. Returns the offset of the next pirate."""
    way = 1.0 / distance(g, GOAL)
    here = distance(g, place)
    x[at + _HOW_FAR] = here * way
    if place == START:
        x[at + _IN_JAIL] = 1.0
    elif place == SLOOP:
        x[at + _IS_ABOARD] = 1.0
    elif place == GOAL:
        x[at + _AT_HOME] = 1.0
    if (place == GOAL or (place < SLOOP and (g.jungle >> place) & 1)) and is_complete(g):
        x[at + _IN_JUNGLE] = 1.0
    if place != START and (place != GOAL or g.leave_goal):
        back = joinable(g) & behind(g, place)
        if back:
            target = highest(back)
            in_jungle = (g.jungle >> target) & 1
            allowed = g.retreat_jungle if in_jungle else g.retreat_tunnel
            if allowed:
                x[at + _WAY_BACK] = (here - distance(g, target)) / 12.0
                x[at + _CARDS_BACK] = count_at(g, target) / 2.0
    if place != GOAL and not (place == SLOOP and g.sloop_at != TORTUGA):
        write_jumps(g, seat, place, here, permutation, x, at + _JUMP)
    for more in range(1, n):
        for k in range(PIRATE):
            x[at + more * PIRATE + k] = x[at + k]
    return at + n * PIRATE


@kernel
def write_jumps(
    g: State, seat: int, place: int, here: float, permutation: int, x: Vector[float], at: int
) -> None:
    """Write how far a card of each symbol would take a pirate, or 0 if it cannot be played."""
    front = ahead(g, place) & ~g.at_least[0]
    end = GOAL
    closed = False
    if is_complete(g) and (place == START or (place < SLOOP and (g.tunnel >> place) & 1)):
        end = SLOOP
        closed = not may_board(g, seat, 1)
    to_the_end = 0.0 if closed else (distance(g, end) - here) / 12.0
    for symbol in range(SYMBOLS_PER_EDITION):
        there = g.symbol[symbol] & front
        k = at + permuted(permutation, symbol)
        if there:
            x[k] = (distance(g, lowest(there)) - here) / 12.0
        else:
            x[k] = to_the_end


@kernel
def write_hand(g: State, owner: int, permutation: int, x: Vector[float], at: int) -> None:
    """Write the cards of each symbol, how many of them are dark, and the size of the hand."""
    for symbol in range(SYMBOLS_PER_EDITION):
        held = signed(g.hand[owner, symbol]) + signed(g.hand[owner, symbol + DARK])
        if held:
            label = permuted(permutation, symbol)
            o = at + _PER_SYMBOL * label
            x[o] = held / 3.0
            x[o + 1] = 1.0
            if held > 1:
                x[o + 2] = 1.0
            if held > 2:
                x[o + 3] = 1.0
            x[at + _DARK_CARDS + label] = g.hand[owner, symbol + DARK] / DARK_PER_SYMBOL
    size = signed(g.hand_size[owner])
    x[at + _SIZE] = size / 12.0
    x[at + _SIZE + 1] = min(size, 6) / 6.0
    if size == 0:
        x[at + _SIZE + 2] = 1.0
    if size <= 1:
        x[at + _SIZE + 3] = 1.0
    if size <= 2:
        x[at + _SIZE + 4] = 1.0
    if size > HAND_LIMIT:
        x[at + _SIZE + 5] = (size - HAND_LIMIT) / 4.0


@kernel
def write_reach(x: Vector[float], seat: int, at: int) -> None:
    """Write how far the cards in hand go, from the jumps and the hand already written to `x`."""
    best = 0.0
    second = 0.0
    third = 0.0
    for symbol in range(SYMBOLS_PER_EDITION):
        if x[seat + _HAND_AT + _PER_SYMBOL * symbol] > 0.0:
            farthest = 0.0
            for pirate in range(_PIRATES):
                jump = float(x[seat + pirate * PIRATE + _JUMP + symbol])
                farthest = max(farthest, jump)
                k = at + SYMBOLS_PER_EDITION + pirate
                x[k] = max(x[k], jump)
            x[at + symbol] = farthest
            if farthest > best:
                best, second, third = farthest, best, second
            elif farthest > second:
                second, third = farthest, second
            else:
                third = max(third, farthest)
    x[at + _BEST_OF_ALL] = best
    x[at + _BEST_OF_ALL + 1] = (best + second + third) / 3.0


@kernel
def write_cards(g: State, permutation: int, x: Vector[float]) -> None:
    """Write the deck by kind, the row, and the cards drawn by rum or lantern."""
    for kind in range(KINDS):
        if g.deck[kind]:
            x[DECK_AT + permuted_kind(permutation, kind)] = g.deck[kind] / CARDS_PER_SYMBOL
    x[DECK_AT + KINDS] = g.deck_size / CARDS
    if g.open_row:
        for i in range(g.row_size):
            symbol = signed(g.row[i])
            if symbol >= DARK:
                symbol -= DARK
            symbol = permuted(permutation, symbol)
            if i < _ROW_CARDS:
                x[ROW_AT + SYMBOLS_PER_EDITION * i + symbol] = 1.0
            else:
                x[ROW_AT + SYMBOLS_PER_EDITION * _ROW_CARDS + symbol] += 0.25
        x[ROW_AT + SYMBOLS_PER_EDITION * (_ROW_CARDS + 1)] = g.row_size / 12.0
    if g.hand_size[DRAWN]:
        for kind in range(KINDS):
            x[DRAWN_AT + permuted_kind(permutation, kind)] = g.hand[DRAWN, kind] / 2.0
        x[DRAWN_AT + KINDS] = g.hand_size[DRAWN] / 4.0


@kernel
def write_turn(g: State, x: Vector[float]) -> None:
    """Write the pending decision, the rest of the turn, the sloop and the chests."""
    x[TURN_AT + signed(g.pending)] = 1.0
    k = _AFTER_PENDING
    x[k] = g.left / 2.0
    x[k + 1] = g.dark
    if g.actions_left > 0:
        x[k + 1 + min(signed(g.actions_left), 3)] = 1.0
    x[k + 5] = g.free_sail
    x[k + 6] = g.sailed
    x[k + 7] = g.idle / SEATS
    if g.turn_limit:
        x[k + 8] = max(0.0, 1.0 - (g.turn_limit - g.turns) / 50.0)
    if g.spell:
        x[k + 9] = g.spell / 2.0
    x[SEA_AT] = g.sloop_at
    if g.magic:
        for tile in range(MAX_TILES):
            if g.token[tile]:
                x[SEA_AT + 1 + tile] = 1.0
        for value in range(1, TOKEN_VALUES):
            x[SEA_AT + MAX_TILES + value] = g.opened[value] / 2.0


@kernel
def write_rules(g: State, x: Vector[float]) -> None:
    """Write the options and the number of players."""
    k = RULES_AT
    x[k + g.players - 2] = 1.0
    x[k + 4] = SPACES_PER_TILE * (g.tunnel_tiles + g.jungle_tiles) / MAX_SPACES
    x[k + 5] = g.tunnel_tiles / MAX_TILES
    x[k + 6] = g.jungle_tiles / MAX_TILES
    x[k + 7] = g.pirates / 6.0
    if g.fewest == 0:
        x[k + 8] = 1.0
    if g.fewest >= g.most:
        x[k + 9] = 1.0
    if g.most <= 3:
        x[k + 9 + signed(g.most)] = 1.0  # 10 to 12
    x[k + 13] = g.open_hands
    x[k + 14] = g.open_row
    x[k + 15] = g.leave_goal
    x[k + 16] = g.empty_hand_skip
    x[k + 17] = g.jail_in_tunnel
    x[k + 18] = g.stuck_skip
    x[k + 19] = g.retreat_tunnel
    x[k + 20] = g.retreat_jungle
    x[k + 21] = g.morgan_tunnel
    x[k + 22] = g.morgan_jungle
    x[k + 23] = g.filibusters
    x[k + 24] = g.magic


@kernel
def undo_hidden_draw(g: State, before: State, owner: int) -> int:
    """Put the cards back that an action drew face down. Returns their number.

    `before` is the record before the action. Cards from an open row, and cards that a lantern put
    on top of the deck, are known and stay in the hand.
    """
    hidden_draws = 0
    if g.open_row == 0 and before.top_size == 0 and g.deck_size != before.deck_size:
        for kind in range(KINDS):
            drawn = signed(g.hand[owner, kind]) - signed(before.hand[owner, kind])
            if drawn > 0:
                g.hand[owner, kind] = before.hand[owner, kind]
                g.deck[kind] += drawn
                hidden_draws += drawn
        g.hand_size[owner] -= hidden_draws
        g.deck_size += hidden_draws
    return hidden_draws
