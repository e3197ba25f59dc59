"""What of a game lies open: moves as others saw them, and what somebody who only watches knows."""

from collections.abc import Callable
from typing import Final, TypeVar

from cartagena.rules.notation.moves import Move
from cartagena.rules.notation.position.types import SeatUpdate, SeatView
from cartagena.rules.options import Rules

View = TypeVar("View", SeatView, SeatUpdate)

HIDDEN: Final = "?"
"""What stands for a card in the text of a move for those who did not see it."""


def redact_move(rules: Rules, move: Move, *, by_maker: bool = False, by_other: bool = False) -> str:
    """A move as it was seen by everybody, by its maker, or by the other seat concerned.

    Drawn cards are kept, given and put back before all eyes where they came from an open row;
    cards that go from hand to hand are seen by all where hands are open. Otherwise only those two
    see the card, and of one put back on a face-down deck only its maker knows.
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
    """What everybody at the table knows: no hidden hand, no card of the deck.

    `view_of` gives the view of a colour. Of hidden hands, those cards are known that were taken
    from an open row before all eyes.
    """
    one = view_of(players[0])
    view = one.copy()
    view["viewer"] = None
    view["deck_top"] = {}
    if rules.hands == "hidden":
        view["hands"] = {colour: {} for colour in players}
        if rules.supply == "row" and not rules.magic:
            # All that anybody was ever shown, all were shown: any other seat's memory will do.
            view["hands"] = {**one["hands"]}
            view["hands"][players[0]] = view_of(players[1])["hands"][players[0]]
    pending = view["pending"]
    if pending is not None and "cards" in pending and rules.supply != "row":
        pending = pending.copy()
        pending["cards"] = {}
        view["pending"] = pending
    return view
