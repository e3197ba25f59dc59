"""What went wrong, told as a problem document (RFC 9457) and never as a stack trace."""

from typing import Any, Final

import msgspec

MEDIA_TYPE: Final = "application/problem+json"


class ProblemDocument(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A problem document: what was wrong, why, and what is allowed."""

    type: str
    title: str
    status: int
    detail: str
    legal: list[str] | None = None
    answers: int | None = None
    retry_after: float | None = None


class Problem(Exception):  # noqa: N818
    """Raised wherever a request cannot be met; becomes a problem document."""

    def __init__(
        self,
        status: int,
        kind: str,
        title: str,
        detail: str,
        *,
        legal: list[str] | None = None,
        answers: int | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(detail)
        self.document = ProblemDocument(
            type=f"urn:cartagena:problem:{kind}",
            title=title,
            status=status,
            detail=detail,
            legal=legal,
            answers=answers,
            retry_after=retry_after,
        )

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self.document.status


def not_found(what: str) -> Problem:
    """There is no such thing, or it is not for whoever asks."""
    return Problem(404, "not-found", "Not found", f"There is no {what} here.")


def forbidden(detail: str) -> Problem:
    """Whoever asks may not do this."""
    return Problem(403, "forbidden", "Not allowed", detail)


def conflict(kind: str, detail: str, **more: Any) -> Problem:
    """The table is not in a state in which this can be done."""
    return Problem(409, kind, "Not now", detail, **more)


def mistake(detail: str, kind: str = "mistake", **more: Any) -> Problem:
    """What was sent is understood and cannot be done by anyone."""
    return Problem(422, kind, "Not possible", detail, **more)


def too_many(detail: str, retry_after: float = 1.0) -> Problem:
    """A limit was reached."""
    return Problem(429, "too-many", "Too many", detail, retry_after=retry_after)


def unknown_identity() -> Problem:
    """Nobody was named, or nobody known."""
    return Problem(
        401,
        "who-are-you",
        "Who are you?",
        "This needs an identity: POST /api/identity gives one, as a cookie or a token.",
    )
