"""Reading values that people and other programs send: the right type, or a sentence."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from cartagena.errors import CartagenaError

Choice = TypeVar("Choice", bound=str)


def whole(value: Any, what: str, low: int, high: int) -> int:
    """A whole number from low to high."""
    if type(value) is not int or not low <= value <= high:
        raise CartagenaError(
            f"{what} must be a whole number from {low} to {high}, not {brief(value)}."
        )
    return value


def truth(value: Any, what: str) -> bool:
    """True or false."""
    if type(value) is not bool:
        raise CartagenaError(f"{what} must be true or false, not {brief(value)}.")
    return value


def mapping(value: Any, what: str) -> dict[str, Any]:
    """A mapping whose keys are texts."""
    if not isinstance(value, Mapping) or not all(type(key) is str for key in value):
        raise CartagenaError(f"{what} must be a mapping with texts as keys, not {brief(value)}.")
    return dict(value)


def sequence(value: Any, what: str, most: int) -> list[Any]:
    """A list of at most so many things."""
    if not isinstance(value, Sequence) or isinstance(value, str | bytes) or len(value) > most:
        raise CartagenaError(f"{what} must be a list of at most {most}, not {brief(value)}.")
    return list(value)


def one_of(value: Any, what: str, allowed: Sequence[Choice]) -> Choice:
    """One of the texts that are allowed."""
    for choice in allowed:
        if type(value) is str and value == choice:
            return choice
    raise CartagenaError(f"{what} must be one of {', '.join(allowed)}, not {brief(value)}.")


def known_keys(given: Mapping[str, Any], what: str, allowed: Sequence[str]) -> None:
    """No keys but these."""
    for key in given:
        if key not in allowed:
            raise CartagenaError(
                f"{what} has no key {brief(key)}. The keys are {', '.join(allowed)}."
            )


def brief(value: Any) -> str:
    """A value as it may stand in a sentence."""
    try:
        text = repr(value)
    except Exception:  # whatever a stranger's object may raise, and integers of absurd length
        return f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:60] + "…"
