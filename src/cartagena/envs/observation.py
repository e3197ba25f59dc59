"""What a seat observes: its view as one record of small whole numbers, for programs that learn.

The layout is the same for all rules and numbers of players; what a game does not use is 0. Seats
are counted from the observer, clockwise: 0 is the observer itself. Everything is written from the
seat's view, in which nothing is left that the seat may not know.
"""

from typing import Any, Final

import numpy as np

from cartagena.rules.bits import lowest
from cartagena.rules.compiled import kernel
from cartagena.rules.components import (
    CARDS,
    CARDS_PER_SYMBOL,
    KINDS,
    LANTERN,
    MOST_SPACES,
    MOST_TILES,
    RUM,
    SEATS,
    SYMBOLS_PER_EDITION,
    TOKEN_VALUES,
)
from cartagena.rules.state import DISCARD, DRAWN, NOBODY, ROW_CAPACITY, TOP_CAPACITY

MOST_TURNS: Final = 127
"""More turns left than this are not told apart."""

_2017: Final = 2017
_PIRATES: Final = 6
_ACTIONS: Final = 3

FIELDS: Final[dict[str, tuple[tuple[int, ...], int]]] = {
    # the board
    "symbols": ((SYMBOLS_PER_EDITION, MOST_SPACES), 1),
    "pirates": ((SEATS, MOST_SPACES), 3),
    "start": ((SEATS,), _PIRATES),
    "aboard": ((SEATS,), _PIRATES),
    "home": ((SEATS,), _PIRATES),
    "sloop_at": ((1,), 1),
    "chests": ((MOST_TILES,), 1),
    "opened": ((TOKEN_VALUES - 1,), 2),
    # the cards
    "hands": ((SEATS + 1, KINDS), CARDS_PER_SYMBOL),
    "hand_sizes": ((SEATS + 1,), CARDS),
    "row": ((ROW_CAPACITY, KINDS), 1),
    "top": ((TOP_CAPACITY, KINDS), 1),
    "deck_size": ((1,), CARDS),
    "discards": ((KINDS,), CARDS_PER_SYMBOL),
    # the turn
    "seat": ((SEATS,), 1),
    "playing": ((SEATS,), 1),
    "active": ((SEATS,), 1),
    "decider": ((SEATS,), 1),
    "other": ((SEATS,), 1),
    "pending": ((DISCARD + 1,), 1),
    "spell": ((2,), 1),
    "cards_left": ((1,), 2),
    "dark": ((1,), 1),
    "actions_left": ((1,), _ACTIONS),
    "free_sail": ((1,), 1),
    "sailed": ((1,), 1),
    "idle": ((1,), SEATS),
    "turns_left": ((1,), MOST_TURNS),
    # the rules
    "edition_2017": ((1,), 1),
    "tiles": ((2,), MOST_TILES),
    "pirates_each": ((1,), _PIRATES),
    "fewest_actions": ((1,), _ACTIONS),
    "most_actions": ((1,), _ACTIONS),
    "open_hands": ((1,), 1),
    "open_row": ((1,), 1),
    "leave_goal": ((1,), 1),
    "empty_hand_skip": ((1,), 1),
    "jail_in_tunnel": ((1,), 1),
    "stuck_skip": ((1,), 1),
    "retreat": ((2,), 1),
    "morgan": ((2,), 1),
    "filibusters": ((1,), 1),
    "magic": ((1,), 1),
}
"""Each field's name, shape and highest value, in order; docs/research.md says what each means."""

OBSERVATION: Final = np.dtype(
    (np.record, np.dtype([(name, np.int8, shape) for name, (shape, _) in FIELDS.items()]))
)
"""An observation as a record: `vector.view(OBSERVATION)[0].hands` finds a field again."""

SIZE: Final = OBSERVATION.itemsize
"""How many numbers an observation has."""


@kernel
def observe(g: Any, o: Any) -> None:
    """Write what the seat of a view observes. The record must be blank."""
    observe_board(g, o)
    observe_cards(g, o)
    observe_turn(g, o)
    observe_rules(g, o)


@kernel
def from_observer(g: Any, seat: int) -> int:
    """How many seats clockwise of the observer a seat is."""
    return int((seat - g.viewer + g.players) % g.players)


@kernel
def observe_board(g: Any, o: Any) -> None:
    """Symbols, pirates, sloop and chests."""
    for symbol in range(SYMBOLS_PER_EDITION):
        spaces = g.symbol[symbol]
        while spaces:
            o.symbols[symbol, lowest(spaces) - 1] = 1
            spaces &= spaces - 1
    for seat in range(g.players):
        place = from_observer(g, seat)
        for level in range(3):
            spaces = g.own[seat, level]
            while spaces:
                o.pirates[place, lowest(spaces) - 1] += 1
                spaces &= spaces - 1
        o.start[place] = g.start[seat]
        o.aboard[place] = g.aboard[seat]
        o.home[place] = g.home[seat]
    o.sloop_at[0] = g.sloop_at
    if g.magic:
        for tile in range(MOST_TILES):
            o.chests[tile] = 1 if g.token[tile] else 0
        for value in range(1, TOKEN_VALUES):
            o.opened[value - 1] = g.opened[value]


@kernel
def observe_cards(g: Any, o: Any) -> None:
    """The cards that the seat knows, and how many there are of all."""
    for seat in range(g.players):
        observe_hand(g, o, seat, from_observer(g, seat))
    observe_hand(g, o, DRAWN, DRAWN)
    for place in range(g.row_size):
        o.row[place, g.row[place]] = 1
    for place in range(g.top_size):
        o.top[place, g.top[g.top_size - 1 - place]] = 1
    o.deck_size[0] = g.deck_size
    for kind in range(KINDS):
        o.discards[kind] = g.discard[kind]


@kernel
def observe_hand(g: Any, o: Any, owner: int, place: int) -> None:
    """What is known of the cards of one owner."""
    for kind in range(KINDS):
        o.hands[place, kind] = g.hand[owner, kind]
    o.hand_sizes[place] = g.hand_size[owner]


@kernel
def observe_turn(g: Any, o: Any) -> None:
    """Whose turn it is, what must be decided, what is left to do."""
    o.seat[g.viewer] = 1
    for place in range(g.players):
        o.playing[place] = 1
    o.active[from_observer(g, g.active)] = 1
    o.decider[from_observer(g, g.decider)] = 1
    if g.other != NOBODY:
        o.other[from_observer(g, g.other)] = 1
    o.pending[g.pending] = 1
    o.spell[0] = 1 if g.spell == RUM else 0
    o.spell[1] = 1 if g.spell == LANTERN else 0
    o.cards_left[0] = g.left
    o.dark[0] = g.dark
    o.actions_left[0] = g.actions_left
    o.free_sail[0] = g.free_sail
    o.sailed[0] = g.sailed
    o.idle[0] = g.idle
    o.turns_left[0] = MOST_TURNS
    if g.turn_limit:
        o.turns_left[0] = max(0, min(MOST_TURNS, g.turn_limit - g.turns))


@kernel
def observe_rules(g: Any, o: Any) -> None:
    """The options, which stay the same all game long."""
    o.edition_2017[0] = 1 if g.edition == _2017 else 0
    o.tiles[0] = g.tunnel_tiles
    o.tiles[1] = g.jungle_tiles
    o.pirates_each[0] = g.pirates
    o.fewest_actions[0] = g.fewest
    o.most_actions[0] = g.most
    o.open_hands[0] = g.open_hands
    o.open_row[0] = g.open_row
    o.leave_goal[0] = g.leave_goal
    o.empty_hand_skip[0] = g.empty_hand_skip
    o.jail_in_tunnel[0] = g.jail_in_tunnel
    o.stuck_skip[0] = g.stuck_skip
    o.retreat[0] = g.retreat_tunnel
    o.retreat[1] = g.retreat_jungle
    o.morgan[0] = g.morgan_tunnel
    o.morgan[1] = g.morgan_jungle
    o.filibusters[0] = g.filibusters
    o.magic[0] = g.magic
