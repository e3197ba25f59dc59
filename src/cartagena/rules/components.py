"""The components of both editions: colours, symbols, cards, tiles, chest tokens and places."""

from typing import Final, Literal, get_args

Colour = Literal["blue", "red", "green", "yellow", "purple"]

Edition = Literal["2000", "2017", "micro", "mini"]

SEATS: Final = 5
COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
_SYMBOLS_2000: Final = ("bottle", "pistol", "hat", "skull", "dagger", "key")
SYMBOLS: Final[dict[str, tuple[str, ...]]] = {
    "2000": _SYMBOLS_2000,
    "2017": ("weapons", "rum", "lantern", "parrot", "hook", "chest"),
    "micro": _SYMBOLS_2000,
    "mini": _SYMBOLS_2000,
}
"""The symbols by number. Micro has cards and spaces of the first two only, mini of the first three."""

EDITION_NUMBERS: Final[dict[Edition, int]] = {"2000": 2000, "2017": 2017, "micro": 2, "mini": 3}
"""The editions as numbers in the record. A small edition is the number of its symbols."""
SMALL_EDITIONS: Final[tuple[Edition, ...]] = ("micro", "mini")
"""Games that programs can solve."""
SMALL_CARDS: Final = 12
SMALL_DEAL: Final = 2

SYMBOLS_PER_EDITION: Final = 6

# The 2017 symbols by number, for the spells.
WEAPONS, RUM, LANTERN, PARROT, HOOK, CHEST = range(SYMBOLS_PER_EDITION)

CARDS_PER_SYMBOL: Final = 17
DARK_PER_SYMBOL: Final = 2
CARDS: Final = SYMBOLS_PER_EDITION * CARDS_PER_SYMBOL
DEAL: Final = 6
ROW: Final = 12
HAND_LIMIT: Final = 7
ABOARD_LIMIT: Final = 3
PIRATES_PER_SPACE: Final = 3
MORGAN_END_CARDS: Final = 2
"""The cards that Morgan draws for a pirate that reaches the end of its stretch."""

# A kind of card is the number of its symbol, plus DARK when its background is dark.
DARK: Final = SYMBOLS_PER_EDITION
KINDS: Final = 2 * SYMBOLS_PER_EDITION

SPACES_PER_TILE: Final = 6
MAX_TILES: Final = 8
MAX_SPACES: Final = SPACES_PER_TILE * MAX_TILES

# Token values: 1, 2 and 3 are treasures of that many cards (ruling 9). 0 means no token.
EMPTY: Final = 4
SNAKE: Final = 5
TOKEN_VALUES: Final = 6
UNKNOWN_TOKEN: Final = 6
TOKENS: Final = (1, 1, 2, 2, 3, 3, EMPTY, SNAKE)
TOKEN_NAMES: Final = ("", "1", "2", "3", "empty", "snake")

# Places by number. Spaces are 1 to MAX_SPACES. A set of places must fit into a signed 64-bit integer.
# START is the jail, or the flooded sloop of the island. GOAL is the sloop of the escape, or the cove.
# SLOOP holds the pirates aboard in the Complete Escape.
START: Final = 0
SLOOP: Final = MAX_SPACES + 1
GOAL: Final = MAX_SPACES + 2
assert GOAL < 63, "a set of places does not fit into 63 bits"

# The 2000 tiles as printed. Each may be laid either way round. Its back repeats the sequence.
_TILES_2000: Final = (
    "bottle pistol hat skull dagger key",
    "skull hat pistol key bottle dagger",
    "dagger skull bottle pistol key hat",
    "key bottle skull dagger hat pistol",
    "pistol key dagger hat skull bottle",
    "hat dagger key bottle pistol skull",
)

# The printed 2017 tiles are not known. These (tunnel side, jungle side) are our own, chosen so that
# every worked example of the 2017 rulebook can be laid out with them.
_TILES_2017: Final = (
    ("chest lantern hook weapons rum parrot", "lantern rum chest weapons hook parrot"),
    ("chest hook rum weapons parrot lantern", "hook chest parrot rum lantern weapons"),
    ("weapons hook chest rum lantern parrot", "hook parrot chest rum weapons lantern"),
    ("rum lantern chest weapons hook parrot", "rum chest hook weapons lantern parrot"),
    ("rum hook chest weapons parrot lantern", "rum lantern parrot hook weapons chest"),
    ("weapons chest lantern parrot rum hook", "hook chest rum weapons parrot lantern"),
    ("weapons rum chest hook lantern parrot", "lantern rum hook chest parrot weapons"),
    ("hook parrot lantern rum chest weapons", "chest lantern rum weapons hook parrot"),
)


# Tiles of the small editions have each of their symbols several times.
_TILES_MICRO: Final = (
    "bottle bottle pistol bottle pistol pistol",
    "bottle pistol pistol bottle bottle pistol",
)
_TILES_MINI: Final = (
    "bottle pistol hat pistol bottle hat",
    "bottle hat pistol hat pistol bottle",
)


def _numbers(edition: str, sequence: str) -> tuple[int, ...]:
    return tuple(SYMBOLS[edition].index(name) for name in sequence.split())


TILES: Final = {
    edition: tuple((_numbers(edition, tile), _numbers(edition, tile)) for tile in tiles)
    for edition, tiles in (("2000", _TILES_2000), ("micro", _TILES_MICRO), ("mini", _TILES_MINI))
} | {
    "2017": tuple(
        (_numbers("2017", tunnel), _numbers("2017", jungle)) for tunnel, jungle in _TILES_2017
    ),
}
"""For each edition, the tunnel side and the jungle side of every tile, as symbol numbers."""
