"""The deckhand's values of moves as compiled code, for bulk simulations.

`deckhand` computes the same in plain Python, without a compiler. A test compares the two.
"""

import numpy as np

from cartagena.bots.deckhand import CARD, HANDICAP, HOME, SPELLS
from cartagena.jit.compiler import kernel
from cartagena.rules.actions import (
    ADVANCE,
    CHOOSE,
    MORGAN,
    OPEN_CHEST,
    PASS,
    RETREAT,
    ROWS,
    SAIL,
    SKIP,
    SPELL_HOOK,
    SPELL_LANTERN,
    SPELL_PARROTS,
    SPELL_WEAPONS,
    TABLE,
)
from cartagena.rules.advance import advance_target, symbol_of
from cartagena.rules.bits import count, lowest
from cartagena.rules.chance.fast_rng import next_word
from cartagena.rules.chance.seeds import WORD
from cartagena.rules.components import ABOARD_LIMIT, GOAL, SLOOP
from cartagena.rules.retreat import retreat_target
from cartagena.rules.state import CARTAGENA, KEEP, PUT, SECOND_CARD, TAKE, Scratch, State
from cartagena.rules.track import count_at, distance, is_complete
from cartagena.rules.variants.morgan import morgan_cards, morgan_target

_WEAPONS, _RUM, _LANTERN = SPELLS["weapons"], SPELLS["rum"], SPELLS["lantern"]
_PARROTS, _HOOK, _CHEST = SPELLS["parrots"], SPELLS["hook"], SPELLS["chest"]


@kernel
def way(g: State, place: int) -> float:
    """Return the distance of a place from the start, in spaces. The sea does not count."""
    if place == SLOOP or (place == GOAL and g.jungle_tiles == 0):
        return distance(g, place) - 0.5
    if place == GOAL:
        return float(distance(g, place) - (1 if is_complete(g) else 0))
    return float(place)


@kernel
def gain(g: State, place: int, target: int) -> float:
    """Return the spaces from one place to another, with a bonus for coming home."""
    spaces = way(g, target) - way(g, place)
    if target == GOAL:
        spaces += HOME
    if place == GOAL:
        spaces -= HOME
    return spaces


@kernel
def sailing_value(g: State, seat: int) -> float:
    """Return the value of sailing: best with a full sloop, or back to fetch those left behind."""
    aboard = np.int64(g.aboard[seat])
    behind = np.int64(g.start[seat])
    for level in range(3):
        behind += count(g.own[seat, level] & g.tunnel)
    if g.sloop_at == CARTAGENA:
        full = aboard >= ABOARD_LIMIT or behind == 0
        return float(4.0 * aboard if full else 1.0 * aboard)
    return float(4.0 if behind > 0 and aboard == 0 else -4.0 * aboard)


@kernel
def table_value(g: State, bit: int, card: float) -> float:
    """Return the value of a move that names no place."""
    if bit >= CHOOSE:
        held = 1.0 * g.hand[g.decider, bit - CHOOSE]
        if g.pending == PUT:
            return 0.0
        return float(-held if g.pending == KEEP or g.pending == TAKE else held)
    if bit == PASS:
        return 0.0
    if bit == SKIP:
        return card
    if bit == SAIL:
        return sailing_value(g, g.active)
    if bit >= SPELL_WEAPONS:
        return _WEAPONS
    if bit >= SPELL_PARROTS:
        return _PARROTS
    if bit >= SPELL_HOOK:
        return _HOOK
    return _LANTERN if bit >= SPELL_LANTERN else _RUM


@kernel
def deckhand_value(g: State, row: int, bit: int) -> float:
    """Return the value of a legal move to a deckhand, in spaces."""
    card = max(1.0, 9.0 - 1.5 * g.hand_size[g.decider])
    if row == TABLE:
        return table_value(g, bit, card)
    if row >= OPEN_CHEST:
        return _CHEST
    if row >= MORGAN:
        target = morgan_target(g, bit)
        drawn = morgan_cards(g, target)
        return float(card * drawn - HANDICAP * gain(g, bit, target))
    if row == RETREAT:
        target = retreat_target(g, bit)
        return float(card * count_at(g, target) + gain(g, bit, target))
    gained = gain(g, bit, advance_target(g, bit, symbol_of(row - ADVANCE)))
    return (2.0 * gained if g.pending == SECOND_CARD else gained) - CARD


@kernel
def choose_as_deckhand(g: State, scratch: Scratch) -> int:
    """Return the most valuable legal action. Near ties are broken at random."""
    best = -1
    most = 0.0
    for row in range(ROWS):
        mask = scratch.mask[row]
        while mask:
            bit = lowest(mask)
            mask &= mask - 1
            value = deckhand_value(g, row, bit) + next_word(scratch) / WORD
            if best < 0 or value > most:
                most = value
                best = 64 * row + bit
    return best
