"""The one exception of the library: a sentence for the person who made the mistake."""

Filling = str | int | list[str]
"""What fills a gap of a sentence: a colour, a card, a place, a number, or several moves."""


class CartagenaError(ValueError):
    """What was asked for is not possible; the message says why and what is allowed.

    A sentence may have gaps, `{tiles}`, filled from the names. Both are kept, so that whoever
    speaks another language can say the same in it.
    """

    def __init__(self, sentence: str, **names: str | int) -> None:
        super().__init__(sentence.format(**names) if names else sentence)
        self.sentence = sentence
        self.names = names
