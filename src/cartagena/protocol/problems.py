"""What a client is told when a request is refused: a problem document (RFC 9457)."""

import msgspec

from cartagena.errors import Param


class ProblemDocument(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A problem document: what was wrong, why, and what is allowed."""

    type: str
    title: str
    status: int
    detail: str
    says: str | None = None
    """The detail with its gaps, if it has any."""
    names: dict[str, Param] | None = None
    """What fills the gaps: colours, cards, places and moves by the names the protocol has."""
    legal: list[str] | None = None
    expected_seq: int | None = None
    retry_after: float | None = None
