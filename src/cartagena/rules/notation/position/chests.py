"""Reading the chests of a position: those that lie unopened, those in the box, those opened."""

from typing import Any

from cartagena.errors import CartagenaError
from cartagena.rules import position_builder
from cartagena.rules.components import (
    CHEST,
    MAX_SPACES,
    MAX_TILES,
    SNAKE,
    SPACES_PER_TILE,
    TOKEN_NAMES,
    TOKENS,
)
from cartagena.rules.notation.position.context import Given
from cartagena.validation import one_of, sequence

_KEYS = ("chests", "chest_box", "chests_opened")
_SNAKE = TOKEN_NAMES[SNAKE]


def read_chests(given: Given) -> None:
    """Lay the chests that are given; if none are, shuffle all and lay them out."""
    magic = given.rules.magic
    named = [key for key in _KEYS if given.has_where(magic, key, "with Black Magic Woman")]
    if not magic:
        return
    if not named:
        position_builder.lay_tokens(given.states, 0)
        return
    if "chests" not in named:
        raise CartagenaError(f"{named[0]} needs chests beside it: those that lie unopened.")
    elsewhere = _lay_unopened(given)
    for token in _opened(given, elsewhere):
        given.state["opened"][TOKEN_NAMES.index(token)] += 1


def _lay_unopened(given: Given) -> list[str]:
    """Lay the tokens on their spaces; returns the others."""
    others = [TOKEN_NAMES[token] for token in TOKENS]
    board = int(given.state["symbol"][CHEST])
    chest_spaces = {str(space): space for space in range(1, MAX_SPACES + 1) if board >> space & 1}
    for name, token in given.part("chests").items():
        if name not in chest_spaces:
            raise CartagenaError(f"There is no space {name[:20]!r} with a chest symbol.")
        _take(others, token)
        given.state["token"][(chest_spaces[name] - 1) // SPACES_PER_TILE] = TOKEN_NAMES.index(token)
    return others


def _opened(given: Given, elsewhere: list[str]) -> list[str]:
    """Which of the tokens that do not lie on the board were opened: one for each bare tile."""
    tiles = given.rules.tiles
    bare = tiles - (MAX_TILES - len(elsewhere))
    rest = list(elsewhere)
    if given.has("chests_opened"):
        opened = sequence(given.values["chests_opened"], "chests_opened", MAX_TILES)
        for token in opened:
            _take(rest, token)
        if len(opened) != bare:
            raise CartagenaError(
                f"{bare} of the {tiles} tiles have no chest, so chests_opened names {bare}."
            )
        if given.has("chest_box"):
            _check_box(given, elsewhere if len(_box(given)) == len(elsewhere) else rest)
    elif given.has("chest_box") and len(_box(given)) == MAX_TILES - tiles:
        # What is neither on the board nor in the box has been opened.
        for token in _box(given):
            _take(rest, token)
        opened = rest
    else:
        if given.has("chest_box"):
            _check_box(given, elsewhere)
        # Nobody says which; any but the snake will do.
        opened = [token for token in elsewhere if token != _SNAKE][:bare]
    if _SNAKE in opened or len(opened) < bare:
        raise CartagenaError("An opened snake is laid out again at once, with all other chests.")
    return opened


def _box(given: Given) -> list[Any]:
    return sequence(given.values["chest_box"], "chest_box", MAX_TILES)


def _check_box(given: Given, expected: list[str]) -> None:
    left = list(expected)
    for token in _box(given):
        _take(left, token)
    if left:
        raise CartagenaError(
            "chest_box holds every chest that does not lie on the board: "
            f"{', '.join(left)} is missing."
        )


def _take(tokens: list[str], token: Any) -> None:
    """Take a token from those that are left."""
    one_of(token, "A chest", TOKEN_NAMES[1:])
    if token not in tokens:
        raise CartagenaError(f"There are too many chests with {token!r}.")
    tokens.remove(token)
