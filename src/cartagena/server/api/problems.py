"""What went wrong, told as a problem document (RFC 9457) and never as a stack trace.

A sentence may have gaps, `{colour}`, filled from names. Both travel along, so that a client can
say it in the reader's language: the catalogues hold every sentence that these functions are given.
"""

from typing import Final

import msgspec

from cartagena.rules.errors import CartagenaError, Filling

MEDIA_TYPE: Final = "application/problem+json"


class ProblemDocument(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A problem document: what was wrong, why, and what is allowed."""

    type: str
    title: str
    status: int
    detail: str
    says: str | None = None
    """The detail with its gaps, if it has any."""
    names: dict[str, Filling] | None = None
    """What fills the gaps: colours, cards, places and moves by the names the protocol has."""
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
        sentence: str,
        *,
        names: dict[str, Filling] | None = None,
        legal: list[str] | None = None,
        answers: int | None = None,
        retry_after: float | None = None,
    ) -> None:
        detail = sentence.format_map(_in_words(names)) if names else sentence
        super().__init__(detail)
        self.document = ProblemDocument(
            type=f"urn:cartagena:problem:{kind}",
            title=title,
            status=status,
            detail=detail,
            says=sentence if names else None,
            names=names or None,
            legal=legal,
            answers=answers,
            retry_after=retry_after,
        )

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self.document.status


def _in_words(names: dict[str, Filling]) -> dict[str, str]:
    return {
        name: ", ".join(value) if isinstance(value, list) else str(value)
        for name, value in names.items()
    }


def not_found(sentence: str) -> Problem:
    """There is no such thing, or it is not for whoever asks."""
    return Problem(404, "not-found", "Not found", sentence)


def forbidden(sentence: str, **names: Filling) -> Problem:
    """Whoever asks may not do this."""
    return Problem(403, "forbidden", "Not allowed", sentence, names=names)


def conflict(
    kind: str,
    sentence: str,
    *,
    legal: list[str] | None = None,
    answers: int | None = None,
    **names: Filling,
) -> Problem:
    """The table is not in a state in which this can be done."""
    return Problem(409, kind, "Not now", sentence, names=names, legal=legal, answers=answers)


def mistake(
    sentence: str,
    kind: str = "mistake",
    *,
    legal: list[str] | None = None,
    answers: int | None = None,
    **names: Filling,
) -> Problem:
    """What was sent is understood and cannot be done by anyone."""
    return Problem(422, kind, "Not possible", sentence, names=names, legal=legal, answers=answers)


def refused(error: CartagenaError, kind: str) -> Problem:
    """What the rules refuse, in their words."""
    return Problem(422, kind, "Not possible", error.sentence, names={**error.names})


def too_many(sentence: str, retry_after: float = 1.0, **names: Filling) -> Problem:
    """A limit was reached."""
    return Problem(429, "too-many", "Too many", sentence, names=names, retry_after=retry_after)


def unknown_identity() -> Problem:
    """Nobody was named, or nobody known."""
    return Problem(
        401,
        "who-are-you",
        "Who are you?",
        "This needs an identity: POST /api/identity gives one, as a cookie or a token.",
    )
