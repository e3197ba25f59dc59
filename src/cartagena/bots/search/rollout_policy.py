"""The rollout policy: a quick value for every action, and the best action by that value.

Rollouts follow this policy, and the tree search takes its priors from it. It looks at single
actions: the spaces they gain, and the cards they cost or draw.
"""

from typing import Final

from cartagena.bots.search.evaluation import cards_value, longest_jump, progress
from cartagena.bots.search.weights import Weights
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
    SPELL_HOOK,
    SPELL_LANTERN,
    SPELL_PARROTS,
    SPELL_WEAPONS,
    TABLE,
)
from cartagena.rules.advance import advance_target, symbol_of
from cartagena.rules.bits import lowest
from cartagena.rules.chance.fast_rng import next_word
from cartagena.rules.chance.seeds import WORD
from cartagena.rules.components import DARK, GOAL, SYMBOLS_PER_EDITION
from cartagena.rules.retreat import retreat_target
from cartagena.rules.state import CARTAGENA, DISCARD, GIVE, PUT, SECOND_CARD, TURN, Scratch, State
from cartagena.rules.track import count_at
from cartagena.rules.variants.morgan import morgan_cards, morgan_target

WIN_BONUS: Final = 500.0


@kernel
def hand_gain(g: State, seat: int, cards: int, w: Weights) -> float:
    """Return the change in value of the seat's hand after it gains (or loses) `cards` cards."""
    held = int(g.hand_size[seat])
    needed = (g.pirates - g.home[seat]) * progress(g, GOAL, w) / w.stride
    after = min(float(max(0, held + cards)), needed)
    return cards_value(g, after, w) - cards_value(g, min(float(held), needed), w)


@kernel
def move_gain(g: State, seat: int, place: int, target: int, w: Weights) -> float:
    """Return the spaces gained from one place to another, with a bonus for winning the game."""
    way = progress(g, target, w) - progress(g, place, w)
    if target == GOAL and g.home[seat] + 1 == g.pirates:
        way += WIN_BONUS
    return way


@kernel
def move_value(g: State, row: int, place: int, w: Weights) -> float:
    """Return the value of an action that moves a pirate."""
    seat = g.active
    if row == RETREAT:
        target = retreat_target(g, place)
        return move_gain(g, seat, place, target, w) + hand_gain(g, seat, count_at(g, target), w)
    if row < MORGAN:
        way = move_gain(g, seat, place, advance_target(g, place, symbol_of(row - ADVANCE)), w)
        if g.pending == TURN:
            return way + hand_gain(g, seat, -1, w)
        return 2.0 * way if g.pending == SECOND_CARD else way
    if row < OPEN_CHEST:
        other = row - MORGAN
        target = morgan_target(g, place)
        cards = morgan_cards(g, target)
        way = move_gain(g, other, place, target, w)
        return float(hand_gain(g, seat, cards, w) - way * (0.25 + 0.75 / (g.players - 1)))
    # A chest holds a card and a half on average, or the snake.
    return hand_gain(g, seat, 1, w) * 0.5 - place / 8.0


@kernel
def card_value(g: State, kind: int, w: Weights) -> float:
    """Return the value of choosing a card: to get a good one, or to part with a poor one."""
    seat = g.decider
    symbol = symbol_of(kind)
    good = longest_jump(g, seat, symbol, w) - 2.0 * (
        g.hand[seat, symbol] + g.hand[seat, symbol + DARK]
    )
    if kind >= DARK:
        good += 1.0
    parting = g.pending == GIVE or g.pending == DISCARD
    return float(-good if parting else (good * 0.1 if g.pending == PUT else good))


@kernel
def table_action_value(g: State, bit: int, w: Weights) -> float:
    """Return the value of an action that names no place."""
    if bit >= CHOOSE:
        return card_value(g, bit - CHOOSE, w)
    seat = g.active
    if bit == SAIL:
        across = w.ashore - w.aboard
        behind = g.pirates - g.home[seat] - g.aboard[seat]
        if g.sloop_at == CARTAGENA:
            return float(
                across * g.aboard[seat] - w.stranded * behind + (4.0 if g.free_sail else 0.0)
            )
        return float(w.stranded * behind - across * g.aboard[seat] + (4.0 if g.free_sail else 0.0))
    if bit == PASS:
        return 0.0
    if bit >= SPELL_WEAPONS:
        return 2.0
    if bit >= SPELL_PARROTS:
        best = 0.0
        for symbol in range(SYMBOLS_PER_EDITION):
            best = max(best, longest_jump(g, seat, symbol, w))
        return best + hand_gain(g, seat, -2, w)
    if bit >= SPELL_HOOK:
        best = 0.0
        for symbol in range(SYMBOLS_PER_EDITION):
            if g.hand[seat, symbol] + g.hand[seat, symbol + DARK]:
                best = max(best, longest_jump(g, seat, symbol, w))
        return 1.5 * best + hand_gain(g, seat, -2, w)
    if bit >= SPELL_LANTERN:
        return 1.0
    return hand_gain(g, seat, 1, w) - 1.0


@kernel
def action_value(g: State, row: int, bit: int, w: Weights) -> float:
    """Return the value of a legal action, in spaces."""
    return table_action_value(g, bit, w) if row == TABLE else move_value(g, row, bit, w)


@kernel
def choose_action(g: State, scratch: Scratch, w: Weights, noise: float) -> int:
    """Return the legal action of the highest value, after adding up to `noise` spaces to each."""
    best = -1
    most = 0.0
    for row in range(ROWS):
        mask = scratch.mask[row]
        while mask:
            bit = lowest(mask)
            mask &= mask - 1
            value = action_value(g, row, bit, w) + noise * (next_word(scratch) / WORD)
            if best < 0 or value > most:
                most = value
                best = 64 * row + bit
    return best
