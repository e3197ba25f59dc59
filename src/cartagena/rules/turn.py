"""The turn: the legal actions, their effects, and the next turn."""

from cartagena.jit.compiler import kernel
from cartagena.rules.action_set import clear
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
from cartagena.rules.advance import advance_target, offer_advances, symbol_of
from cartagena.rules.cards import NO_CARD, discard_card, draw_up_to, kinds_in
from cartagena.rules.components import CHEST, DARK
from cartagena.rules.retreat import offer_retreats, retreat_target
from cartagena.rules.state import (
    DISCARD,
    DRAWN,
    DRAWN_OUT,
    JOKER,
    KEEP,
    PUT,
    RUNNING,
    SECOND_CARD,
    TAKE,
    TURN,
    Scratch,
    State,
)
from cartagena.rules.track import count_at, lift, next_seat, put
from cartagena.rules.variants.filibusters import after_discard, call_filibusters
from cartagena.rules.variants.magic import (
    announce,
    begin_to_choose,
    finish_spell,
    offer_joker,
    offer_second_card,
    offer_spells,
    open_chest,
    put_on_top,
    spell_card,
    take_keep_or_give,
)
from cartagena.rules.variants.morgan import morgan_cards, morgan_target, offer_morgans
from cartagena.rules.variants.sloop import is_captain, may_sail, sail

ALL = 3
"""The value of `fewest` that demands every possible action (hu-2000)."""


@kernel
def legal(g: State, scratch: Scratch) -> None:
    """Write the legal actions of the player to decide."""
    if g.result != RUNNING or g.pending != TURN:
        clear(scratch)
        if g.result == RUNNING:
            offer_decision(g, scratch)
    else:
        stuck = not offer_actions(g, scratch)
        scratch.mask[TABLE] |= end_of_turn(g, stuck)


@kernel
def offer_actions(g: State, scratch: Scratch) -> bool:
    """Offer the actions of a turn: advance, retreat, Morgan, sail and spells. Return False if none.

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
def offer_decision(g: State, scratch: Scratch) -> None:
    """Offer the choices of a pending decision."""
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
def is_start_of_turn(g: State) -> bool:
    """Return True if nothing was done in this turn, not even the captain's free sail (ruling 20)."""
    return g.actions_left == g.most and g.sailed == 0


@kernel
def end_of_turn(g: State, stuck: bool) -> int:
    """Return pass and skip as table actions, if they are legal (rulings 1, 4, 11 and 20)."""
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
def apply(g: State, action: int, scratch: Scratch) -> None:
    """Apply a legal action. Overwrites `scratch`.

    Actions have steps in common: a card is played, a pirate moves, cards are drawn. Each step is done
    in one place, in this order, so that on a GPU games with different actions do it together.
    """
    row = action >> 6
    bit = action & 63
    ends_turn = g.pending == TURN and row == TABLE and bit <= SKIP
    stuck = False
    cards = 0
    if ends_turn:
        if bit == SKIP:
            cards = 1
        elif is_start_of_turn(g):
            stuck = not offer_actions(g, scratch)
    else:
        play_card(g, row, bit)
        if g.pending == TURN:
            use_action(g, row, bit)
        if row == TABLE:
            cards = act_at_table(g, bit)
        elif row < OPEN_CHEST:
            cards = move(g, row, bit)
        else:
            cards = open_chest(g, bit)
    drawn = draw_cards(g, cards) if cards > 0 else 0
    if ends_turn:
        # A round in which nobody could act or draw ends the game (ruling 11).
        idle = stuck if bit == PASS else drawn == 0
        g.idle = g.idle + 1 if idle else 0
        end_turn(g)
    elif settle(g):
        end_turn(g)


@kernel
def played_card(g: State, row: int, bit: int) -> int:
    """Return the card that an action plays, or discards for the Filibusters, or NO_CARD."""
    if row == TABLE:
        if g.pending == TURN:
            return NO_CARD if bit == SAIL else spell_card(bit)
        return bit - CHOOSE if g.pending == DISCARD else NO_CARD
    if row >= OPEN_CHEST:
        return CHEST + DARK * (row - OPEN_CHEST)
    if row >= ADVANCE and row < MORGAN and g.pending != JOKER:
        return row - ADVANCE
    return NO_CARD


@kernel
def play_card(g: State, row: int, bit: int) -> None:
    """Discard the card of an action. A dark card that is played calls the Filibusters."""
    kind = played_card(g, row, bit)
    if kind != NO_CARD:
        discard_card(g, g.decider, kind)
        if kind >= DARK and g.pending != DISCARD:
            g.dark = 1


@kernel
def use_action(g: State, row: int, bit: int) -> None:
    """Use up an action of the turn, or the captain's free sail."""
    g.idle = 0
    if g.free_sail:
        g.free_sail = 0
        if row == TABLE and bit == SAIL:
            g.sailed = 1
            return
    g.actions_left -= 1


@kernel
def move(g: State, row: int, place: int) -> int:
    """Move a pirate, or two with a hook. Return the number of cards to draw."""
    seat = g.active
    pirates = 1
    cards = 0
    if row == RETREAT:
        target = retreat_target(g, place)
        cards = count_at(g, target)
    elif row < MORGAN:
        target = advance_target(g, place, symbol_of(row - ADVANCE))
        if g.pending != TURN:
            pirates = 2 if g.pending == SECOND_CARD else 1
            finish_spell(g)
    else:
        seat = row - MORGAN
        target = morgan_target(g, place)
        cards = morgan_cards(g, target)
    for _ in range(pirates):
        lift(g, seat, place)
        put(g, seat, target)
    return cards


@kernel
def act_at_table(g: State, bit: int) -> int:
    """Sail, begin a spell or decide about a card. Return the number of cards to draw."""
    pending = g.pending
    if pending == TURN:
        if bit == SAIL:
            sail(g)
            return 0
        return announce(g, bit)
    if pending == DISCARD:
        after_discard(g)
    elif pending == PUT:
        put_on_top(g, bit - CHOOSE)
    else:
        return take_keep_or_give(g, bit - CHOOSE)
    return 0


@kernel
def draw_cards(g: State, n: int) -> int:
    """Draw the cards of an action and return their number.

    They go to the active player, with two exceptions. Cards to choose from by rum or lantern are set
    aside, and the player who lost a card to weapons gets one in its place.
    """
    owner = g.active
    if g.pending == KEEP:
        owner = DRAWN
    elif g.pending == TAKE:
        owner = g.other
    drawn = draw_up_to(g, owner, n)
    if g.pending == KEEP:
        begin_to_choose(g, drawn)
    elif g.pending == TAKE:
        finish_spell(g)
    return drawn


@kernel
def settle(g: State) -> bool:
    """Call the Filibusters after an action and its decisions. Return True if the turn is over."""
    if g.result != RUNNING:
        g.dark = 0
        return False
    if g.pending == TURN and g.dark:
        call_filibusters(g, g.active)
    return g.pending == TURN and g.actions_left == 0


@kernel
def end_turn(g: State) -> None:
    """Begin the next seat's turn, unless the game ends without a winner."""
    g.turns += 1
    limit_reached = g.turn_limit > 0 and g.turns >= g.turn_limit
    if limit_reached or g.idle >= g.players:
        g.result = DRAWN_OUT
    else:
        begin_turn(g, next_seat(g, g.active))


@kernel
def begin_turn(g: State, seat: int) -> None:
    """Begin a turn, with all its actions and the captain's right to sail."""
    g.active = seat
    g.decider = seat
    g.actions_left = g.most
    g.sailed = 0
    g.free_sail = 1 if is_captain(g, seat) else 0
