"""The names of places, in the order in which pirates pass them."""

from functools import lru_cache
from typing import Final

from cartagena.rules.components import SPACES_PER_TILE

JAIL: Final = "jail"
SLOOP: Final = "sloop"
COVE: Final = "cove"


@lru_cache(maxsize=64)
def places_in_order(tunnel: int, jungle: int) -> tuple[str, ...]:
    """Return start, spaces and goal of a path, with the sloop between tunnel and jungle."""
    first, last = SPACES_PER_TILE * tunnel, SPACES_PER_TILE * (tunnel + jungle)
    spaces = [str(space) for space in range(1, last + 1)]
    start = (JAIL, *spaces[:first]) if tunnel else ()
    end = (*spaces[first:], COVE) if jungle else ()
    return (*start, SLOOP, *end)
