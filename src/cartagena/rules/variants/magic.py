"""Black Magic Woman: a card may be played for its spell.

Each spell is one action. Its decisions are taken one step at a time: the cards of rum, lantern and
weapons, the second card of a hook, and the symbol of a pair of parrots.
"""

import numpy as np

from cartagena.jit.compiler import kernel
from cartagena.rules.actions import (
    ADVANCE,
    OPEN_CHEST,
    SPELL_HOOK,
    SPELL_LANTERN,
    SPELL_PARROTS,
    SPELL_RUM,
    SPELL_WEAPONS,
)
from cartagena.rules.advance import empty_spaces, symbol_of
from cartagena.rules.bits import highest
from cartagena.rules.cards import discard_card, hand_over, put_back
from cartagena.rules.components import (
    CHEST,
    DARK,
    EMPTY,
    HOOK,
    KINDS,
    LANTERN,
    PARROT,
    RUM,
    SEATS,
    SNAKE,
    SPACES_PER_TILE,
    START,
    SYMBOLS_PER_EDITION,
    WEAPONS,
)
from cartagena.rules.memory import drawn_cards_are_public, everyone, look_at_hand
from cartagena.rules.state import (
    DRAWN,
    GIVE,
    JOKER,
    KEEP,
    NOBODY,
    PUT,
    SECOND_CARD,
    TAKE,
    TURN,
    Scratch,
    State,
)
from cartagena.rules.track import behind, lift, movable, movable_pairs, next_seat, put
from cartagena.rules.variants.chests import lay_tokens, token_spaces
from cartagena.rules.variants.sloop import not_stranded


@kernel
def second_card_places(g: State, kind: int) -> int:
    """Return the places from which a hook with this second card can move two pirates."""
    seat = g.active
    landings = empty_spaces(g, symbol_of(kind))
    return not_stranded(g, seat, movable_pairs(g, seat), landings, 2)


@kernel
def joker_places(g: State, symbol: int) -> int:
    """Return the places from which parrots can move a pirate as this symbol."""
    seat = g.active
    return not_stranded(g, seat, movable(g, seat), empty_spaces(g, symbol), 1)


@kernel
def has_second_card(g: State, hook: int) -> bool:
    """Return True if the hand has a second card that completes a hook.

    `hook` is the kind of the hook if it is still in the hand, or NOBODY.
    """
    for kind in range(KINDS):
        held = g.hand[g.active, kind] > (1 if kind == hook else 0)
        if held and second_card_places(g, kind):
            return True
    return False


@kernel
def has_joker_move(g: State) -> bool:
    """Return True if a pair of parrots can move any pirate."""
    for symbol in range(SYMBOLS_PER_EDITION):
        if symbol != PARROT and joker_places(g, symbol):
            return True
    return False


@kernel
def offer_spells(g: State, scratch: Scratch) -> int:
    """Offer the chests that can be opened. Return all other spells of the hand as table actions."""
    seat = g.active
    spells = 0
    for dark in range(2):
        first = DARK * dark
        if g.hand[seat, first + WEAPONS]:
            for target in range(g.players):
                if target != seat and g.hand_size[target] > 0:
                    spells |= 1 << (SPELL_WEAPONS + SEATS * dark + target)
        if g.hand[seat, first + RUM]:
            spells |= 1 << (SPELL_RUM + dark)
        if g.hand[seat, first + LANTERN]:
            spells |= 1 << (SPELL_LANTERN + dark)
        if g.hand[seat, first + HOOK] and has_second_card(g, first + HOOK):
            spells |= 1 << (SPELL_HOOK + dark)
        chests = g.own[seat, 0] & token_spaces(g) if g.hand[seat, first + CHEST] else 0
        scratch.mask[OPEN_CHEST + dark] = chests
    plain_parrots = g.hand[seat, PARROT]
    dark_parrots = g.hand[seat, PARROT + DARK]
    if plain_parrots + dark_parrots >= 2 and has_joker_move(g):
        if plain_parrots >= 2:
            spells |= 1 << SPELL_PARROTS
        if plain_parrots >= 1 and dark_parrots >= 1:
            spells |= 1 << (SPELL_PARROTS + 1)
        if dark_parrots >= 2:
            spells |= 1 << (SPELL_PARROTS + 2)
    return spells


@kernel
def offer_second_card(g: State, scratch: Scratch) -> None:
    """Offer the second cards of a hook with the places of the two pirates."""
    for kind in range(KINDS):
        if g.hand[g.active, kind]:
            scratch.mask[ADVANCE + kind] = second_card_places(g, kind)


@kernel
def offer_joker(g: State, scratch: Scratch) -> None:
    """Offer the symbols of a pair of parrots with the pirates that they move."""
    for symbol in range(SYMBOLS_PER_EDITION):
        if symbol != PARROT:
            scratch.mask[ADVANCE + symbol] = joker_places(g, symbol)


@kernel
def spell_card(bit: int) -> int:
    """Return the card that a spell of the row TABLE uses, or the first one of two parrots."""
    if bit >= SPELL_WEAPONS:
        return WEAPONS + DARK if bit >= SPELL_WEAPONS + SEATS else WEAPONS
    if bit >= SPELL_PARROTS:
        return PARROT + DARK if bit > SPELL_PARROTS else PARROT
    if bit >= SPELL_HOOK:
        return HOOK + DARK * (bit - SPELL_HOOK)
    if bit >= SPELL_LANTERN:
        return LANTERN + DARK * (bit - SPELL_LANTERN)
    return RUM + DARK * (bit - SPELL_RUM)


@kernel
def announce(g: State, bit: int) -> int:
    """Begin a spell that names no space. Return the number of cards to draw."""
    if bit >= SPELL_WEAPONS:
        target = bit - SPELL_WEAPONS
        if target >= SEATS:
            target -= SEATS
        look_at_hand(g, g.active, target)
        g.pending = TAKE
        g.other = target
        return 0
    if bit >= SPELL_PARROTS:
        discard_card(g, g.active, PARROT + DARK if bit == SPELL_PARROTS + 2 else PARROT)
        g.pending = JOKER
        return 0
    if bit >= SPELL_HOOK:
        g.pending = SECOND_CARD
        return 0
    g.pending = KEEP
    if bit >= SPELL_LANTERN:
        g.spell = LANTERN
        return 4
    g.spell = RUM
    return int(g.players) + 1


@kernel
def begin_to_choose(g: State, drawn: int) -> None:
    """Set how many of the cards drawn by rum or lantern to keep (ruling 12)."""
    if drawn == 0:
        finish_spell(g)
    else:
        g.left = min(1 if g.spell == LANTERN else 2, drawn)


@kernel
def finish_spell(g: State) -> None:
    """End a spell."""
    g.pending = TURN
    g.other = NOBODY
    g.spell = 0
    g.left = 0


@kernel
def take_keep_or_give(g: State, kind: int) -> int:
    """Take, keep or give a card. Return the number of cards to draw in return."""
    pending = g.pending
    source = g.other if pending == TAKE else DRAWN
    target = g.other if pending == GIVE else g.active
    is_public = g.open_hands == 1 if pending == TAKE else drawn_cards_are_public(g)
    seers = everyone(g)
    if not is_public:
        seers = 1 << g.active
        if pending != KEEP:
            seers |= 1 << g.other
    hand_over(g, kind, source, target, seers)
    if pending == TAKE:
        return 1
    if pending == KEEP:
        g.left -= 1
        if g.left > 0:
            return 0
    if g.hand_size[DRAWN] == 0:
        finish_spell(g)
    elif pending == GIVE or g.spell == RUM:
        g.pending = GIVE
        g.other = next_seat(g, target)
    else:
        g.pending = PUT
    return 0


@kernel
def put_on_top(g: State, kind: int) -> None:
    """Put a card of a lantern back. The last one put back is drawn first."""
    put_back(g, kind)
    if g.hand_size[DRAWN] == 0:
        finish_spell(g)


@kernel
def open_chest(g: State, space: int) -> int:
    """Open the chest on a space. Return the number of cards in it."""
    tile = (space - 1) // SPACES_PER_TILE
    token = int(np.int64(g.token[tile]))
    g.token[tile] = 0
    g.opened[token] += 1
    if token < EMPTY:
        return token
    if token == SNAKE:
        flee(g, space)
        lay_tokens(g)
    return 0


@kernel
def flee(g: State, space: int) -> None:
    """Chase the pirate back to an empty rum space, or to the start (rulings 10, 23)."""
    rum = empty_spaces(g, RUM) & behind(g, space)
    lift(g, g.active, space)
    put(g, g.active, highest(rum) if rum else START)
