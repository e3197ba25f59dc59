"""Black Magic Woman: a card may be played for its spell, if the spell is announced.

Each spell is one action. Rum, lantern and weapons, the second card of a hook and the symbol
of a parrot pair are decided one small step at a time.
"""

from typing import Any

import numpy as np

from cartagena.rules.actions import (
    ADVANCE,
    OPEN_CHEST,
    SPELL_HOOK,
    SPELL_LANTERN,
    SPELL_PARROTS,
    SPELL_RUM,
    SPELL_WEAPONS,
)
from cartagena.rules.advance import empty_spaces, symbol_of, walk
from cartagena.rules.bits import highest
from cartagena.rules.cards import draw, draw_up_to, hand_over, play_card, put_back
from cartagena.rules.compiled import kernel
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
)
from cartagena.rules.track import behind, lift, movable, movable_pairs, next_seat, put
from cartagena.rules.variants.chests import lay_tokens, token_spaces
from cartagena.rules.variants.sloop import not_stranded


@kernel
def second_card_places(g: Any, kind: int) -> int:
    """From where a hook with this second card could move two pirates."""
    seat = g.active
    landings = empty_spaces(g, symbol_of(kind))
    return not_stranded(g, seat, movable_pairs(g, seat), landings, 2)


@kernel
def joker_places(g: Any, symbol: int) -> int:
    """From where a parrot pair could move a pirate as this symbol."""
    seat = g.active
    return not_stranded(g, seat, movable(g, seat), empty_spaces(g, symbol), 1)


@kernel
def has_second_card(g: Any, hook: int) -> bool:
    """Whether a hook, once played, could be completed with another card of the hand.

    `hook` is the kind that is still to be played, or NOBODY if it has been.
    """
    for kind in range(KINDS):
        held = g.hand[g.active, kind] > (1 if kind == hook else 0)
        if held and second_card_places(g, kind):
            return True
    return False


@kernel
def has_joker_move(g: Any) -> bool:
    """Whether a parrot pair could move a pirate at all."""
    for symbol in range(SYMBOLS_PER_EDITION):
        if symbol != PARROT and joker_places(g, symbol):
            return True
    return False


@kernel
def offer_spells(g: Any, scratch: Any) -> int:
    """Every spell that the hand allows to announce: chests as places, the others returned."""
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
def offer_second_card(g: Any, scratch: Any) -> None:
    """The second cards of a hook, with the places of two pirates that they move."""
    for kind in range(KINDS):
        if g.hand[g.active, kind]:
            scratch.mask[ADVANCE + kind] = second_card_places(g, kind)


@kernel
def offer_joker(g: Any, scratch: Any) -> None:
    """The symbols that a parrot pair can stand for, with the pirates that they move."""
    for symbol in range(SYMBOLS_PER_EDITION):
        if symbol != PARROT:
            scratch.mask[ADVANCE + symbol] = joker_places(g, symbol)


@kernel
def announce(g: Any, bit: int) -> None:
    """Play a card for a spell that names no space."""
    if bit >= SPELL_WEAPONS:
        target = bit - SPELL_WEAPONS
        is_dark = target >= SEATS
        weapons(g, WEAPONS + DARK if is_dark else WEAPONS, target - SEATS if is_dark else target)
    elif bit >= SPELL_PARROTS:
        dark_parrots = bit - SPELL_PARROTS
        play_card(g, PARROT + DARK if dark_parrots >= 1 else PARROT)
        play_card(g, PARROT + DARK if dark_parrots >= 2 else PARROT)
        g.pending = JOKER
    elif bit >= SPELL_HOOK:
        play_card(g, HOOK + DARK * (bit - SPELL_HOOK))
        g.pending = SECOND_CARD
    elif bit >= SPELL_LANTERN:
        play_card(g, LANTERN + DARK * (bit - SPELL_LANTERN))
        draw_to_choose(g, True)
    else:
        play_card(g, RUM + DARK * (bit - SPELL_RUM))
        draw_to_choose(g, False)


@kernel
def weapons(g: Any, kind: int, target: int) -> None:
    """Look at a hand; which card to take comes next."""
    play_card(g, kind)
    look_at_hand(g, g.active, target)
    g.pending = TAKE
    g.other = target


@kernel
def draw_to_choose(g: Any, by_lantern: bool) -> None:
    """Draw cards, or what there is (ruling 12), and choose which to keep."""
    drawn = draw_up_to(g, DRAWN, 4 if by_lantern else g.players + 1)
    if drawn == 0:
        return
    g.pending = KEEP
    g.spell = LANTERN if by_lantern else RUM
    g.left = min(1 if by_lantern else 2, drawn)


@kernel
def finish_spell(g: Any) -> None:
    """Nothing more is to be decided."""
    g.pending = TURN
    g.other = NOBODY
    g.spell = 0
    g.left = 0


@kernel
def take(g: Any, kind: int) -> None:
    """Weapons: take the card; its owner draws a new one."""
    target = g.other
    seers = everyone(g) if g.open_hands else (1 << g.active) | (1 << target)
    hand_over(g, kind, target, g.active, seers)
    draw(g, target)
    finish_spell(g)


@kernel
def keep(g: Any, kind: int) -> None:
    """Rum and lantern: keep a drawn card; the rest is given away or put back."""
    seers = everyone(g) if drawn_cards_are_public(g) else 1 << g.active
    hand_over(g, kind, DRAWN, g.active, seers)
    g.left -= 1
    if g.left > 0:
        return
    if g.hand_size[DRAWN] == 0:
        finish_spell(g)
    elif g.spell == RUM:
        g.pending = GIVE
        g.other = next_seat(g, g.active)
    else:
        g.pending = PUT


@kernel
def give(g: Any, kind: int) -> None:
    """Rum: a card for the next player clockwise, as long as there are any."""
    target = g.other
    seers = everyone(g) if drawn_cards_are_public(g) else (1 << g.active) | (1 << target)
    hand_over(g, kind, DRAWN, target, seers)
    if g.hand_size[DRAWN] == 0:
        finish_spell(g)
    else:
        g.other = next_seat(g, target)


@kernel
def put_on_top(g: Any, kind: int) -> None:
    """Lantern: put a card back; the last one put back will be drawn first."""
    put_back(g, kind)
    if g.hand_size[DRAWN] == 0:
        finish_spell(g)


@kernel
def hook(g: Any, place: int, kind: int) -> None:
    """Hook: two pirates walk together to the target of the second card."""
    play_card(g, kind)
    walk(g, place, symbol_of(kind), 2)
    finish_spell(g)


@kernel
def joker(g: Any, place: int, symbol: int) -> None:
    """Parrot pair: a pirate walks as by a card with the symbol (ruling 25)."""
    walk(g, place, symbol, 1)
    finish_spell(g)


@kernel
def open_chest(g: Any, space: int, dark: int) -> None:
    """Chest: open the token on the pirate's space."""
    play_card(g, CHEST + DARK * dark)
    tile = (space - 1) // SPACES_PER_TILE
    token = int(np.int64(g.token[tile]))
    g.token[tile] = 0
    g.opened[token] += 1
    if token < EMPTY:
        draw_up_to(g, g.active, token)
    elif token == SNAKE:
        flee(g, space)
        lay_tokens(g)


@kernel
def flee(g: Any, space: int) -> None:
    """The snake drives the pirate back to a free rum space, or to the start (rulings 10, 23)."""
    rum = empty_spaces(g, RUM) & behind(g, space)
    lift(g, g.active, space)
    put(g, g.active, highest(rum) if rum else START)
