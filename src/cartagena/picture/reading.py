"""Read what a picture needs from the mapping of `position()` or `view()`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cartagena.errors import CartagenaError
from cartagena.picture.model import Pending, PictureModel
from cartagena.rules.components import CARDS, SYMBOLS
from cartagena.rules.notation.position.board import (
    PENDING_NAMES,
    SHORES,
    read_board,
    read_card,
    read_counts,
    read_pirates,
    read_place,
)
from cartagena.rules.notation.record import read_players
from cartagena.rules.options import Rules
from cartagena.rules.state import TOP_CAPACITY
from cartagena.validation import read_choice, read_int, read_list, read_mapping

_NEEDED = ("rules", "board", "players", "pirates")


class _Reader:
    """Reads one mapping; each method checks what it returns."""

    def __init__(self, position: Mapping[str, Any]) -> None:
        self.position = read_mapping(position, "A position")
        for key in _NEEDED:
            if key not in self.position:
                raise CartagenaError(f"A position without {key!r} cannot be drawn.")
        self.rules = Rules.from_document(self.position["rules"])
        self.players = read_players(self.position["players"])
        self.symbols = SYMBOLS[self.rules.edition]
        self.board = tuple(read_board(self.rules, self.position["board"]))

    def cards(self, value: object, where: str) -> dict[str, int]:
        """Return cards with their number, in the order of the symbols, dark ones last."""
        counts = read_counts(self.rules, value or {}, where)
        order = (card for name in self.symbols for card in (name, f"{name}*"))
        return {card: counts[card] for card in order if counts.get(card)}

    def number(self, value: object, what: str) -> int:
        """Return a number of cards."""
        return read_int(value, what, 0, CARDS)

    def pending(self) -> Pending | None:
        """Return the pending decision."""
        value = self.position.get("pending")
        if value is None:
            return None
        decision = read_mapping(value, "pending")
        kind = read_choice(decision.get("kind"), "The kind of pending", PENDING_NAMES)
        cards = self.cards(decision.get("cards"), "drawn cards")
        visible_count = sum(cards.values())
        other = decision.get("from", decision.get("to"))
        return Pending(
            kind=kind,
            seat=self.seat(decision.get("seat")),
            other=None if other is None else self.seat(other),
            spell=decision.get("spell"),
            left=self.number(decision.get("left", 0), "left in pending"),
            cards=cards,
            unknown=max(
                0,
                self.number(decision.get("count", visible_count), "count in pending")
                - visible_count,
            ),
        )

    def seat(self, value: object) -> str:
        """Return a player's colour from a colour or a seat number."""
        if type(value) is int and 0 <= value < len(self.players):
            return self.players[value]
        return read_choice(value, "A seat", self.players)


def read(position: Mapping[str, Any]) -> PictureModel:
    """Return the model of a position or a view. Raises `CartagenaError` if it cannot be drawn."""
    reader = _Reader(position)
    rules, position = reader.rules, reader.position
    by_colour = read_mapping(position.get("hands") or {}, "hands")
    hands = {c: reader.cards(by_colour.get(c), f"the hand of {c}") for c in reader.players}
    sizes = read_mapping(position.get("hand_sizes") or {}, "hand_sizes")
    unknown = {
        c: max(0, reader.number(sizes.get(c, 0), f"hand_sizes of {c}") - sum(hands[c].values()))
        for c in reader.players
    }
    row = None
    if rules.supply == "row":
        names = read_list(position.get("row") or [], "row", CARDS)
        row = tuple(read_card(rules, card, "row") for card in names)
    discard = reader.cards(position.get("discard"), "discard")
    pending = reader.pending()
    viewer = position.get("viewer")
    tops = {
        reader.seat(colour): tuple(
            read_card(rules, card, "deck_top")
            for card in read_list(cards, "deck_top", TOP_CAPACITY)
        )
        for colour, cards in read_mapping(position.get("deck_top") or {}, "deck_top").items()
    }
    deck = position.get("deck")
    if deck is not None:
        deck = sum(reader.cards(deck, "deck").values()) + sum(map(len, tops.values()))
    elif "deck_size" in position:
        deck = read_int(position["deck_size"], "deck_size", 0, CARDS)
    visible = sum(discard.values()) + len(row or ())
    visible += sum(sum(hands[c].values()) + unknown[c] for c in reader.players)
    visible += sum(pending.cards.values()) + pending.unknown if pending else 0
    sloop_at = read_choice(position.get("sloop_at") or SHORES[0], "sloop_at", SHORES)
    most = rules.most_actions
    winner = position.get("winner")
    return PictureModel(
        rules=rules,
        board=reader.board,
        players=reader.players,
        pirates=read_pirates(rules, reader.players, position["pirates"]),
        hands=hands,
        unknown=unknown,
        row=row,
        deck=max(0, CARDS - visible) if deck is None else deck,
        deck_top=() if viewer is None else tops.get(viewer, ()),
        discard=discard,
        turn=reader.seat(position.get("turn", reader.players[0])),
        actions_left=read_int(position.get("actions_left", 0), "actions_left", 0, most),
        winner=None if winner is None else reader.seat(winner),
        over=bool(position.get("over", winner is not None)),
        sloop_at=sloop_at if rules.is_complete else None,
        free_sail=bool(position.get("free_sail", False)),
        chests=frozenset(
            read_place(rules, place)
            for place in read_mapping(position.get("chests") or {}, "chests")
        ),
        pending=pending,
        viewer=None if viewer is None else reader.seat(viewer),
    )
