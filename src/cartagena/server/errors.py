"""Refusals: why a request is not carried out. Nothing here knows HTTP.

A refusal has a kind for programs and a sentence for people. The sentence may have placeholders such
as `{colour}`, filled from names. Clients get both, so that they can show the sentence in the user's
language: the message catalogues contain every sentence that is passed to these classes.
`http/problems.py` turns refusals into HTTP statuses and problem documents.
"""

from cartagena.errors import Param, Reason


class Refusal(Exception):  # noqa: N818
    """The base class of all refusals."""

    def __init__(
        self,
        kind: str,
        sentence: str,
        *,
        names: dict[str, Param] | None = None,
        legal: list[str] | None = None,
        expected_seq: int | None = None,
        retry_after: float | None = None,
    ) -> None:
        self.kind, self.sentence, self.names = kind, sentence, names or {}
        self.legal, self.expected_seq, self.retry_after = legal, expected_seq, retry_after
        super().__init__(self.detail)

    @property
    def detail(self) -> str:
        """Return the sentence with its placeholders filled."""
        if not self.names:
            return self.sentence
        return str(Reason(self.sentence, self.names))


class Unauthorized(Refusal):
    """The request needs an identity, but has none, or an unknown one."""

    def __init__(self, sentence: str) -> None:
        super().__init__("who-are-you", sentence)


class Forbidden(Refusal):
    """The sender may not do this."""

    def __init__(self, sentence: str, **names: Param) -> None:
        super().__init__("forbidden", sentence, names=names)


class NotFound(Refusal):
    """The requested thing does not exist."""

    def __init__(self, sentence: str) -> None:
        super().__init__("not-found", sentence)


class Conflict(Refusal):
    """The request does not fit the current state of the table."""

    def __init__(
        self,
        kind: str,
        sentence: str,
        *,
        legal: list[str] | None = None,
        expected_seq: int | None = None,
        **names: Param,
    ) -> None:
        super().__init__(kind, sentence, names=names, legal=legal, expected_seq=expected_seq)


class Invalid(Refusal):
    """The request is well-formed, but can never be carried out."""

    def __init__(
        self,
        sentence: str,
        kind: str = "mistake",
        *,
        legal: list[str] | None = None,
        expected_seq: int | None = None,
        **names: Param,
    ) -> None:
        super().__init__(kind, sentence, names=names, legal=legal, expected_seq=expected_seq)


class TooLarge(Refusal):
    """The request is too large."""

    def __init__(self, sentence: str, **names: Param) -> None:
        super().__init__("too-large", sentence, names=names)


class TooMany(Refusal):
    """A limit was reached. `retry_after` is the number of seconds to wait."""

    def __init__(self, sentence: str, retry_after: float = 1.0, **names: Param) -> None:
        super().__init__("too-many", sentence, names=names, retry_after=retry_after)


class Unavailable(Refusal):
    """The server cannot carry out the request at the moment."""

    def __init__(
        self, sentence: str, kind: str = "busy", *, retry_after: float | None = None
    ) -> None:
        super().__init__(kind, sentence, retry_after=retry_after)


def cannot_save() -> Unavailable:
    """Return the refusal for when the database fails."""
    return Unavailable(
        "The server can’t save just now. Please try again in a moment.", retry_after=2.0
    )


def identity_required() -> Unauthorized:
    """Return the refusal for a request that needs an identity."""
    return Unauthorized(
        "This needs an identity: POST /api/v1/identity gives one, as a cookie or a token."
    )
