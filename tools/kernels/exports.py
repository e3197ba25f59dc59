"""The list of everything that is compiled ahead of time."""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Final

from cartagena.jit.compiler import is_entry_point, python_code

FOR_BROWSERS: Final = (
    "cartagena.rules.batch",
    "cartagena.rules.position_builder",
    "cartagena.bots.search.tree",
    "cartagena.bots.search.mcts",
    "cartagena.bots.search.turn_search",
    "cartagena.lab.bench.simulate",
)
"""The modules whose entry points browsers have: rules, searches of bots, and the hash of random games."""

MODULES: Final = (
    *FOR_BROWSERS,
    "cartagena.rules.observation",
    "cartagena.sim.loops",
    "cartagena.envs.steps",
    "cartagena.lab.train.loops",
)
"""The modules whose entry points the libraries of the package have: all of them."""


def entry_points(modules: Sequence[str] = MODULES) -> list[Callable[..., Any]]:
    """Return the Python functions behind the entry points of these modules."""
    return [
        function
        for name in modules
        for value in vars(import_module(name)).values()
        if is_entry_point(value)
        and (function := python_code(value)) is not None
        and function.__module__ == name
    ]
