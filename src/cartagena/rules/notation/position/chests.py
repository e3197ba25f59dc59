"""Read the chests of a position: on the board, in the box and opened."""

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
from cartagena.rules.notation.position.context import PositionContext
from cartagena.validation import read_choice, read_list

_KEYS = ("chests", "chest_box", "chests_opened")
_SNAKE = TOKEN_NAMES[SNAKE]


def read_chests(context: PositionContext) -> None:
    """Lay the chests of the position, or shuffle all and lay them out if it has none."""
    magic = context.rules.magic
    keys = [key for key in _KEYS if context.has_where(magic, key, "with Black Magic Woman")]
    if not magic:
        return
    if not keys:
        position_builder.lay_tokens(context.states, 0)
        return
    if "chests" not in keys:
        raise CartagenaError(f"{keys[0]} also needs the key 'chests', with the unopened chests.")
    elsewhere = _lay_unopened(context)
    for token in _opened(context, elsewhere):
        context.state["opened"][TOKEN_NAMES.index(token)] += 1


def _lay_unopened(context: PositionContext) -> list[str]:
    """Lay the tokens on their spaces and return the others."""
    others = [TOKEN_NAMES[token] for token in TOKENS]
    board = int(context.state["symbol"][CHEST])
    chest_spaces = {str(space): space for space in range(1, MAX_SPACES + 1) if board >> space & 1}
    for name, token in context.part("chests").items():
        if name not in chest_spaces:
            raise CartagenaError(f"There is no space {name[:20]!r} with a chest symbol.")
        _take(others, token)
        context.state["token"][(chest_spaces[name] - 1) // SPACES_PER_TILE] = TOKEN_NAMES.index(
            token
        )
    return others


def _opened(context: PositionContext, elsewhere: list[str]) -> list[str]:
    """Return the opened tokens: as many as there are tiles without a chest."""
    tiles = context.rules.tiles
    bare = tiles - (MAX_TILES - len(elsewhere))
    rest = list(elsewhere)
    if context.has("chests_opened"):
        opened = read_list(context.values["chests_opened"], "chests_opened", MAX_TILES)
        for token in opened:
            _take(rest, token)
        if len(opened) != bare:
            raise CartagenaError(
                f"{bare} of the {tiles} tiles have no chest, so chests_opened must have {bare}."
            )
        if context.has("chest_box"):
            _check_box(context, elsewhere if len(_box(context)) == len(elsewhere) else rest)
    elif context.has("chest_box") and len(_box(context)) == MAX_TILES - tiles:
        # Chests neither on the board nor in the box were opened.
        for token in _box(context):
            _take(rest, token)
        opened = rest
    else:
        if context.has("chest_box"):
            _check_box(context, elsewhere)
        # The position does not say which ones. Any token except the snake will do.
        opened = [token for token in elsewhere if token != _SNAKE][:bare]
    if _SNAKE in opened or len(opened) < bare:
        raise CartagenaError(
            "A snake cannot be opened: it is laid out again with all other chests."
        )
    return opened


def _box(context: PositionContext) -> list[Any]:
    return read_list(context.values["chest_box"], "chest_box", MAX_TILES)


def _check_box(context: PositionContext, expected: list[str]) -> None:
    left = list(expected)
    for token in _box(context):
        _take(left, token)
    if left:
        raise CartagenaError(
            f"chest_box must have every chest that is not on the board. Missing: {', '.join(left)}."
        )


def _take(tokens: list[str], token: Any) -> None:
    """Remove a token from those that are left."""
    read_choice(token, "A chest", TOKEN_NAMES[1:])
    if token not in tokens:
        raise CartagenaError(f"There are too many chests with {token!r}.")
    tokens.remove(token)
