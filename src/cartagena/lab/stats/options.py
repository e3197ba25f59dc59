"""The effect of each option: the same bots by rules in which one option is changed."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

from cartagena.errors import CartagenaError
from cartagena.lab.arena.statistics import Rate
from cartagena.lab.stats.summary import Estimate, Statistics
from cartagena.report.confidence import Z
from cartagena.rules.options import Rules, explanations


@dataclass(frozen=True, slots=True)
class OptionEffect:
    """What changes when one option has another value."""

    option: str
    value: Any
    turns: Estimate
    """Turns more or fewer than by the unchanged rules."""
    first_seat: Rate
    lead_changes: Estimate
    no_winner: Rate


def changed_rules(rules: Rules) -> Iterator[tuple[str, Any, Rules]]:
    """Every option with every other value that goes with the rest of the rules."""
    options = rules.to_mapping()
    for option, (_, choices) in explanations().items():
        for value in choices:
            if value == options[option] and type(value) is type(options[option]):
                continue
            try:
                changed = Rules.from_options({**options, option: value})
            except CartagenaError:
                continue  # impossible here, or without any effect
            yield option, value, changed


def effect(option: str, value: Any, before: Statistics, after: Statistics) -> OptionEffect:
    """Compare games by changed rules with those by the unchanged ones."""
    errors = [(one.high - one.low) / (2 * Z) for one in (before.mean_turns, after.mean_turns)]
    return OptionEffect(
        option,
        value,
        Estimate.around(
            after.mean_turns.value - before.mean_turns.value, sqrt(sum(e * e for e in errors))
        ),
        after.seats[0],
        after.mean_lead_changes,
        after.no_winner,
    )
