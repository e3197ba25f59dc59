"""A position while it is being read: what was given, and the record that it becomes."""

from typing import Any

from cartagena.errors import CartagenaError
from cartagena.rules import batch
from cartagena.rules.components import KINDS
from cartagena.rules.notation.moves import lexicon
from cartagena.rules.notation.position.board import card_names, read_card, read_counts
from cartagena.rules.notation.record import read_players
from cartagena.rules.options import Rules
from cartagena.validation import brief, mapping, one_of, sequence


class Given:
    """One mapping, with what all of its parts need: the rules, the names, the record."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values
        self.rules = Rules.from_document(values["rules"])
        self.colours = read_players(values["players"])
        self.lexicon = lexicon(self.rules, self.colours)
        self.states = batch.prepare(self.rules, len(self.colours))
        self.state = self.states[0]
        self.cards = card_names(self.rules)

    def has(self, key: str) -> bool:
        """Whether the key is there with a value; null stands for none."""
        return self.values.get(key) is not None

    def has_where(self, possible: bool, key: str, where: str) -> bool:
        """Whether the key is given; refused where the rules have no room for it.

        There it may still say that there is nothing: null, false or an empty list or mapping.
        """
        value = self.values.get(key)
        if possible or value is None:
            return value is not None
        if value is False or (isinstance(value, list | tuple | dict) and not value):
            return False
        raise CartagenaError(f"{key} has a meaning only {where}, not here: {brief(value)}.")

    def part(self, key: str) -> dict[str, Any]:
        """A mapping that may be left out."""
        return mapping(self.values[key], key) if self.has(key) else {}

    def seat(self, value: Any, what: str) -> int:
        """The number of the seat with this colour."""
        return self.colours.index(one_of(value, what, self.colours))

    def counts(self, value: Any, what: str) -> list[int]:
        """How many cards there are of each kind, from a mapping by name."""
        counts = [0] * KINDS
        for name, count in read_counts(self.rules, value, what).items():
            counts[self.cards.index(name)] = count
        return counts

    def kinds(self, value: Any, what: str, most: int) -> list[int]:
        """The kinds of the cards of a list, by name."""
        return [
            self.cards.index(read_card(self.rules, name, what))
            for name in sequence(value, what, most)
        ]
