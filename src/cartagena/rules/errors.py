"""The one exception of the library: a sentence for the person who made the mistake."""


class CartagenaError(ValueError):
    """What was asked for is not possible; the message says why and what is allowed."""
