"""Check values that people and other programs send. A wrong one raises `CartagenaError`."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from cartagena.errors import CartagenaError

Choice = TypeVar("Choice", bound=str)


def read_int(value: Any, what: str, low: int, high: int) -> int:
    """Return a whole number from `low` to `high`."""
    if type(value) is not int or not low <= value <= high:
        raise CartagenaError(
            f"{what} must be a whole number from {low} to {high}, not {short_repr(value)}."
        )
    return value


def read_bool(value: Any, what: str) -> bool:
    """Return True or False."""
    if type(value) is not bool:
        raise CartagenaError(f"{what} must be true or false, not {short_repr(value)}.")
    return value


def read_mapping(value: Any, what: str) -> dict[str, Any]:
    """Return a copy of a mapping whose keys are texts."""
    if not isinstance(value, Mapping) or not all(type(key) is str for key in value):
        raise CartagenaError(
            f"{what} must be a mapping with texts as keys, not {short_repr(value)}."
        )
    return dict(value)


def read_list(value: Any, what: str, max_length: int) -> list[Any]:
    """Return a copy of a list of at most `max_length` items."""
    if not isinstance(value, Sequence) or isinstance(value, str | bytes) or len(value) > max_length:
        raise CartagenaError(
            f"{what} must be a list of at most {max_length}, not {short_repr(value)}."
        )
    return list(value)


def read_choice(value: Any, what: str, allowed: Sequence[Choice]) -> Choice:
    """Return one of the allowed texts."""
    for choice in allowed:
        if type(value) is str and value == choice:
            return choice
    raise CartagenaError(f"{what} must be one of {', '.join(allowed)}, not {short_repr(value)}.")


def check_keys(document: Mapping[str, Any], what: str, allowed: Sequence[str]) -> None:
    """Check that a document has no other keys than the allowed ones."""
    for key in document:
        if key not in allowed:
            raise CartagenaError(
                f"{what} has no key {short_repr(key)}. The keys are {', '.join(allowed)}."
            )


def short_repr(value: Any) -> str:
    """Return the repr of a value, shortened to fit into a message."""
    try:
        text = repr(value)
    except Exception:  # objects of other people may raise anything, and so do huge integers
        return f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:60] + "…"
