"""Sentences about the moves of other players.

Each sentence is built from two views of the user, before and after the move, so it cannot reveal
anything that the user may not know. Only the move itself comes from the other seat. Its card is named
only if the user saw it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cartagena.rules.notation.moves import Move

View = Mapping[str, Any]


class MoveNarrator:
    """Describes one move of another player to the viewer."""

    def __init__(
        self, move: Move, who: str, before: View, after: View, *, card_visible: bool
    ) -> None:
        """`card_visible` says whether the viewer saw the card that the move names."""
        self.move = move
        self.who = who
        self.before = before
        self.after = after
        self.card_visible = card_visible
        self.me: str = before["viewer"]

    def sentence(self) -> str:
        """Return the sentence."""
        return f"{self._name(self.who).capitalize()} {self._clause()}."

    def _clause(self) -> str:
        move = self.move
        path = f"from {_place(move.origin)} to {_place(move.target)}"
        match move.kind:
            case "advance":
                return f"plays {move.card} and moves {path}"
            case "retreat":
                return f"goes back {path}{self._and_draws(played=0)}"
            case "morgan":
                return f"moves {self._whose(move.colour)} pirate {path}{self._and_draws(played=0)}"
            case "sail":
                return f"sails to {str(self.after['sloop_at']).capitalize()}"
            case "pass":
                return "ends the turn"
            case "skip":
                return f"skips the turn{self._and_draws(played=0)}"
            case "weapons":
                return f"casts the weapons spell and looks at {self._whose(move.colour)} hand"
            case "rum" | "lantern":
                return f"casts the {move.kind} spell and draws {self._spell_draw()}"
            case "parrots":
                return "plays two parrots in place of another card"
            case "hook":
                return "casts the hook spell to move two pirates together"
            case "chest":
                return f"opens the chest on {_place(move.origin or move.target)}{self._contents()}"
            case "as":
                return f"plays them as {move.card} and moves {path}"
            case "with":
                return f"plays {move.card} as well and moves two pirates {path}"
            case _:
                return self._step_clause()

    def _step_clause(self) -> str:
        move = self.move
        pending = self.before.get("pending") or {}
        match move.kind:
            case "take":
                victim = self._colour(pending.get("from"))
                return f"takes {self._card()} from {self._whose(victim)} hand"
            case "keep":
                return f"keeps {self._card()}"
            case "give":
                return f"gives {self._name(move.colour)} {self._card()}"
            case "put":
                return f"puts {self._card()} back on top"
            case "discard":
                return f"discards {self._card()}"
            case _:
                return f"plays {move}"

    def _card(self) -> str:
        if not self.card_visible or self.move.card is None:
            return "a card"
        return _with_article(self.move.card)

    def _and_draws(self, played: int) -> str:
        count = self.after["hand_sizes"][self.who] - self.before["hand_sizes"][self.who] + played
        if count <= 0:
            return ""
        known = gained_cards(self.before, self.after, self.who)
        if sum(known.values()) == count:
            return f" and draws {_list(known)}"
        return f" and draws {_cards(count)}"

    def _spell_draw(self) -> str:
        pending = self.after.get("pending") or {}
        return _cards(int(pending.get("count", 0)))

    def _contents(self) -> str:
        draws = self._and_draws(played=1)
        if draws:
            return draws
        moved = self.before["pirates"] != self.after["pirates"]
        return ": a snake chases the pirate back" if moved else ", and it is empty"

    def _name(self, colour: str | None) -> str:
        return "you" if colour == self.me else str(colour)

    def _whose(self, colour: str | None) -> str:
        return "your" if colour == self.me else f"{colour}'s"

    def _colour(self, seat: object) -> str:
        return str(self.before["players"][seat]) if isinstance(seat, int) else str(seat)


def gained_cards(before: View, after: View, who: str) -> Counter[str]:
    """Return the cards that entered a hand, as far as the viewer knows them."""
    return Counter(after["hands"].get(who, {})) - Counter(before["hands"].get(who, {}))


def describe_new_cards(before: View, after: View) -> str:
    """Describe the cards that entered the viewer's own hand. Empty if there are none."""
    cards = gained_cards(before, after, before["viewer"])
    return f"You get {_list(cards)}." if cards else ""


def _list(cards: Counter[str]) -> str:
    names = [f"{count} {card}" if count > 1 else card for card, count in cards.items()]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _cards(count: int) -> str:
    return "one card" if count == 1 else f"{count} cards"


_MASS_NOUNS = ("rum", "weapons")


def _with_article(card: str) -> str:
    return card if card.rstrip("*") in _MASS_NOUNS else f"a {card}"


def _place(place: str | None) -> str:
    if place is None or place.isdigit():
        return str(place)
    return f"the {place}"
