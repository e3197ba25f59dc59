"""Entrants: bots as the command line names them, each with its budget and options.

`captain`, `captain:100ms`, `captain:500n`, `captain@reuse_tree=false:100ms`,
`captain@nodes=500,threads=2` and `./my_bot.py:Name:100ms` are entrants.
"""

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from cartagena.bots.bot import Bot, Budget, searches
from cartagena.bots.file_bot import file_bot_factory, split_file_bot
from cartagena.bots.registry import find
from cartagena.errors import CartagenaError

Option = bool | int | float | str

_BUDGET: Final = re.compile(r"(?P<number>\d+(?:\.\d+)?)\s*(?P<unit>ms|s|n|nodes?)", re.IGNORECASE)
_OPTION_TYPES: Final = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
}


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot with its budget for a move and its options, under the label of its results."""

    label: str
    name: str
    budget: Budget
    options: tuple[tuple[str, Option], ...] = ()
    searches: bool = False

    def bot(self) -> Bot:
        """Return a new bot for one game."""
        return _factory(self.name)(**dict(self.options))

    @property
    def by_the_clock(self) -> bool:
        """Return True if its play depends on the speed of the machine."""
        if self.budget.seconds is None and self.budget.nodes is None:
            return self.searches
        return self.budget.seconds is not None


def read_budget(text: str) -> Budget:
    """Read a budget like `100ms`, `1.5s` or `500n`."""
    match = _BUDGET.fullmatch(text.strip())
    if match is None:
        raise CartagenaError(
            f"A budget must look like 100ms, 1.5s or 500n (nodes), not {text.strip()!r}."
        )
    number, unit = match["number"], match["unit"].lower()
    if unit in ("s", "ms"):
        return Budget(seconds=float(number) / (1000 if unit == "ms" else 1))
    if "." in number:
        raise CartagenaError(f"Nodes must be a whole number, not {text.strip()!r}.")
    return Budget(nodes=int(number))


def read_entrant(text: str, budget: Budget | None = None) -> Entrant:
    """Read a bot as named on the command line. `budget` applies if the text names none."""
    label = text.strip()
    file_bot, rest = split_file_bot(label)
    bot, at, options_text = rest.partition("@")
    name, colon, budget_text = bot.partition(":")
    name = file_bot or name.lower()
    if options_text and not colon:
        front, colon, back = options_text.rpartition(":")
        if colon and _BUDGET.fullmatch(back.strip()):
            options_text, budget_text = front, back
        else:
            colon = ""
    if not name or (colon and not budget_text) or (at and not options_text):
        raise CartagenaError(
            f"{text!r} does not name a bot. Write captain, captain:100ms or captain@nodes=500."
        )
    own = read_budget(budget_text) if budget_text else None
    options = _read_options(name, options_text)
    nodes, seconds = options.pop("nodes", None), options.pop("seconds", None)
    if nodes is not None or seconds is not None:
        if own is not None:
            raise CartagenaError(f"{text!r} must have one budget, not two.")
        own = Budget(seconds=seconds, nodes=nodes)
    entrant = Entrant(label, name, own or budget or Budget(), tuple(options.items()))
    # Creating the bot reports bad options at once, not after the first deals.
    return replace(entrant, searches=searches(entrant.bot()))


def _factory(name: str) -> Callable[..., Bot]:
    """Return the function that creates a bot, given by name or by file."""
    return file_bot_factory(name) if split_file_bot(name)[0] else find(name).factory()


def _read_options(name: str, text: str) -> dict[str, Any]:
    """Read options like `reuse_tree=false,threads=2`, each by the type that the bot declares."""
    types = {"nodes": int, "seconds": float, **option_types(_factory(name))}
    options: dict[str, Any] = {}
    for part in text.split(",") if text else ():
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not (key.isidentifier() and equals and value):
            raise CartagenaError(f"An option must look like name=value, not {part!r}.")
        if key not in types:
            allowed = ", ".join(sorted(types))
            raise CartagenaError(f"{name} has no option {key!r}. Its options are {allowed}.")
        options[key] = read_option(key, value, types[key])
    return options


def option_types(factory: Callable[..., Bot]) -> Mapping[str, type | None]:
    """Return the options that a factory takes, each with its type, or None if it declares none."""
    function = factory.__init__ if inspect.isclass(factory) else factory
    hints = get_type_hints(function)
    types: dict[str, type | None] = {}
    for name, parameter in inspect.signature(factory).parameters.items():
        hint = hints.get(name)
        if parameter.kind is parameter.VAR_KEYWORD:
            for key, value in get_type_hints(*get_args(hint)).items() if hint else ():
                types[key] = _plain_type(value)
        elif parameter.kind is not parameter.VAR_POSITIONAL:
            types[name] = _plain_type(hint)
    return types


def _plain_type(hint: Any) -> type | None:
    """Return one of the types that options can have: `float` for `float | None`."""
    choices = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    return next((one for one in choices if one in _OPTION_TYPES), None)


def read_option(name: str, text: str, kind: type | None) -> Option:
    """Read the value of an option. Without a type it is a number if it looks like one."""
    for each in (int, float, str) if kind is None else (kind,):
        try:
            return _TRUTH[text.lower()] if each is bool else each(text)
        except (KeyError, ValueError):
            continue
    raise CartagenaError(f"{name} must be {_OPTION_TYPES[kind or str]}, not {text!r}.")


_TRUTH: Final = {"true": True, "false": False}


def budget_text(budget: Budget) -> str:
    """Return a budget as text, which is empty if the bot's default applies."""
    parts = []
    if budget.seconds is not None:
        seconds = budget.seconds
        parts.append(f"{1000 * seconds:g}ms" if seconds < 1 else f"{seconds:g}s")
    if budget.nodes is not None:
        parts.append(f"{budget.nodes}n")
    return " or ".join(parts)
