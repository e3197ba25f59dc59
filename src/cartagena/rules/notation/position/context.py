"""The context of reading a position: its values, and the record being built."""

from typing import Any

from cartagena.errors import CartagenaError
from cartagena.rules import batch
from cartagena.rules.components import KINDS
from cartagena.rules.notation.moves import vocabulary_for
from cartagena.rules.notation.position.board import card_names, read_card, read_counts
from cartagena.rules.notation.record import read_players
from cartagena.rules.options import Rules
from cartagena.validation import read_choice, read_list, read_mapping, short_repr


class PositionContext:
    """The values of a position with its rules, its names and the record being built."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values
        self.rules = Rules.from_document(values["rules"])
        self.colours = read_players(values["players"])
        self.vocabulary = vocabulary_for(self.rules, self.colours)
        self.states = batch.prepare(self.rules, len(self.colours))
        self.state = self.states[0]
        self.cards = card_names(self.rules)

    def has(self, key: str) -> bool:
        """Return True if the key is present and not null."""
        return self.values.get(key) is not None

    def has_where(self, possible: bool, key: str, where: str) -> bool:
        """Return True if the key is present. Raises `CartagenaError` unless it is `possible`.

        Null, false and empty values are always accepted, as if the key were absent.
        """
        value = self.values.get(key)
        if possible or value is None:
            return value is not None
        if value is False or (isinstance(value, list | tuple | dict) and not value):
            return False
        raise CartagenaError(f"{key} is allowed only {where}, not here: {short_repr(value)}.")

    def part(self, key: str) -> dict[str, Any]:
        """Return a mapping that may be absent."""
        return read_mapping(self.values[key], key) if self.has(key) else {}

    def seat(self, value: Any, what: str) -> int:
        """Return the number of the seat with this colour."""
        return self.colours.index(read_choice(value, what, self.colours))

    def counts(self, value: Any, what: str) -> list[int]:
        """Return the number of cards of each kind, from a mapping by name."""
        counts = [0] * KINDS
        for name, count in read_counts(self.rules, value, what).items():
            counts[self.cards.index(name)] = count
        return counts

    def kinds(self, value: Any, what: str, most: int) -> list[int]:
        """Return the kinds of cards with these names."""
        return [
            self.cards.index(read_card(self.rules, name, what))
            for name in read_list(value, what, most)
        ]
