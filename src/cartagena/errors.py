"""The exceptions of the library: a sentence for the person who made the mistake."""

from typing import NamedTuple

Param = str | int | list[str]
"""What fills a gap of a sentence: a colour, a card, a place, a number, or several moves."""


def in_words(filling: Param) -> str:
    """What fills a gap, as it stands in the sentence."""
    return ", ".join(filling) if isinstance(filling, list) else str(filling)


class CartagenaError(ValueError):
    """What was asked for is not possible; the message says why and what is allowed.

    A sentence may have gaps, `{tiles}`, filled from the names. Both are kept, so that whoever
    speaks another language can say the same in it.
    """

    def __init__(self, sentence: str, **names: Param) -> None:
        super().__init__(sentence.format(**names) if names else sentence)
        self.sentence = sentence
        self.names = names


class Reason(NamedTuple):
    """A sentence with gaps, and what fills them."""

    sentence: str
    names: dict[str, Param]

    def __str__(self) -> str:
        return self.sentence.format(**{name: in_words(self.names[name]) for name in self.names})


def because(sentence: str, **names: Param) -> Reason:
    """A reason. The catalogues gather the sentences from the calls of this."""
    return Reason(sentence, names)


class IllegalMoveError(CartagenaError):
    """A text is not a legal move: `sentence` and `names` say why, the message what is legal too."""

    def __init__(self, message: str, reason: Reason) -> None:
        super().__init__(message)
        self.sentence, self.names = reason
