"""Public knowledge: moves as other players see them, and the view of a spectator."""

from collections.abc import Callable
from typing import Final, TypeVar

from cartagena.rules.notation.moves import Move
from cartagena.rules.notation.position.types import SeatUpdate, SeatView
from cartagena.rules.options import Rules

View = TypeVar("View", SeatView, SeatUpdate)

HIDDEN: Final = "?"
"""The placeholder for a card that the reader of a move did not see."""


def redact_move(rules: Rules, move: Move, *, by_maker: bool = False, by_other: bool = False) -> str:
    """Return a move as everybody, its player or the other seat concerned sees it.

    Cards drawn from an open row are public when they are kept, given or put back. Cards that go from
    hand to hand are public if hands are open. Otherwise only the two players see the card, and a card
    put back on a face-down deck is known only to the player who put it there.
    """
    if move.card is None or not move.hides_card or by_maker:
        return move.text
    receives = by_other and move.kind in ("take", "give")
    open_hands = rules.hands == "open" and move.kind != "put"
    open_row = rules.supply == "row" and move.kind != "take"
    if receives or open_hands or open_row:
        return move.text
    return move.text.replace(move.card, HIDDEN)


def public_view(rules: Rules, players: tuple[str, ...], view_of: Callable[[str], View]) -> View:
    """Return what everybody at the table knows.

    `view_of` returns the view of a colour. Everybody also knows the cards in hidden hands that came
    from an open row.
    """
    one = view_of(players[0])
    view = one.copy()
    view["viewer"] = None
    view["deck_top"] = {}
    if rules.hands == "hidden":
        view["hands"] = {colour: {} for colour in players}
        if rules.supply == "row" and not rules.magic:
            # Everybody was shown the same cards, so the memory of any other seat will do.
            view["hands"] = {**one["hands"]}
            view["hands"][players[0]] = view_of(players[1])["hands"][players[0]]
    pending = view["pending"]
    if pending is not None and "cards" in pending and rules.supply != "row":
        pending = pending.copy()
        pending["cards"] = {}
        view["pending"] = pending
    return view
