"""Problem documents (RFC 9457): the responses to refused requests."""

import msgspec

from cartagena.errors import Param


class ProblemDocument(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A problem document: what was wrong, why, and what is allowed."""

    type: str
    title: str
    status: int
    detail: str
    says: str | None = None
    """The template of `detail`, if it has parameters."""
    names: dict[str, Param] | None = None
    """The parameters of the template: colours, cards, places and moves by their names."""
    legal: list[str] | None = None
    """The legal moves, if a move was refused."""
    expected_seq: int | None = None
    """The number that the request should have named."""
    retry_after: float | None = None
    """Seconds to wait before the next request."""
