"""Sentences about the moves of other players.

Each sentence is built from two views of the user, before and after the move, so it cannot reveal
anything that the user may not know. Only the move itself comes from the other seat. Its card is named
only if the user saw it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cartagena.rules.move_kinds import MOVE_KINDS, OUTCOMES

if TYPE_CHECKING:
    from cartagena.rules.notation.moves import Move

View = Mapping[str, Any]


class MoveNarrator:
    """Describes one move of another player to the viewer."""

    def __init__(
        self, move: Move, who: str, before: View, after: View, *, card_visible: bool
    ) -> None:
        """Prepare to describe a move. `card_visible` is true if the viewer saw its card."""
        self.move = move
        self.who = who
        self.before = before
        self.after = after
        self.card_visible = card_visible

    def sentence(self) -> str:
        """Return a sentence about the move, and one about the cards that it drew."""
        move = self.move
        sentence = MOVE_KINDS[move.kind].sentence.format_map(
            {
                "who": self.who.capitalize(),
                "card": self._card(),
                "from": _place(move.origin),
                "to": _place(move.target),
                "other": str(move.colour).capitalize(),
            }
        )
        return " ".join(filter(None, (sentence, self._outcome())))

    def _card(self) -> str:
        if not self.card_visible or self.move.card is None:
            return "a card"
        return self.move.card

    def _outcome(self) -> str:
        if not MOVE_KINDS[self.move.kind].draws:
            return ""
        opens_chest = self.move.kind == "chest"
        played = 1 if opens_chest else 0
        count = self.after["hand_sizes"][self.who] - self.before["hand_sizes"][self.who] + played
        if count > 0:
            cards = gained_cards(self.before, self.after, self.who)
            if sum(cards.values()) == count:
                return OUTCOMES["cards"].format(cards=_list(cards))
            return OUTCOMES["drawn"].format(count=count)
        if not opens_chest:
            return ""
        moved = self.before["pirates"] != self.after["pirates"]
        return OUTCOMES["snake" if moved else "empty"].format()


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


def _place(place: str | None) -> str:
    if place is None or place.isdigit():
        return str(place)
    return f"the {place}"
