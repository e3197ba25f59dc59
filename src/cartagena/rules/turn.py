"""The turn: what the one who decides may do, doing it, and whose turn it is next."""

from typing import Any

from cartagena.rules.actions import (
    ADVANCE,
    CHOOSE,
    MORGAN,
    OPEN_CHEST,
    PASS,
    RETREAT,
    SAIL,
    SKIP,
    TABLE,
)
from cartagena.rules.advance import advance, offer_advances
from cartagena.rules.cards import draw, kinds_in
from cartagena.rules.compiled import kernel
from cartagena.rules.retreat import offer_retreats, retreat
from cartagena.rules.rows import clear
from cartagena.rules.state import (
    DISCARD,
    DRAWN,
    DRAWN_OUT,
    GIVE,
    JOKER,
    KEEP,
    PUT,
    RUNNING,
    SECOND_CARD,
    TAKE,
    TURN,
)
from cartagena.rules.track import next_seat
from cartagena.rules.variants.filibusters import call_filibusters, discard_to_limit
from cartagena.rules.variants.magic import (
    announce,
    give,
    hook,
    joker,
    keep,
    offer_joker,
    offer_second_card,
    offer_spells,
    open_chest,
    put_on_top,
    take,
)
from cartagena.rules.variants.morgan import morgan, offer_morgans
from cartagena.rules.variants.sloop import is_captain, may_sail, sail

ALL = 3
"""The value of `fewest` that asks for every action that is possible (hu-2000)."""


@kernel
def legal(g: Any, scratch: Any) -> None:
    """Write everything that the decider may do."""
    if g.result != RUNNING or g.pending != TURN:
        clear(scratch)
        if g.result == RUNNING:
            offer_decision(g, scratch)
    else:
        stuck = not offer_actions(g, scratch)
        scratch.mask[TABLE] |= end_of_turn(g, stuck)


@kernel
def offer_actions(g: Any, scratch: Any) -> bool:
    """The actions of a turn: advance, retreat, Morgan, sail and spells; False if there is none.

    Every row is written once and none is read back, which would cost more than the rest.
    """
    places = offer_advances(g, scratch) | offer_retreats(g, scratch) | offer_morgans(g, scratch)
    table = 1 << SAIL if may_sail(g) else 0
    if g.magic:
        table |= offer_spells(g, scratch)
        places |= scratch.mask[OPEN_CHEST] | scratch.mask[OPEN_CHEST + 1]
    else:
        scratch.mask[OPEN_CHEST] = 0
        scratch.mask[OPEN_CHEST + 1] = 0
    scratch.mask[TABLE] = table
    return places != 0 or table != 0


@kernel
def offer_decision(g: Any, scratch: Any) -> None:
    """The choices of a decision that is pending."""
    pending = g.pending
    if pending == SECOND_CARD:
        offer_second_card(g, scratch)
    elif pending == JOKER:
        offer_joker(g, scratch)
    else:
        owner = DRAWN
        if pending == TAKE:
            owner = g.other
        elif pending == DISCARD:
            owner = g.decider
        scratch.mask[TABLE] = kinds_in(g, owner) << CHOOSE


@kernel
def is_start_of_turn(g: Any) -> bool:
    """Nothing was done yet in this turn, the captain's free sail included (ruling 20)."""
    return g.actions_left == g.most and g.sailed == 0


@kernel
def end_of_turn(g: Any, stuck: bool) -> int:
    """Pass and skip, where they are allowed (rulings 1, 4, 11 and 20)."""
    if is_start_of_turn(g):
        passes = g.fewest == 0 or (stuck and g.stuck_skip == 0)
        empty_handed = g.empty_hand_skip == 1 and g.hand_size[g.active] == 0
        skips = empty_handed or (stuck and g.stuck_skip == 1)
    else:
        acted = g.actions_left < g.most
        passes = stuck or (acted and g.fewest != ALL)
        skips = False
    return (1 << PASS if passes else 0) | (1 << SKIP if skips else 0)


@kernel
def apply(g: Any, action: int, scratch: Any) -> None:
    """Do a legal action. What `scratch` holds afterwards means nothing."""
    row = action >> 6
    bit = action & 63
    if g.pending != TURN:
        decide(g, row, bit)
    elif row == TABLE and bit == PASS:
        end_by_pass(g, scratch)
        return
    elif row == TABLE and bit == SKIP:
        end_by_skip(g)
        return
    else:
        act(g, row, bit)
    settle(g)


@kernel
def act(g: Any, row: int, bit: int) -> None:
    """Begin an action of the turn."""
    g.idle = 0
    if g.free_sail:
        g.free_sail = 0
        if row == TABLE and bit == SAIL:
            g.sailed = 1
            sail(g)
            return
    g.actions_left -= 1
    if row == RETREAT:
        retreat(g, bit)
    elif row == TABLE:
        if bit == SAIL:
            sail(g)
        else:
            announce(g, bit)
    elif row < MORGAN:
        advance(g, bit, row - ADVANCE)
    elif row < OPEN_CHEST:
        morgan(g, row - MORGAN, bit)
    else:
        open_chest(g, bit, row - OPEN_CHEST)


@kernel
def decide(g: Any, row: int, bit: int) -> None:
    """Take the pending decision."""
    pending = g.pending
    kind = bit - CHOOSE
    if pending == SECOND_CARD:
        hook(g, bit, row - ADVANCE)
    elif pending == TAKE:
        take(g, kind)
    elif pending == KEEP:
        keep(g, kind)
    elif pending == GIVE:
        give(g, kind)
    elif pending == PUT:
        put_on_top(g, kind)
    elif pending == DISCARD:
        discard_to_limit(g, kind)
    else:
        joker(g, bit, row - ADVANCE)


@kernel
def settle(g: Any) -> None:
    """After an action and its decisions: the Filibusters, then the end of the turn."""
    if g.result != RUNNING:
        g.dark = 0
        return
    if g.pending != TURN:
        return
    if g.dark:
        call_filibusters(g, g.active)
        if g.pending != TURN:
            return
    if g.actions_left == 0:
        end_turn(g)


@kernel
def end_by_pass(g: Any, scratch: Any) -> None:
    """End the turn by choice, or because nothing can be done."""
    stuck = False
    if is_start_of_turn(g):
        stuck = not offer_actions(g, scratch)
    count_idle_turn(g, stuck)


@kernel
def end_by_skip(g: Any) -> None:
    """Skip the whole turn and draw one card."""
    drew = draw(g, g.active)
    count_idle_turn(g, not drew)


@kernel
def count_idle_turn(g: Any, idle: bool) -> None:
    """A whole round in which nobody could do or draw anything ends the game (ruling 11)."""
    g.idle = g.idle + 1 if idle else 0
    end_turn(g)


@kernel
def end_turn(g: Any) -> None:
    """The next seat clockwise begins its turn, unless the game ends without a winner."""
    g.turns += 1
    limit_reached = g.turn_limit > 0 and g.turns >= g.turn_limit
    if limit_reached or g.idle >= g.players:
        g.result = DRAWN_OUT
    else:
        begin_turn(g, next_seat(g, g.active))


@kernel
def begin_turn(g: Any, seat: int) -> None:
    """Three new actions, and the captain's right to sail."""
    g.active = seat
    g.decider = seat
    g.actions_left = g.most
    g.sailed = 0
    g.free_sail = 1 if is_captain(g, seat) else 0
