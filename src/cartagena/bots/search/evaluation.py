"""The evaluation: how far the pirates of a seat have come, and what its cards are worth.

Everything is counted in spaces. Each seat is evaluated by itself; the leads of the seats over each
other give their probabilities of winning.
"""

import math
from typing import Any

from cartagena.bots.search.weights import MAX_COUNTED
from cartagena.jit.compiler import kernel
from cartagena.rules.advance import empty_spaces, end_of_stretch
from cartagena.rules.bits import count, lowest
from cartagena.rules.components import DARK, GOAL, HAND_LIMIT, SLOOP, START, SYMBOLS_PER_EDITION
from cartagena.rules.state import RUNNING, TORTUGA, WON, State
from cartagena.rules.track import ahead, is_complete, movable

LOST = -1000.0


@kernel
def progress(g: State, place: int, w: Any) -> float:
    """How far along the way a place is."""
    if place == START:
        return float(-w.start)
    if place == GOAL:
        way = 6.0 * (g.tunnel_tiles + g.jungle_tiles) + w.home
        return float(way + w.sea if is_complete(g) else way)
    if place == SLOOP:
        return float(6.0 * g.tunnel_tiles + (w.ashore if g.sloop_at == TORTUGA else w.aboard))
    if is_complete(g) and (g.jungle >> place) & 1:
        return float(place + w.sea)
    return float(place)


@kernel
def cards_value(g: State, cards: float, w: Any) -> float:
    """What so many cards are worth, whatever they are.

    Those that the Filibusters may take away any time are worth little.
    """
    counted = min(cards, float(MAX_COUNTED))
    whole = int(counted)
    value = w.hand[whole]
    if whole < counted:
        value += (counted - whole) * (w.hand[whole + 1] - value)
    if g.filibusters and counted > HAND_LIMIT:
        safe = w.hand[HAND_LIMIT]
        value = safe + (value - safe) * w.at_risk
    return float(value)


@kernel
def hand_value(g: State, cards: int, needed: float, w: Any) -> float:
    """The cost of the cards that a hand lacks, 0 or less: more than are needed are worth nothing."""
    return cards_value(g, min(float(cards), needed), w) - cards_value(g, needed, w)


@kernel
def longest_jump(g: State, seat: int, symbol: int, w: Any) -> float:
    """The most that a card with the symbol would gain now, with any pirate of the seat."""
    landings = empty_spaces(g, symbol)
    best = 0.0
    movers = movable(g, seat)
    while movers:
        place = lowest(movers)
        movers &= movers - 1
        there = landings & ahead(g, place)
        target = lowest(there) if there else end_of_stretch(g, place)
        best = max(best, progress(g, target, w) - progress(g, place, w))
    return best


@kernel
def total_progress(g: State, seat: int, w: Any) -> float:
    """The progress of all pirates of the seat."""
    total = g.home[seat] * progress(g, GOAL, w) + g.start[seat] * progress(g, START, w)
    if g.aboard[seat]:
        total += g.aboard[seat] * progress(g, SLOOP, w)
    for level in range(3):
        spaces = g.own[seat, level]
        while spaces:
            total += progress(g, lowest(spaces), w)
            spaces &= spaces - 1
    if is_complete(g) and g.sloop_at == TORTUGA:
        behind = g.start[seat]
        for level in range(3):
            behind += count(g.own[seat, level] & g.tunnel)
        total -= w.stranded * behind
    return float(total)


@kernel
def evaluate(g: State, seat: int, w: Any) -> float:
    """The evaluation of a seat by itself, in spaces."""
    total = total_progress(g, seat, w)
    needed = max(0.0, g.pirates * progress(g, GOAL, w) - total) / w.stride
    total += hand_value(g, g.hand_size[seat], needed, w)
    if w.jump > 0:
        for symbol in range(SYMBOLS_PER_EDITION):
            held = g.hand[seat, symbol] + g.hand[seat, symbol + DARK]
            if held:
                worth = w.jump if held == 1 else w.jump * (1.0 + w.again)
                total += worth * longest_jump(g, seat, symbol, w)
    return total


@kernel
def lead(g: State, seat: int, w: Any) -> float:
    """How far the seat is ahead of its rivals; huge when the game is won or lost."""
    if g.result != RUNNING:
        if g.result != WON:
            return 0.0
        return -LOST if g.winner == seat else LOST
    best = LOST
    total = 0.0
    for other in range(g.players):
        if other != seat:
            theirs = evaluate(g, other, w)
            best = max(best, theirs)
            total += theirs
    mean = total / (g.players - 1)
    return float(evaluate(g, seat, w) - w.rival * best - (1.0 - w.rival) * mean)


@kernel
def win_probabilities(g: State, w: Any, out: Any) -> None:
    """Write each seat's probability of winning to `out.win_probability`: a softmax."""
    if g.result == WON:
        for seat in range(g.players):
            out.win_probability[seat] = 1.0 if g.winner == seat else 0.0
        return
    best = LOST
    for seat in range(g.players):
        out.win_probability[seat] = evaluate(g, seat, w) if g.result == RUNNING else 0.0
        best = max(best, out.win_probability[seat])
    total = 0.0
    for seat in range(g.players):
        out.win_probability[seat] = math.exp((out.win_probability[seat] - best) / w.scale)
        total += out.win_probability[seat]
    for seat in range(g.players):
        out.win_probability[seat] /= total
