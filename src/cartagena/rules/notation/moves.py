"""Moves in notation: `rum 7-21`, `back 21-19`, `weapons! red`. See docs/notation.md."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cartagena.errors import CartagenaError
from cartagena.rules import places
from cartagena.rules.actions import (
    ACTION_MASK,
    ADVANCE,
    CHOOSE,
    MORGAN,
    OPEN_CHEST,
    OTHER_SHIFT,
    PASS,
    PENDING_SHIFT,
    RETREAT,
    SAIL,
    SKIP,
    SPELL_HOOK,
    SPELL_LANTERN,
    SPELL_PARROTS,
    SPELL_RUM,
    SPELL_WEAPONS,
    TABLE,
    TARGET_SHIFT,
)
from cartagena.rules.components import (
    CHEST,
    DARK,
    GOAL,
    HOOK,
    KINDS,
    LANTERN,
    PARROT,
    RUM,
    SEATS,
    SLOOP,
    START,
    SYMBOLS,
    SYMBOLS_PER_EDITION,
    WEAPONS,
)
from cartagena.rules.move_kinds import MOVE_KINDS, VERBS, parts_of
from cartagena.rules.options import Rules
from cartagena.rules.state import DISCARD, GIVE, JOKER, KEEP, PUT, SECOND_CARD, TAKE
from cartagena.validation import short_repr

_CHOICES: Final = {TAKE: "take", KEEP: "keep", GIVE: "give", PUT: "put", DISCARD: "discard"}
_PLAIN: Final = {PASS: "pass", SKIP: "skip", SAIL: "sail"}


@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class Move:
    """A move in notation, such as `Move("rum 7-21")`, and its parts.

    Moves with the same text are equal. Legal moves of a game also have the number of their action.
    """

    text: str
    kind: str
    card: str | None
    colour: str | None
    origin: str | None
    target: str | None
    action: int

    def __init__(self, text: str, action: int = -1) -> None:
        match = parts_of(text) if isinstance(text, str) else None
        if match is None:
            raise CartagenaError(
                f"A move is a text such as 'rum 7-21' or 'back 21-19', not {short_repr(text)}."
            )
        kind, parts = match
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "kind", kind)
        for part in ("card", "colour", "origin", "target"):
            object.__setattr__(self, part, parts.get(part))
        object.__setattr__(self, "action", action)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    @property
    def hides_card(self) -> bool:
        """Return True if not everybody may see its card."""
        return MOVE_KINDS[self.kind].hides


class Vocabulary:
    """The names of symbols, colours and places at one table, and its moves."""

    def __init__(self, rules: Rules, colours: Sequence[str]) -> None:
        symbols = SYMBOLS[rules.edition]
        self.cards = (*symbols, *(f"{symbol}*" for symbol in symbols))
        self.colours = tuple(colours)
        self.places = {space: str(space) for space in range(1, rules.spaces + 1)}
        self.places |= {START: rules.start, GOAL: rules.goal}
        if rules.is_complete:
            self.places[SLOOP] = places.SLOOP
        self.moves = _Moves(self)
        dark = rules.filibusters
        self.tokens = {
            *VERBS,
            *self.cards[: KINDS if dark else SYMBOLS_PER_EDITION],
            *colours,
            *self.places.values(),
        }

    def make(self, action: int, target: int, pending: int, other: int) -> Move:
        """Return the move of an action while a decision is pending."""
        return Move(self._written(action, target, pending, other), action)

    def _written(self, action: int, target: int, pending: int, other: int) -> str:
        row, bit = divmod(action, 64)
        if row == TABLE:
            if pending in _CHOICES:
                receiver = f" {self.colours[other]}" if pending == GIVE else ""
                return f"{_CHOICES[pending]} {self.cards[bit - CHOOSE]}{receiver}"
            return _PLAIN[bit] if bit in _PLAIN else self._spell(bit)
        if row >= OPEN_CHEST:
            return f"{self._card(CHEST, row - OPEN_CHEST)}! {bit}"
        path = f"{self.places[bit]}-{self.places[target]}"
        if row == RETREAT:
            return f"back {path}"
        if row >= MORGAN:
            return f"morgan {self.colours[row - MORGAN]} {path}"
        step = {SECOND_CARD: "with ", JOKER: "as "}.get(pending, "")
        return f"{step}{self.cards[row - ADVANCE]} {path}"

    def _card(self, symbol: int, dark: int) -> str:
        return self.cards[symbol + DARK * dark]

    def _spell(self, bit: int) -> str:
        if bit >= SPELL_WEAPONS:
            dark, seat = divmod(bit - SPELL_WEAPONS, SEATS)
            return f"{self._card(WEAPONS, dark)}! {self.colours[seat]}"
        if bit >= SPELL_PARROTS:
            dark = bit - SPELL_PARROTS
            return f"{self._card(PARROT, dark == 2)}+{self._card(PARROT, dark >= 1)}!"
        for spell, symbol in ((SPELL_HOOK, HOOK), (SPELL_LANTERN, LANTERN), (SPELL_RUM, RUM)):
            if bit >= spell:
                return f"{self._card(symbol, bit - spell)}!"
        raise AssertionError(f"no such spell: {bit}")


@lru_cache(maxsize=256)
def vocabulary_for(rules: Rules, colours: tuple[str, ...]) -> Vocabulary:
    """Return the vocabulary of tables like this. A server has many, so they share it."""
    return Vocabulary(rules, colours)


class _Moves(dict[int, Move]):
    """The moves of a table by choice, created on demand."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        super().__init__()
        self.vocabulary = vocabulary

    def __missing__(self, choice: int) -> Move:
        move = self[choice] = self.vocabulary.make(
            choice & ACTION_MASK,
            (choice >> TARGET_SHIFT & 0x3F) - 1,
            choice >> PENDING_SHIFT & 0xF,
            (choice >> OTHER_SHIFT) - 1,
        )
        return move
