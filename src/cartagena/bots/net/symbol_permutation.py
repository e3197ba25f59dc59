"""The order in which a net is shown the six symbols: the game is the same whichever is called the first."""

from typing import Final

from cartagena.jit.compiler import kernel
from cartagena.rules.components import DARK, SYMBOLS_PER_EDITION

AS_THEY_ARE: Final = 0o543210
"""The order of the symbols in the record: place k of an order, counted in octal digits from the right,
says where the symbol k is shown."""

_BITS: Final = 3


@kernel
def order_of_symbols(number: int) -> int:
    """One of the 720 orders; numbers that follow each other give orders that differ."""
    left = AS_THEY_ARE
    order = 0
    for shown in range(SYMBOLS_PER_EDITION):
        others = SYMBOLS_PER_EDITION - shown
        at = _BITS * (number % others)
        number //= others
        order |= ((left >> at) & 7) << (_BITS * shown)
        left = (left & ((1 << at) - 1)) | ((left >> (at + _BITS)) << at)
    return order


@kernel
def shown_at(order: int, symbol: int) -> int:
    """Where an order shows a symbol."""
    return (order >> (_BITS * symbol)) & 7


@kernel
def kind_shown_at(order: int, kind: int) -> int:
    """Where an order shows a kind of card."""
    if kind >= DARK:
        return DARK + shown_at(order, kind - DARK)
    return shown_at(order, kind)
