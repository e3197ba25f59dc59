"""Moves as people write them: `rum 7-21`, `back 21-19`, `weapons! red`. See docs/notation.md."""

import difflib
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

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
from cartagena.rules.components import GOAL, SLOOP, START, SYMBOLS
from cartagena.rules.errors import CartagenaError
from cartagena.rules.options import Rules
from cartagena.rules.state import DISCARD, GIVE, JOKER, KEEP, PUT, SECOND_CARD, TAKE
from cartagena.rules.validation import brief

_CHOICES: Final = {TAKE: "take", KEEP: "keep", GIVE: "give", PUT: "put", DISCARD: "discard"}
_VERBS: Final = (
    *("back", "morgan", "sail", "pass", "skip"),
    *("take", "keep", "give", "put", "with", "as", "discard"),
)
_PLAIN: Final = {PASS: "pass", SKIP: "skip", SAIL: "sail"}
_SHOWN: Final = 8
"""How many legal moves an error names at most."""


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """One legal choice: what it is, and how it is written.

    Moves that are written alike are equal.
    """

    text: str
    kind: str
    card: str | None = None
    colour: str | None = None
    origin: str | None = None
    target: str | None = None
    action: int = -1

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
        """Whether the card named is chosen from cards that others may not see."""
        return self.kind in ("take", "keep", "give", "put")


class Lexicon:
    """The names of one table: its symbols, colours and places, and the moves made of them."""

    def __init__(self, rules: Rules, colours: Sequence[str]) -> None:
        symbols = SYMBOLS[rules.edition]
        self.cards = (*symbols, *(f"{symbol}*" for symbol in symbols))
        self.colours = tuple(colours)
        self.places = {START: rules.start, SLOOP: "sloop", GOAL: rules.goal}
        self.places.update((space, str(space)) for space in range(1, 6 * rules.tiles + 1))
        self.moves = _Moves(self)
        dark = rules.filibusters
        self.words = {*_VERBS, *self.cards[: 12 if dark else 6], *colours, *self.places.values()}

    def make(self, action: int, target: int, pending: int, other: int) -> Move:
        """The move that an action means while this decision is pending."""
        row, bit = divmod(action, 64)
        if row == TABLE:
            if pending in _CHOICES:
                return self._choice(action, bit - CHOOSE, pending, other)
            return self._table_move(action, bit)
        if row >= OPEN_CHEST:
            card = self.cards[5 + 6 * (row - OPEN_CHEST)]
            return Move(f"{card}! {bit}", "chest", card, origin=str(bit), action=action)
        origin, goal = self.places[bit], self.places[target]
        path = f"{origin}-{goal}"
        if row == RETREAT:
            return Move(f"back {path}", "retreat", None, None, origin, goal, action)
        if row >= MORGAN:
            colour = self.colours[row - MORGAN]
            return Move(f"morgan {colour} {path}", "morgan", None, colour, origin, goal, action)
        card = self.cards[row - ADVANCE]
        verb, prefix = {SECOND_CARD: ("with", "with "), JOKER: ("as", "as ")}.get(
            pending, ("advance", "")
        )
        return Move(f"{prefix}{card} {path}", verb, card, None, origin, goal, action)

    def _choice(self, action: int, kind: int, pending: int, other: int) -> Move:
        verb, card = _CHOICES[pending], self.cards[kind]
        if pending == GIVE:
            colour = self.colours[other]
            return Move(f"give {card} {colour}", verb, card, colour, action=action)
        return Move(f"{verb} {card}", verb, card, action=action)

    def _table_move(self, action: int, bit: int) -> Move:
        if bit in _PLAIN:
            return Move(_PLAIN[bit], _PLAIN[bit], action=action)
        if bit >= SPELL_WEAPONS:
            dark, seat = divmod(bit - SPELL_WEAPONS, 5)
            card, colour = self.cards[6 * dark], self.colours[seat]
            return Move(f"{card}! {colour}", "weapons", card, colour, action=action)
        if bit >= SPELL_PARROTS:
            dark = bit - SPELL_PARROTS
            first, second = self.cards[9 if dark > 1 else 3], self.cards[9 if dark else 3]
            return Move(f"{first}+{second}!", "parrots", first, action=action)
        for spell, symbol in ((SPELL_HOOK, 4), (SPELL_LANTERN, 2), (SPELL_RUM, 1)):
            if bit >= spell:
                card = self.cards[symbol + 6 * (bit - spell)]
                return Move(f"{card}!", self.cards[symbol], card, action=action)
        raise AssertionError(f"no such action: {action}")


@lru_cache(maxsize=256)
def lexicon(rules: Rules, colours: tuple[str, ...]) -> Lexicon:
    """The names of such tables. They share them: a server has many tables of one kind."""
    return Lexicon(rules, colours)


class _Moves(dict[int, Move]):
    """The moves of a table by choice, made when first asked for."""

    def __init__(self, lexicon: Lexicon) -> None:
        super().__init__()
        self.lexicon = lexicon

    def __missing__(self, choice: int) -> Move:
        move = self[choice] = self.lexicon.make(
            choice & ACTION_MASK,
            (choice >> TARGET_SHIFT & 0x3F) - 1,
            choice >> PENDING_SHIFT & 0xF,
            (choice >> OTHER_SHIFT) - 1,
        )
        return move


def normalise(text: str) -> str:
    """A move with case, dashes and spaces as we write them."""
    text = re.sub(r"[\u2010-\u2015\u2192]|->", "-", text.strip().lower())
    text = re.sub(r"\s*([-+])\s*", r"\1", text)
    text = re.sub(r"\s+([!*])", r"\1", text)
    text = re.sub(r"!(?=\S)", "! ", text)
    return re.sub(r"\s+", " ", text)


def parse_move(text: object, legal: Sequence[Move], words: Collection[str]) -> Move:
    """The legal move that is meant; what it leaves out must be clear from the others.

    `words` are those of which moves at this table are made.
    """
    if not isinstance(text, str):
        raise CartagenaError(f"A move is a text such as 'rum 7-21', not {brief(text)}.")
    if not legal:
        raise CartagenaError("The game is over: no move is legal any more.")
    written = normalise(text)
    meant = [move for move in legal if move.text == written]
    if not meant and written:
        meant = [
            move
            for move in legal
            if move.text.startswith(written) and move.text[len(written)] in " -"
        ]
    if len(meant) == 1:
        return meant[0]
    shown = text if len(text) <= 40 else text[:40] + "…"
    if meant:
        raise CartagenaError(f"{shown!r} could be {_listed([move.text for move in meant])}.")
    raise CartagenaError(
        f"{shown!r} is not legal here{_reason(written, legal, words)}. "
        f"Legal is{_nearby(written, legal)}."
    )


def _reason(written: str, legal: Sequence[Move], words: Collection[str]) -> str:
    """What is wrong, where that can be told: a word that is none here, or the target."""
    for word in _words(written):
        if word not in words:
            return f": nothing in this game is called {word[:20]!r}"
    beginning, dash, _ = written.partition("-")
    for move in legal:
        if dash and move.text.startswith(f"{beginning}-"):
            return f": it leads to {move.target}"
    return ""


def _words(written: str) -> list[str]:
    return [word for word in re.split(r"[-+! ]+", written[:80]) if word]


def _nearby(written: str, legal: Sequence[Move]) -> str:
    """The legal moves most like the one written, or all if they are few."""
    texts = [move.text for move in legal]
    if len(texts) <= _SHOWN:
        return f" {_listed(texts)}"
    words = set(_words(written))

    def likeness(text: str) -> float:
        shared = len(words.intersection(_words(text)))
        return shared + difflib.SequenceMatcher(None, written[:80], text).ratio()

    return f", among others, {_listed(sorted(texts, key=likeness, reverse=True))}"


def _listed(texts: Sequence[str]) -> str:
    return ", ".join(repr(text) for text in texts[:_SHOWN])
