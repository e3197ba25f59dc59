"""Why a request is refused: raised by every part of the server. Nothing here knows HTTP.

A refusal has a kind, which programs look at, and a sentence for people. The sentence may have gaps,
`{colour}`, filled from names. Both travel to the client, so that it can say the sentence in the
reader's language: the catalogues hold every sentence that these classes are given.
`http/problems.py` turns refusals into HTTP statuses and problem documents.
"""

from cartagena.errors import Param, Reason


class Refusal(Exception):  # noqa: N818
    """A request that is not carried out; see the subclasses."""

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
        """The sentence with its gaps filled."""
        if not self.names:
            return self.sentence
        return str(Reason(self.sentence, self.names))


class Unauthorized(Refusal):
    """It needs an identity, and none, or no known one, was shown."""

    def __init__(self, sentence: str) -> None:
        super().__init__("who-are-you", sentence)


class Forbidden(Refusal):
    """The sender may not do this."""

    def __init__(self, sentence: str, **names: Param) -> None:
        super().__init__("forbidden", sentence, names=names)


class NotFound(Refusal):
    """There is no such thing."""

    def __init__(self, sentence: str) -> None:
        super().__init__("not-found", sentence)


class Conflict(Refusal):
    """The table is not in a state in which this can be done."""

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
    """The request is understood, and nobody could do what it asks for."""

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
    """The request is too long."""

    def __init__(self, sentence: str, **names: Param) -> None:
        super().__init__("too-large", sentence, names=names)


class TooMany(Refusal):
    """A limit was reached; `retry_after` says for how many seconds."""

    def __init__(self, sentence: str, retry_after: float = 1.0, **names: Param) -> None:
        super().__init__("too-many", sentence, names=names, retry_after=retry_after)


class Unavailable(Refusal):
    """The server cannot do it just now."""

    def __init__(
        self, sentence: str, kind: str = "busy", *, retry_after: float | None = None
    ) -> None:
        super().__init__(kind, sentence, retry_after=retry_after)


def cannot_save() -> Unavailable:
    """The refusal of a request while the database fails."""
    return Unavailable(
        "The server can’t save just now. Please try again in a moment.", retry_after=2.0
    )


def identity_required() -> Unauthorized:
    """The refusal of a request that needs an identity."""
    return Unauthorized(
        "This needs an identity: POST /api/v1/identity gives one, as a cookie or a token."
    )
