"""Cards, counts of cards and chest tokens, all by their names."""

from __future__ import annotations

from typing import Any

Counts = dict[str, int]

COLOURS = ["blue", "red", "green", "yellow", "purple"]

SYMBOLS = {
    "2000": ["bottle", "pistol", "hat", "skull", "dagger", "key"],
    "2017": ["weapons", "rum", "lantern", "parrot", "hook", "chest"],
    "micro": ["bottle", "pistol"],
    "mini": ["bottle", "pistol", "hat"],
}

SMALL = ("micro", "mini")
SMALL_DECK = 12

CARDS_PER_SYMBOL = 17
DARK_PER_SYMBOL = 2

TOKENS = ["1", "1", "2", "2", "3", "3", "empty", "snake"]


def symbol_of(card: str) -> str:
    """Return the symbol of a card: `hook` for `hook*`."""
    return card.rstrip("*")


def is_dark(card: str) -> bool:
    """Return True if the card has a dark background."""
    return card.endswith("*")


def card_order(edition: str) -> list[str]:
    """Return all kinds of card in order: the plain ones, then the dark ones."""
    symbols = SYMBOLS[edition]
    return symbols + [symbol + "*" for symbol in symbols]


def full_deck(rules: dict[str, Any]) -> list[str]:
    """Return the 102 cards, or the twelve of a small game, in ascending order of kind."""
    if rules["edition"] in SMALL:
        symbols = SYMBOLS[rules["edition"]]
        return [symbol for symbol in symbols for _ in range(SMALL_DECK // len(symbols))]
    dark = DARK_PER_SYMBOL if rules["filibusters"] else 0
    cards: list[str] = []
    for card in card_order(rules["edition"]):
        cards += [card] * (dark if is_dark(card) else CARDS_PER_SYMBOL - dark)
    return cards


def add(counts: Counts, card: str) -> None:
    """Add one card to the counts."""
    counts[card] = counts.get(card, 0) + 1


def remove(counts: Counts, card: str) -> None:
    """Remove one card, which must be there, from the counts."""
    counts[card] -= 1
    if counts[card] == 0:
        del counts[card]


def in_order(counts: Counts, edition: str) -> Counts:
    """Return the counts without zeros, in the order of kinds."""
    return {card: counts[card] for card in card_order(edition) if counts.get(card, 0) > 0}


def as_list(counts: Counts, edition: str) -> list[str]:
    """Return the cards one by one, in ascending order of kind."""
    return [card for card in card_order(edition) for _ in range(counts.get(card, 0))]


def tokens_without(tokens: list[str]) -> list[str]:
    """Return the chest tokens that are not in a list, in their usual order."""
    left = list(TOKENS)
    for token in tokens:
        left.remove(token)
    return left
