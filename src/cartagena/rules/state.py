"""The full state of a game as one packed NumPy record. Players get views of it.

The track is stored as masks in unary: `at_least[n - 1]` holds the spaces with n or more pirates,
`own[seat, n - 1]` the same for one colour. Places off the track are plain counts.

The face-down deck has no order: `deck` counts its cards of each kind, and chance chooses one when it
is drawn. Only cards that a lantern has put on top have an order. They come from one lantern, since
the next one draws them first, so that exactly one seat knows them.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from cartagena.jit.arguments import ArrayOf
from cartagena.jit.records import Matrix, Records, Vector
from cartagena.rules.actions import ROWS
from cartagena.rules.components import KINDS, MAX_TILES, SEATS, SYMBOLS_PER_EDITION, TOKEN_VALUES

DRAWN: Final = cast(int, np.int64(SEATS))
"""The owner of the cards that rum and lantern have drawn, next to the seats.

It is a NumPy number, since Numba compiles a function again for each literal argument.
"""

NOBODY = -1

# Where the sloop of the Complete Escape lies.
CARTAGENA, TORTUGA = 0, 1

# The pending decision. TURN is the ordinary choice of the active player.
TURN, TAKE, KEEP, GIVE, PUT, SECOND_CARD, JOKER, DISCARD = range(8)

# Results.
RUNNING, WON, DRAWN_OUT = range(3)

# What a seat knows of a hand is packed into one number: see `memory`.
COUNT_BITS = 5
COUNT_MASK = 31

TOP_CAPACITY = 3
"""The most cards on top of the deck. A lantern draws four, the cards on top first, and puts back three."""

# A lantern can put three cards back at the front of a new row.
ROW_CAPACITY = 16

# The source of chance: ChaCha20, the fast generator, or a script. A scripted game stops where the
# script has no outcome for a card to be drawn or a chest to be laid.
SECURE, FAST, SCRIPTED, STOPPED_AT_CARD, STOPPED_AT_CHEST = range(5)

_FIELDS = np.dtype(
    [
        # the board
        ("symbol", np.int64, (SYMBOLS_PER_EDITION,)),
        ("tunnel", np.int64),
        ("jungle", np.int64),
        ("at_least", np.int64, (3,)),
        ("own", np.int64, (SEATS, 3)),
        ("start", np.int8, (SEATS,)),
        ("aboard", np.int8, (SEATS,)),
        ("home", np.int8, (SEATS,)),
        ("sloop_at", np.int8),
        ("token", np.int8, (MAX_TILES,)),
        ("opened", np.int8, (TOKEN_VALUES,)),
        # the cards
        ("hand", np.uint8, (SEATS + 1, KINDS)),
        ("hand_size", np.uint8, (SEATS + 1,)),
        ("discard", np.uint8, (KINDS,)),
        ("row", np.uint8, (ROW_CAPACITY,)),
        ("row_size", np.int8),
        # the deck: its unordered cards by kind, the ordered ones on top (the top one last), the seat
        # whose lantern put those there, and the number of all cards
        ("deck", np.uint8, (KINDS,)),
        ("top", np.uint8, (TOP_CAPACITY,)),
        ("top_size", np.int8),
        ("top_seat", np.int8),
        ("deck_size", np.int8),
        # the cards of each owner that each seat remembers: see `memory`
        ("known", np.int64, (SEATS, SEATS)),
        # the turn
        ("players", np.int64),
        ("active", np.int64),
        ("actions_left", np.int8),
        ("free_sail", np.int8),
        ("sailed", np.int8),
        ("pending", np.int8),
        ("decider", np.int64),
        ("other", np.int64),
        ("spell", np.int8),
        ("left", np.int8),
        ("dark", np.int8),
        ("idle", np.int8),
        ("result", np.int8),
        ("winner", np.int8),
        ("turns", np.int32),
        # the options
        ("edition", np.int16),
        ("tunnel_tiles", np.int8),
        ("jungle_tiles", np.int8),
        ("pirates", np.int8),
        ("fewest", np.int8),
        ("most", np.int8),
        ("open_hands", np.int8),
        ("open_row", np.int8),
        ("remembers", np.int8),
        ("leave_goal", np.int8),
        ("empty_hand_skip", np.int8),
        ("jail_in_tunnel", np.int8),
        ("stuck_skip", np.int8),
        ("retreat_tunnel", np.int8),
        ("retreat_jungle", np.int8),
        ("morgan_tunnel", np.int8),
        ("morgan_jungle", np.int8),
        ("filibusters", np.int8),
        ("magic", np.int8),
        ("turn_limit", np.int32),
        # the source of chance and its state (see `chance`), and the seat of a view
        ("chance", np.int8),
        ("viewer", np.int8),
        ("generator", np.uint32, (10,)),
        ("scripted", np.int64),
    ],
    align=True,
)


def _without_gaps(record: Any) -> Any:
    """Return the same layout with the padding as separate fields.

    NumPy copies only named fields. Padding without a name would contain arbitrary bytes, and equal
    games and views would differ byte by byte.
    """
    fields = []
    end = 0
    for name in (*record.names, None):
        begin = record.fields[name][1] if name else record.itemsize
        if begin > end:
            fields.append((f"gap_{end}", np.dtype((np.uint8, (begin - end,))), end))
        if name:
            fields.append((name, *record.fields[name]))
            end = begin + record.fields[name][0].itemsize
    names, formats, offsets = zip(*fields, strict=True)
    layout: Any = {"names": names, "formats": formats, "offsets": offsets, "aligned": True}
    return np.dtype(layout)


# Attribute access (`g.hand`) in interpreted code needs records rather than plain voids.
STATE = np.dtype((np.record, _without_gaps(_FIELDS)))


SCRATCH = np.dtype(
    (
        np.record,
        np.dtype([("mask", np.int64, (ROWS,)), ("generator", np.uint32, (4,))], align=True),
    )
)
"""A work area: a set of actions as one mask per row (see `actions`), and a fast generator.

It is a record rather than an array, since Numba counts references to arrays in every call.
"""


class State(Protocol):
    """One game: the fields of `STATE`, as kernels see them."""

    # the board
    symbol: Vector[int]
    tunnel: int
    jungle: int
    at_least: Vector[int]
    own: Matrix[int]
    start: Vector[int]
    aboard: Vector[int]
    home: Vector[int]
    sloop_at: int
    token: Vector[int]
    opened: Vector[int]
    # the cards
    hand: Matrix[int]
    hand_size: Vector[int]
    discard: Vector[int]
    row: Vector[int]
    row_size: int
    # the deck: its unordered cards by kind, the ordered ones on top (the top one last), the seat
    # whose lantern put those there, and the number of all cards
    deck: Vector[int]
    top: Vector[int]
    top_size: int
    top_seat: int
    deck_size: int
    # the cards of each owner that each seat remembers: see `memory`
    known: Matrix[int]
    # the turn
    players: int
    active: int
    actions_left: int
    free_sail: int
    sailed: int
    pending: int
    decider: int
    other: int
    spell: int
    left: int
    dark: int
    idle: int
    result: int
    winner: int
    turns: int
    # the options
    edition: int
    tunnel_tiles: int
    jungle_tiles: int
    pirates: int
    fewest: int
    most: int
    open_hands: int
    open_row: int
    remembers: int
    leave_goal: int
    empty_hand_skip: int
    jail_in_tunnel: int
    stuck_skip: int
    retreat_tunnel: int
    retreat_jungle: int
    morgan_tunnel: int
    morgan_jungle: int
    filibusters: int
    magic: int
    turn_limit: int
    # the source of chance and its state (see `chance`), and the seat of a view
    chance: int
    viewer: int
    generator: Vector[np.uint32]
    scripted: int


class Scratch(Protocol):
    """A work area: the fields of `SCRATCH`, as kernels see them."""

    mask: Vector[int]
    generator: Vector[np.uint32]


class HasGenerator(Protocol):
    """A record with a fast generator: a simulated game or a scratch record."""

    generator: Vector[np.uint32]


States = Annotated[Records[State], ArrayOf(STATE)]
Scratches = Annotated[Records[Scratch], ArrayOf(SCRATCH)]


def pack_counts(counts: Sequence[int]) -> int:
    """Pack the counts of each kind of card into one number."""
    return sum(count << (COUNT_BITS * kind) for kind, count in enumerate(counts))


def unpack_counts(packed: int) -> list[int]:
    """Unpack the counts of each kind of card from a number."""
    return [(packed >> (COUNT_BITS * kind)) & COUNT_MASK for kind in range(KINDS)]


def new_scratches(n: int = 1) -> NDArray[Any]:
    """Return n scratch records."""
    return np.zeros(n, SCRATCH)


def new_states(n: int) -> NDArray[Any]:
    """Return n blank games."""
    return np.zeros(n, STATE)


def copy_states(states: NDArray[Any]) -> NDArray[Any]:
    """Copy games byte by byte, forty times as fast as field by field."""
    return np.frombuffer(bytearray(states.tobytes()), STATE)
