"""Entrants: bots as they are named for the arena, each with its budget and options.

`captain`, `captain:100ms`, `captain:500n` and `captain@nodes=500,threads=2` are entrants.
"""

import re
from dataclasses import dataclass, replace

from cartagena.bots import Bot, Budget, create, searches
from cartagena.errors import CartagenaError

Option = int | float | str

_BUDGET = re.compile(r"(?P<number>\d+(?:\.\d+)?)\s*(?P<unit>ms|s|n|nodes?)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot, its budget for a move and its options, under the label its results go by."""

    label: str
    name: str
    budget: Budget
    options: tuple[tuple[str, Option], ...] = ()
    searches: bool = False

    def bot(self) -> Bot:
        """A new bot for one game."""
        try:
            return create(self.name, **dict(self.options))
        except TypeError:
            words = ", ".join(f"{key}={value}" for key, value in self.options)
            raise CartagenaError(f"The bot {self.name} has no such options: {words}.") from None

    @property
    def by_the_clock(self) -> bool:
        """Whether its play depends on the speed of the machine."""
        if self.budget.seconds is None and self.budget.nodes is None:
            return self.searches
        return self.budget.seconds is not None


def read_budget(text: str) -> Budget:
    """A budget as people write it: `100ms`, `1.5s` or `500n`."""
    match = _BUDGET.fullmatch(text.strip())
    if match is None:
        raise CartagenaError(
            f"A budget is written 100ms, 1.5s or 500n (nodes), and not {text.strip()!r}."
        )
    number, unit = match["number"], match["unit"].lower()
    if unit in ("s", "ms"):
        return Budget(seconds=float(number) / (1000 if unit == "ms" else 1))
    if "." in number:
        raise CartagenaError(f"Nodes are counted in whole numbers, and {text.strip()!r} is none.")
    return Budget(nodes=int(number))


def read_entrant(text: str, budget: Budget | None = None) -> Entrant:
    """A bot as named on the command line; `budget` is for those that name none."""
    label = text.strip()
    front, _, back = label.partition("@")
    name, colon, thinking = front.partition(":")
    if not name or (colon and not thinking) or ("@" in label and not back):
        raise CartagenaError(
            f"{text!r} names no bot; write captain, captain:100ms or captain@nodes=500."
        )
    own = read_budget(thinking) if thinking else None
    options: dict[str, Option] = {}
    for part in back.split(",") if back else ():
        key, equals, value = part.partition("=")
        if not (key.strip().isidentifier() and equals and value.strip()):
            raise CartagenaError(
                f"An option is written name=value, and {part!r} of {text!r} isn't."
            )
        options[key.strip()] = _value(value.strip())
    nodes, seconds = options.pop("nodes", None), options.pop("seconds", None)
    if nodes is not None or seconds is not None:
        if own is not None or not isinstance(nodes, int | None) or isinstance(seconds, str):
            raise CartagenaError(f"{text!r} does not give one clear budget.")
        own = Budget(seconds=seconds, nodes=nodes)
    entrant = Entrant(label, name.lower(), own or budget or Budget(), tuple(options.items()))
    bot = entrant.bot()  # an unknown name or option is told at once, not after the first deals
    return replace(entrant, searches=searches(bot))


def _value(text: str) -> Option:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def budget_text(budget: Budget) -> str:
    """A budget as it is written; empty if the bot's default applies."""
    parts = []
    if budget.seconds is not None:
        seconds = budget.seconds
        parts.append(f"{1000 * seconds:g}ms" if seconds < 1 else f"{seconds:g}s")
    if budget.nodes is not None:
        parts.append(f"{budget.nodes}n")
    return " or ".join(parts)
