"""Observations for learning programs: a seat's view as one record of small integers.

The layout is the same for all rules and numbers of players. Unused fields are 0. Seats are counted
clockwise from the observer, which is 0. An observation contains the same information as the seat's
view (`rules.view`): of hidden cards only those that the seat remembers.
"""

from typing import Annotated, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from cartagena.jit.arguments import ArrayOf
from cartagena.jit.compiler import entry_point, kernel
from cartagena.jit.records import Matrix, Records, Vector
from cartagena.rules.bits import lowest
from cartagena.rules.components import (
    CARDS,
    CARDS_PER_SYMBOL,
    KINDS,
    LANTERN,
    MAX_SPACES,
    MAX_TILES,
    RUM,
    SEATS,
    SYMBOLS_PER_EDITION,
    TOKEN_VALUES,
)
from cartagena.rules.memory import known_cards
from cartagena.rules.state import (
    DISCARD,
    DRAWN,
    NOBODY,
    ROW_CAPACITY,
    TOP_CAPACITY,
    State,
    States,
)

MAX_TURNS: Final = 127
"""The highest number of turns left. Larger numbers are clipped."""

_2017: Final = 2017
_MAX_PIRATES: Final = 6
_MAX_ACTIONS: Final = 3

FIELDS: Final[dict[str, tuple[tuple[int, ...], int]]] = {
    # the board
    "symbols": ((SYMBOLS_PER_EDITION, MAX_SPACES), 1),
    "pirates": ((SEATS, MAX_SPACES), 3),
    "start": ((SEATS,), _MAX_PIRATES),
    "aboard": ((SEATS,), _MAX_PIRATES),
    "home": ((SEATS,), _MAX_PIRATES),
    "sloop_at": ((1,), 1),
    "chests": ((MAX_TILES,), 1),
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
    "actions_left": ((1,), _MAX_ACTIONS),
    "free_sail": ((1,), 1),
    "sailed": ((1,), 1),
    "idle": ((1,), SEATS),
    "turns_left": ((1,), MAX_TURNS),
    # the rules
    "edition_2017": ((1,), 1),
    "tiles": ((2,), MAX_TILES),
    "pirates_each": ((1,), _MAX_PIRATES),
    "fewest_actions": ((1,), _MAX_ACTIONS),
    "most_actions": ((1,), _MAX_ACTIONS),
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
"""The name, shape and highest value of each field, in order. See docs/spaces.md."""

OBSERVATION: Final = np.dtype(
    (np.record, np.dtype([(name, np.int8, shape) for name, (shape, _) in FIELDS.items()]))
)
"""An observation as a record: `vector.view(OBSERVATION)[0].hands` is a field of a vector."""

SIZE: Final = OBSERVATION.itemsize
"""The number of integers in an observation."""

WORDS: Final = np.dtype((np.record, np.dtype([("word", np.int64, (SIZE // 8,))])))
"""The same bytes as 64-bit words, which are faster to clear."""

_FIRST_UNCLEARED: Final = "dark"
"""This field and the rest of the turn are written at every step and need not be cleared."""

# The words that change during a game and must be cleared before each step.
FIRST_WORD: Final = OBSERVATION.fields["pirates"][1] // 8  # type: ignore[index]
LAST_WORD: Final = OBSERVATION.fields[_FIRST_UNCLEARED][1] // 8  # type: ignore[index]
assert SIZE % 8 == 0
assert OBSERVATION.fields["pirates"][1] % 8 == 0  # type: ignore[index]
assert OBSERVATION.fields[_FIRST_UNCLEARED][1] % 8 == 0  # type: ignore[index]


class ObservationRecord(Protocol):
    """The fields of `OBSERVATION`, as kernels see them."""

    # the board
    symbols: Matrix[int]
    pirates: Matrix[int]
    start: Vector[int]
    aboard: Vector[int]
    home: Vector[int]
    sloop_at: Vector[int]
    chests: Vector[int]
    opened: Vector[int]
    # the cards
    hands: Matrix[int]
    hand_sizes: Vector[int]
    row: Matrix[int]
    top: Matrix[int]
    deck_size: Vector[int]
    discards: Vector[int]
    # the turn
    seat: Vector[int]
    playing: Vector[int]
    active: Vector[int]
    decider: Vector[int]
    other: Vector[int]
    pending: Vector[int]
    spell: Vector[int]
    cards_left: Vector[int]
    dark: Vector[int]
    actions_left: Vector[int]
    free_sail: Vector[int]
    sailed: Vector[int]
    idle: Vector[int]
    turns_left: Vector[int]
    # the rules
    edition_2017: Vector[int]
    tiles: Vector[int]
    pirates_each: Vector[int]
    fewest_actions: Vector[int]
    most_actions: Vector[int]
    open_hands: Vector[int]
    open_row: Vector[int]
    leave_goal: Vector[int]
    empty_hand_skip: Vector[int]
    jail_in_tunnel: Vector[int]
    stuck_skip: Vector[int]
    retreat: Vector[int]
    morgan: Vector[int]
    filibusters: Vector[int]
    magic: Vector[int]


class Words(Protocol):
    """A record as 64-bit words."""

    word: Vector[int]


Observations = Annotated[Records[ObservationRecord], ArrayOf(OBSERVATION)]
ObservationWords = Annotated[Records[Words], ArrayOf(WORDS)]


def observation_of(states: States, seat: int) -> NDArray[np.int8]:
    """Return what a seat observes of the first game, as a vector."""
    vector = np.zeros(SIZE, np.int8)
    write_observation(states, 0, seat, vector.view(OBSERVATION), 0)
    return vector


@entry_point
def write_observation(
    states: States, i: int, seat: int, observations: Observations, j: int
) -> None:
    """Write what a seat observes of game i to observation j, which must be all 0."""
    observe(states[i], seat, observations[j])


@kernel
def observe(g: State, seat: int, o: ObservationRecord) -> None:
    """Write what a seat observes of a game. The record must be all 0."""
    observe_static(g, o)
    observe_position(g, seat, o)


@kernel
def observe_static(g: State, o: ObservationRecord) -> None:
    """Write what never changes during a game: the symbols of the board, and the options."""
    for symbol in range(SYMBOLS_PER_EDITION):
        spaces = g.symbol[symbol]
        while spaces:
            o.symbols[symbol, lowest(spaces) - 1] = 1
            spaces &= spaces - 1
    observe_rules(g, o)


@kernel
def clear_position(words: Words) -> None:
    """Clear what `observe_position` writes."""
    for k in range(FIRST_WORD, LAST_WORD):
        words.word[k] = 0


@kernel
def observe_position(g: State, seat: int, o: ObservationRecord) -> None:
    """Write what changes: pirates, cards and the turn. That part of the record must be all 0."""
    observe_board(g, seat, o)
    observe_cards(g, seat, o)
    observe_turn(g, seat, o)


@kernel
def from_observer(g: State, seat: int, owner: int) -> int:
    """Return the number of seats from the observer clockwise to another seat."""
    distance = owner - seat
    return distance + g.players if distance < 0 else distance


@kernel
def observe_board(g: State, seat: int, o: ObservationRecord) -> None:
    """Write pirates, sloop and chests."""
    for owner in range(g.players):
        index = from_observer(g, seat, owner)
        for level in range(3):
            spaces = g.own[owner, level]
            while spaces:
                o.pirates[index, lowest(spaces) - 1] = level + 1
                spaces &= spaces - 1
        o.start[index] = g.start[owner]
        o.aboard[index] = g.aboard[owner]
        o.home[index] = g.home[owner]
    o.sloop_at[0] = g.sloop_at
    if g.magic:
        for tile in range(MAX_TILES):
            o.chests[tile] = 1 if g.token[tile] else 0
        for value in range(1, TOKEN_VALUES):
            o.opened[value - 1] = g.opened[value]


@kernel
def observe_cards(g: State, seat: int, o: ObservationRecord) -> None:
    """Write the cards that the seat knows, and the number of all cards."""
    kinds = KINDS if g.filibusters else SYMBOLS_PER_EDITION
    for owner in range(g.players):
        index = from_observer(g, seat, owner)
        if owner == seat or g.open_hands:
            observe_hand(g, o, owner, index, kinds)
        elif g.remembers:
            observe_known_cards(g, seat, o, owner, index, kinds)
        o.hand_sizes[index] = g.hand_size[owner]
    if g.hand_size[DRAWN]:
        if seat == g.active or g.open_row:
            observe_hand(g, o, DRAWN, DRAWN, kinds)
        else:
            observe_known_cards(g, seat, o, DRAWN, DRAWN, kinds)
        o.hand_sizes[DRAWN] = g.hand_size[DRAWN]
    if g.open_row:
        for k in range(g.row_size):
            o.row[k, g.row[k]] = 1
    if g.top_seat == seat:
        for k in range(g.top_size):
            o.top[k, g.top[g.top_size - 1 - k]] = 1
    o.deck_size[0] = g.deck_size
    for kind in range(kinds):
        o.discards[kind] = g.discard[kind]


@kernel
def observe_hand(g: State, o: ObservationRecord, owner: int, index: int, kinds: int) -> None:
    """Write the cards of an owner that the seat can see."""
    for kind in range(kinds):
        o.hands[index, kind] = g.hand[owner, kind]


@kernel
def observe_known_cards(
    g: State, seat: int, o: ObservationRecord, owner: int, index: int, kinds: int
) -> None:
    """Write the cards of an owner that the seat remembers."""
    for kind in range(kinds):
        o.hands[index, kind] = known_cards(g, seat, owner, kind)


@kernel
def observe_turn(g: State, seat: int, o: ObservationRecord) -> None:
    """Write whose turn it is, the pending decision, and the actions left."""
    o.seat[seat] = 1
    for index in range(g.players):
        o.playing[index] = 1
    o.active[from_observer(g, seat, g.active)] = 1
    o.decider[from_observer(g, seat, g.decider)] = 1
    if g.other != NOBODY:
        o.other[from_observer(g, seat, g.other)] = 1
    o.pending[g.pending] = 1
    if g.spell == RUM:
        o.spell[0] = 1
    if g.spell == LANTERN:
        o.spell[1] = 1
    o.cards_left[0] = g.left
    o.dark[0] = g.dark
    o.actions_left[0] = g.actions_left
    o.free_sail[0] = g.free_sail
    o.sailed[0] = g.sailed
    o.idle[0] = g.idle
    o.turns_left[0] = MAX_TURNS
    if g.turn_limit:
        o.turns_left[0] = max(0, min(MAX_TURNS, g.turn_limit - g.turns))


@kernel
def observe_rules(g: State, o: ObservationRecord) -> None:
    """Write the options."""
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
