"""The cost of each request for rate limits. One unit is about a millisecond of work."""

import re
from typing import Final

_PREFIX: Final = "/api/v1"
_COSTS: Final[list[tuple[str, re.Pattern[str], float]]] = [
    ("POST", re.compile(rf"{_PREFIX}/tables/[^/]+/moves"), 1.0),  # most requests are moves
    ("GET", re.compile(rf"{_PREFIX}/tables/[^/]+/replay(?:/stream)?"), 20.0),
    ("GET", re.compile(rf"{_PREFIX}/tables/[^/]+/stream"), 5.0),
    ("GET", re.compile(rf"{_PREFIX}/tables/[^/]+/record"), 5.0),
    ("GET", re.compile(rf"{_PREFIX}/tables"), 5.0),
    ("POST", re.compile(rf"{_PREFIX}/(?:tables|quick-start|start-from)"), 5.0),
    ("POST", re.compile(rf"{_PREFIX}/tables/[^/]+/(?:play-from|explore)"), 10.0),
    ("POST", re.compile(rf"{_PREFIX}/quick-match"), 10.0),
    ("GET", re.compile(rf"{_PREFIX}/turns"), 3.0),
    ("GET", re.compile(rf"{_PREFIX}/schema(?:/.*)?"), 5.0),
    ("GET", re.compile(rf"{_PREFIX}/catalogue"), 2.0),
    ("POST", re.compile(rf"{_PREFIX}/identity"), 2.0),
    ("POST", re.compile(rf"{_PREFIX}/recovery"), 20.0),
    ("GET", re.compile(rf"{_PREFIX}/me/(?:games|results)"), 10.0),
    ("POST", re.compile(rf"{_PREFIX}/me/recovery(?:/revoke)?"), 5.0),
    ("GET", re.compile(r"/static/[^/]+/boards/[^/]+"), 5.0),
    ("GET", re.compile(r"/|/tables|/profile|/continue|/table/[^/]*"), 3.0),
    ("GET", re.compile(r"/table/[^/]+/qr\.svg"), 5.0),
]
_RESUME_FACTOR: Final = 4.0
"""Extra cost of a stream that resumes after an event, because the game is replayed for it."""


def cost(method: str, path: str, *, resumes: bool) -> float:
    """Return the cost of a request. `resumes` is True if it names an event to resume after."""
    for verb, pattern, units in _COSTS:
        if method == verb and pattern.fullmatch(path):
            return units * (_RESUME_FACTOR if resumes and path.endswith("/stream") else 1.0)
    return 1.0
