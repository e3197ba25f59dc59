"""The effect of each option: the same bots play with one option changed."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

from cartagena.errors import CartagenaError
from cartagena.lab.arena.statistics import Rate
from cartagena.lab.stats.summary import Estimate, Statistics
from cartagena.report.confidence import Z
from cartagena.rules.options import Rules, option_help


@dataclass(frozen=True, slots=True)
class OptionEffect:
    """The statistics that change when one option has another value."""

    option: str
    value: Any
    turns: Estimate
    """Difference from the unchanged rules, in turns."""
    first_seat: Rate
    lead_changes: Estimate
    no_winner: Rate


def changed_rules(rules: Rules) -> Iterator[tuple[str, Any, Rules]]:
    """Yield every option with every other value that the rest of the rules allows."""
    options = rules.to_mapping()
    for option, (_, choices) in option_help().items():
        for value in choices:
            if value == options[option] and type(value) is type(options[option]):
                continue
            try:
                changed = Rules.from_options({**options, option: value})
            except CartagenaError:
                continue  # not allowed with these rules, or without effect
            yield option, value, changed


def effect(option: str, value: Any, before: Statistics, after: Statistics) -> OptionEffect:
    """Compare the statistics before and after changing an option."""
    estimates = (before.mean_turns, after.mean_turns)
    errors = [(estimate.high - estimate.low) / (2 * Z) for estimate in estimates]
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
