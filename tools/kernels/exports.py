"""The entry points that are compiled ahead of time, and their C names."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

from cartagena.jit.compiler import is_entry_point

MODULES: Final = (
    "cartagena.rules.batch",
    "cartagena.rules.position_builder",
    "cartagena.bots.search.tree",
    "cartagena.bots.search.mcts",
    "cartagena.bots.search.turn_search",
    "cartagena.bots.search.deckhand_policy",
)
"""The modules whose entry points are compiled: all rules."""


def export_name(function: Any) -> str:
    """Return the C name of an entry point: `cartagena.rules.batch.apply` is `rules_batch_apply`."""
    module = function.__module__.removeprefix("cartagena.")
    return f"{module}.{function.__name__}".replace(".", "_")


def entry_points(modules: Sequence[str] = MODULES) -> list[Any]:
    """Return the entry points of these modules."""
    return [
        value
        for name in modules
        for value in vars(import_module(name)).values()
        if is_entry_point(value) and value.__module__ == name
    ]
