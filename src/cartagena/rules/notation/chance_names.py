"""What chance brings, by name: cards off the deck, and chests that are laid again."""

from collections.abc import Sequence
from typing import Any

from cartagena.errors import CartagenaError
from cartagena.rules.chance.scripted import MAX_GIVEN
from cartagena.rules.components import TOKEN_NAMES
from cartagena.rules.notation.moves import Vocabulary
from cartagena.rules.scripted_chance import PendingChance
from cartagena.validation import one_of, sequence


def _names(lexicon: Vocabulary) -> tuple[str, ...]:
    """The names of all outcomes, by number: cards, then chests."""
    return (*lexicon.cards, *TOKEN_NAMES[1:])


def read_draws(lexicon: Vocabulary, draws: Any) -> list[int]:
    """The outcomes that these names stand for."""
    names = _names(lexicon)
    return [
        names.index(one_of(name, "What chance brings", names))
        for name in sequence(draws, "draws", MAX_GIVEN)
    ]


def shares(lexicon: Vocabulary, stop: PendingChance) -> dict[str, float]:
    """What may come next, each with its probability."""
    names, total = _names(lexicon), sum(stop.counts.values())
    return {names[outcome]: count / total for outcome, count in stop.counts.items()}


def refusal(lexicon: Vocabulary, stop: PendingChance, draws: Sequence[str]) -> CartagenaError:
    """Why these outcomes are not those of a move."""
    possible = ", ".join(shares(lexicon, stop))
    if stop.place < len(draws):
        return CartagenaError(
            f"Chance cannot bring {draws[stop.place]!r} as number {stop.place + 1} here, "
            f"only one of {possible}."
        )
    return CartagenaError(f"The move leaves more to chance: next comes one of {possible}.")
