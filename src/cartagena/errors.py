"""The exceptions of the library. Their messages are written for people."""

from typing import NamedTuple

Param = str | int | list[str]
"""A value for a gap of a template: a colour, a card, a place, a number or several moves."""


def render(value: Param) -> str:
    """Return a value as it appears in a message."""
    return ", ".join(value) if isinstance(value, list) else str(value)


class CartagenaError(ValueError):
    """A request is not possible. The message says why, and what is allowed.

    A template may have gaps such as `{tiles}`, which are filled from `params`. Both are kept, so
    that a client can say the same in another language.
    """

    def __init__(self, template: str, **params: Param) -> None:
        super().__init__(template.format(**params) if params else template)
        self.template = template
        self.params = params


class Reason(NamedTuple):
    """A template with gaps, and the values for them."""

    template: str
    params: dict[str, Param]

    def __str__(self) -> str:
        return self.template.format(**{name: render(self.params[name]) for name in self.params})


def reason(template: str, **params: Param) -> Reason:
    """Return a reason. `tools/catalogues.py` finds the templates to translate by these calls."""
    return Reason(template, params)


class IllegalMoveError(CartagenaError):
    """A text is not a legal move.

    `template` and `params` say why. The message also lists legal moves.
    """

    def __init__(self, message: str, reason: Reason) -> None:
        super().__init__(message)
        self.template, self.params = reason
