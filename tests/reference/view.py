"""Views: the position without what is hidden from a player."""

from __future__ import annotations

from typing import Any

from tests.reference import memory, position
from tests.reference.cards import Counts, in_order
from tests.reference.state import State


def remembered(state: State, viewer: str, owner: str) -> Counts:
    """Return the cards that the viewer knows an owner to hold."""
    return in_order(state.memory.get(viewer, {}).get(owner, {}), state.edition)


def view(state: State, viewer: str) -> dict[str, Any]:
    """Return the position as the viewer sees it."""
    view = position.write(state)
    for hidden in ("generator", "memory", "deck"):
        del view[hidden]
    view["viewer"] = viewer
    view["hand_sizes"] = {colour: state.hand_size(colour) for colour in state.players}
    if not state.open_hands:
        for colour in state.players:
            if colour != viewer:
                view["hands"][colour] = remembered(state, viewer, colour)
    view["deck_size"] = len(state.deck) + len(state.top)
    if viewer not in view["deck_top"]:
        view["deck_top"] = {}
    if state.rules["magic"]:
        view["chests"] = dict.fromkeys(view["chests"])
        del view["chest_box"]
    pending = view["pending"]
    if pending is not None and "cards" in pending:
        pending["count"] = sum(pending["cards"].values())
        if viewer != pending["seat"] and not state.has_row:
            pending["cards"] = remembered(state, viewer, memory.DRAWN)
    return view
