"""Chance outcomes by name: cards drawn from the deck, and chests that are laid out."""

from collections.abc import Sequence
from typing import Any

from cartagena.errors import CartagenaError
from cartagena.rules.chance.scripted import MAX_OUTCOMES
from cartagena.rules.components import TOKEN_NAMES
from cartagena.rules.notation.moves import Vocabulary
from cartagena.rules.scripted_chance import PendingChance
from cartagena.validation import read_choice, read_list


def _names(vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return the names of all outcomes by number: cards, then chests."""
    return (*vocabulary.cards, *TOKEN_NAMES[1:])


def read_draws(vocabulary: Vocabulary, draws: Any) -> list[int]:
    """Return the outcomes with these names."""
    names = _names(vocabulary)
    return [
        names.index(read_choice(name, "A chance outcome", names))
        for name in read_list(draws, "draws", MAX_OUTCOMES)
    ]


def probabilities(vocabulary: Vocabulary, pending: PendingChance) -> dict[str, float]:
    """Return the possible next outcomes with their probabilities."""
    names, total = _names(vocabulary), sum(pending.counts.values())
    return {names[outcome]: count / total for outcome, count in pending.counts.items()}


def draws_error(
    vocabulary: Vocabulary, pending: PendingChance, draws: Sequence[str]
) -> CartagenaError:
    """Return the error for outcomes that are impossible or too few."""
    possible = ", ".join(probabilities(vocabulary, pending))
    if pending.index < len(draws):
        return CartagenaError(
            f"{draws[pending.index]!r} is not possible as outcome {pending.index + 1} here. "
            f"Possible are {possible}."
        )
    return CartagenaError(f"The move needs another chance outcome: one of {possible}.")
