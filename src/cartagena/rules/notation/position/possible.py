"""A position that agrees with a view.

Clients get views as mappings, but bots and hints need packed views. The packed view of a position
that agrees with a view is the same as that of the real position, byte for byte. It does not matter
how the hidden cards are dealt.
"""

from collections.abc import Mapping
from typing import Any, Final

from cartagena.rules.components import (
    CARDS_PER_SYMBOL,
    DARK_PER_SYMBOL,
    SYMBOLS,
    TOKEN_NAMES,
    TOKENS,
)
from cartagena.rules.options import Rules

_ONLY_IN_VIEWS: Final = ("viewer", "hand_sizes", "deck_size")


def possible_position(view: Mapping[str, Any]) -> dict[str, Any]:
    """Return a position in which the viewer would have this view."""
    rules, viewer = view["rules"], view["viewer"]
    pending = dict(view["pending"]) if view["pending"] else None
    drawn = pending.get("cards", {}) if pending else {}
    pool = _unseen_cards(view, drawn)
    position = {name: value for name, value in view.items() if name not in _ONLY_IN_VIEWS}
    position["hands"] = {
        colour: _fill(view["hands"][colour], size, pool)
        for colour, size in view["hand_sizes"].items()
    }
    memory = {owner: hand for owner, hand in view["hands"].items() if owner != viewer and hand}
    if pending is not None and "cards" in pending:
        if pending["seat"] != viewer and drawn and rules["supply"] != "row":
            memory["drawn"] = drawn
        pending["cards"] = _fill(drawn, pending.pop("count"), pool)
    position["pending"] = pending
    position["deck"] = _fill({}, len(pool), pool)
    if Rules.from_document(rules).remembers and rules["hands"] == "hidden":
        position["memory"] = {viewer: memory} if memory else {}
    if rules["magic"]:
        closed = [TOKEN_NAMES[token] for token in TOKENS]
        for token in view["chests_opened"]:
            closed.remove(token)
        position["chests"] = {space: closed.pop() for space in view["chests"]}
        position["chest_box"] = [*closed, *view["chests_opened"]]
    return position


def _unseen_cards(view: Mapping[str, Any], drawn: Mapping[str, int]) -> list[str]:
    """Return the cards that the viewer does not see anywhere."""
    rules = view["rules"]
    dark = DARK_PER_SYMBOL if rules["filibusters"] else 0
    unseen: dict[str, int] = {}
    for symbol in SYMBOLS[rules["edition"]]:
        unseen[symbol] = CARDS_PER_SYMBOL - dark
        unseen[f"{symbol}*"] = dark
    for visible in [*view["hands"].values(), view["discard"], drawn]:
        for card, n in visible.items():
            unseen[card] -= n
    for cards in [view.get("row", []), *view["deck_top"].values()]:
        for card in cards:
            unseen[card] -= 1
    return [card for card, n in unseen.items() for _ in range(n)]


def _fill(cards: Mapping[str, int], size: int, pool: list[str]) -> dict[str, int]:
    """Return a hand of `size` cards: these, and others from the pool."""
    hand = dict(cards)
    for _ in range(size - sum(hand.values())):
        card = pool.pop()
        hand[card] = hand.get(card, 0) + 1
    return hand
