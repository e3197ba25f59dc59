"""Check board, pirates and cards of a position.

Nothing here needs the compiled rules, so that pictures use the same checks without them.
"""

from typing import Any, Final, get_args

from cartagena.errors import CartagenaError
from cartagena.rules import places
from cartagena.rules.components import (
    ABOARD_LIMIT,
    CARDS_PER_SYMBOL,
    EDITION_NUMBERS,
    MAX_SPACES,
    PIRATES_PER_SPACE,
    SPACES_PER_TILE,
    SYMBOLS,
)
from cartagena.rules.notation.position.types import PendingKind, Shore
from cartagena.rules.options import Rules
from cartagena.validation import check_keys, read_choice, read_int, read_list, read_mapping

SHORES: Final[tuple[Shore, ...]] = get_args(Shore)
"""The shores of the Complete Escape by number."""

PENDING_NAMES: Final[tuple[PendingKind, ...]] = get_args(PendingKind)
"""The kinds of pending decision, in the order of the numbers TAKE to DISCARD."""


def read_board(rules: Rules, value: Any) -> list[str]:
    """Return the symbols of the spaces. A tile has each symbol once, in any order.

    Tiles of small games have each of their few symbols equally often.
    """
    symbols = card_symbols(rules)
    board = [
        read_choice(name, "A symbol of the board", symbols)
        for name in read_list(value, "board", MAX_SPACES)
    ]
    if len(board) != rules.spaces:
        raise CartagenaError(
            f"The board needs {rules.spaces} spaces for {rules.tiles} tiles, not {len(board)}."
        )
    for first in range(0, len(board), SPACES_PER_TILE):
        end = first + SPACES_PER_TILE
        tile = board[first:end]
        if any(len(symbols) * tile.count(symbol) != SPACES_PER_TILE for symbol in symbols):
            raise CartagenaError(
                f"Spaces {first + 1} to {end} are a tile and must have each symbol "
                f"{'equally often' if rules.is_small else 'once'}."
            )
    return board


def read_pirates(rules: Rules, colours: tuple[str, ...], value: Any) -> dict[str, dict[str, int]]:
    """Return the number of pirates of each colour on each place."""
    by_colour = read_mapping(value, "pirates")
    check_keys(by_colour, "pirates", colours)
    standing: dict[str, dict[str, int]] = {}
    for colour in colours:
        crew = read_mapping(by_colour.get(colour, {}), f"The pirates of {colour}")
        standing[colour] = {
            read_place(rules, place): read_int(
                count, f"The pirates of {colour} on {place}", 0, rules.pirates
            )
            for place, count in crew.items()
        }
        total = sum(standing[colour].values())
        if total != rules.pirates:
            raise CartagenaError(
                f"{colour} has {total} pirates on the board instead of {rules.pirates}."
            )
    _check_capacity(rules, standing)
    return standing


def read_place(rules: Rules, place: Any) -> str:
    """Return the name of a place of this table."""
    if type(place) is not str or place not in rules.places:
        ship = f", {places.SLOOP}" if rules.is_complete else ""
        raise CartagenaError(
            f"There is no place {str(place)[:20]!r} here: places are {rules.start}, "
            f"1 to {rules.spaces}{ship} and {rules.goal}."
        )
    return place


def _check_capacity(rules: Rules, standing: dict[str, dict[str, int]]) -> None:
    for place in rules.places[1:-1]:
        here = [crew.get(place, 0) for crew in standing.values()]
        if place == places.SLOOP:
            if max(here) > ABOARD_LIMIT:
                raise CartagenaError(
                    f"At most {ABOARD_LIMIT} pirates of a colour can be aboard, not {max(here)}."
                )
        elif sum(here) > PIRATES_PER_SPACE:
            raise CartagenaError(
                f"Space {place} can hold {PIRATES_PER_SPACE} pirates, not {sum(here)}."
            )


def card_symbols(rules: Rules) -> tuple[str, ...]:
    """Return the symbols of the cards and spaces."""
    symbols = SYMBOLS[rules.edition]
    return symbols[: EDITION_NUMBERS[rules.edition]] if rules.is_small else symbols


def card_names(rules: Rules) -> tuple[str, ...]:
    """Return the names of the cards. Dark ones have their own names only with Filibusters."""
    symbols = card_symbols(rules)
    return (*symbols, *(f"{symbol}*" for symbol in symbols)) if rules.filibusters else symbols


def read_card(rules: Rules, name: Any, what: str) -> str:
    """Return the name of a card of this table."""
    return read_choice(name, f"A card in {what}", card_names(rules))


def read_counts(rules: Rules, value: Any, what: str) -> dict[str, int]:
    """Return the number of cards of each kind, by name."""
    return {
        read_card(rules, name, what): read_int(count, f"{name} in {what}", 0, CARDS_PER_SYMBOL)
        for name, count in read_mapping({} if value is None else value, what).items()
    }
