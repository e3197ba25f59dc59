"""Checking what lies open on a table: board, pirates and cards, by the names of its rules.

Nothing here needs the compiled rules: positions to play from and positions to draw are checked
by the same functions.
"""

from typing import Any, Final, get_args

from cartagena.errors import CartagenaError
from cartagena.rules import places
from cartagena.rules.components import (
    ABOARD_LIMIT,
    CARDS_PER_SYMBOL,
    MAX_SPACES,
    PIRATES_PER_SPACE,
    SPACES_PER_TILE,
    SYMBOLS,
)
from cartagena.rules.notation.position.types import PendingKind, Shore
from cartagena.rules.options import Rules
from cartagena.validation import known_keys, mapping, one_of, sequence, whole

SHORES: Final[tuple[Shore, ...]] = get_args(Shore)
"""Where the sloop of the Complete Escape lies, by its number."""

PENDING_NAMES: Final[tuple[PendingKind, ...]] = get_args(PendingKind)
"""The decisions that may be pending, by their numbers from TAKE to DISCARD."""


def read_board(rules: Rules, given: Any) -> list[str]:
    """The symbols of the spaces, in order: any tiles that carry each symbol once."""
    symbols = SYMBOLS[rules.edition]
    board = [
        one_of(name, "A symbol of the board", symbols)
        for name in sequence(given, "board", MAX_SPACES)
    ]
    if len(board) != rules.spaces:
        raise CartagenaError(
            f"The board needs {rules.spaces} spaces for {rules.tiles} tiles, not {len(board)}."
        )
    for first in range(0, len(board), SPACES_PER_TILE):
        behind = first + SPACES_PER_TILE
        if len(set(board[first:behind])) < SPACES_PER_TILE:
            raise CartagenaError(
                f"Spaces {first + 1} to {behind} are a tile and must carry each symbol once."
            )
    return board


def read_pirates(rules: Rules, colours: tuple[str, ...], given: Any) -> dict[str, dict[str, int]]:
    """How many pirates of each colour stand on each place."""
    by_colour = mapping(given, "pirates")
    known_keys(by_colour, "pirates", colours)
    standing: dict[str, dict[str, int]] = {}
    for colour in colours:
        crew = mapping(by_colour.get(colour, {}), f"The pirates of {colour}")
        standing[colour] = {
            read_place(rules, place): whole(
                count, f"The pirates of {colour} on {place}", 0, rules.pirates
            )
            for place, count in crew.items()
        }
        total = sum(standing[colour].values())
        if total != rules.pirates:
            raise CartagenaError(
                f"{colour} has {total} pirates on the board instead of {rules.pirates}."
            )
    _check_room(rules, standing)
    return standing


def read_place(rules: Rules, place: Any) -> str:
    """The name of a place of this table."""
    if type(place) is not str or place not in rules.places:
        ship = f", {places.SLOOP}" if rules.is_complete else ""
        raise CartagenaError(
            f"There is no place {str(place)[:20]!r} here: places are {rules.start}, "
            f"1 to {rules.spaces}{ship} and {rules.goal}."
        )
    return place


def _check_room(rules: Rules, standing: dict[str, dict[str, int]]) -> None:
    for place in rules.places[1:-1]:
        here = [crew.get(place, 0) for crew in standing.values()]
        if place == places.SLOOP:
            if max(here) > ABOARD_LIMIT:
                raise CartagenaError(
                    f"At most {ABOARD_LIMIT} pirates of a colour are aboard, not {max(here)}."
                )
        elif sum(here) > PIRATES_PER_SPACE:
            raise CartagenaError(
                f"Space {place} would hold {sum(here)} pirates; it has room for three."
            )


def card_names(rules: Rules) -> tuple[str, ...]:
    """The cards of this table by name; dark ones are told apart only with Filibusters."""
    symbols = SYMBOLS[rules.edition]
    return (*symbols, *(f"{symbol}*" for symbol in symbols)) if rules.filibusters else symbols


def read_card(rules: Rules, name: Any, what: str) -> str:
    """The name of a card of this table."""
    return one_of(name, f"A card in {what}", card_names(rules))


def read_counts(rules: Rules, given: Any, what: str) -> dict[str, int]:
    """How many cards there are of each kind, from a mapping by name."""
    return {
        read_card(rules, name, what): whole(count, f"{name} in {what}", 0, CARDS_PER_SYMBOL)
        for name, count in mapping({} if given is None else given, what).items()
    }
