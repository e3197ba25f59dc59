"""A hand-made evaluation: the progress of a seat's pirates and the value of its cards.

Everything is counted in spaces. Each seat is evaluated by itself, and a softmax over all seats
gives their probabilities of winning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cartagena.bots.exponential import exp
from cartagena.bots.search.weights import MAX_COUNTED, Weights
from cartagena.jit.compiler import kernel
from cartagena.rules.advance import empty_spaces, end_of_stretch
from cartagena.rules.bits import count, lowest
from cartagena.rules.components import (
    DARK,
    GOAL,
    HAND_LIMIT,
    SLOOP,
    SPACES_PER_TILE,
    START,
    SYMBOLS_PER_EDITION,
)
from cartagena.rules.state import RUNNING, TORTUGA, WON, State
from cartagena.rules.track import ahead, distance, is_complete, movable

if TYPE_CHECKING:
    from cartagena.bots.net.leaf import WinProbabilities

_TILE: Final = float(SPACES_PER_TILE)

LOST: Final = -1000.0
"""The lead of a seat that has lost."""


@kernel
def progress(g: State, place: int, w: Weights) -> float:
    """Return the distance of a place from the start, including the values of being home or aboard."""
    if place == START:
        return float(-w.start)
    steps = float(distance(g, place))
    if place == SLOOP:
        return float(steps - 1.0 + (w.ashore if g.sloop_at == TORTUGA else w.aboard))
    if place == GOAL:
        return float(steps - 2.0 + w.home + w.sea if is_complete(g) else steps - 1.0 + w.home)
    # Only beyond the sea there are more steps than spaces.
    return float(place + w.sea if steps > place else steps)


@kernel
def cards_value(g: State, cards: float, w: Weights) -> float:
    """Return the value of holding this many cards.

    Cards above the limit of the Filibusters, who may take them away, are worth little.
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
def hand_value(g: State, cards: int, needed: float, w: Weights) -> float:
    """Return the cost of the missing cards, 0 or less. Cards beyond those needed are worth nothing."""
    return cards_value(g, min(float(cards), needed), w) - cards_value(g, needed, w)


@kernel
def longest_jump(g: State, seat: int, symbol: int, w: Weights) -> float:
    """Return the longest advance of any pirate of the seat with a card of this symbol."""
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
def total_progress(g: State, seat: int, w: Weights) -> float:
    """Return the progress of all pirates of the seat."""
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
def evaluate(g: State, seat: int, w: Weights) -> float:
    """Return the evaluation of a seat by itself, in spaces."""
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
def lead(g: State, seat: int, w: Weights) -> float:
    """Return how far the seat is ahead of its rivals, a huge number when the game is over."""
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
def win_probabilities(g: State, w: Weights, out: WinProbabilities) -> None:
    """Write each seat's probability of winning to `out`: a softmax of the evaluations."""
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
        out.win_probability[seat] = exp((out.win_probability[seat] - best) / w.scale)
        total += out.win_probability[seat]
    for seat in range(g.players):
        out.win_probability[seat] /= total
