"""The sloop of the Complete Escape, which sails between Cartagena and Tortuga."""

from __future__ import annotations

from tests.reference import way
from tests.reference.state import State


def legal(state: State) -> list[str]:
    """Return `sail` if the active player may sail."""
    if not way.is_complete(state):
        return []
    if state.sloop_at == "cartagena":
        return ["sail"] if way.pirates_at(state, state.turn, "sloop") > 0 else []
    left_behind = [str(space) for space in way.tunnel_spaces(state)]
    if state.rules["jail_in_tunnel"]:
        left_behind.append("jail")
    for place in left_behind:
        if way.pirates_at(state, state.turn, place) > 0:
            return ["sail"]
    return []


def sail(state: State) -> None:
    """Move the sloop with everyone aboard to the other shore."""
    state.sloop_at = "tortuga" if state.sloop_at == "cartagena" else "cartagena"


def is_captain(state: State, colour: str) -> bool:
    """Return True if the player has the most pirates aboard, at least one, alone or tied."""
    if not way.is_complete(state):
        return False
    aboard = [way.pirates_at(state, other, "sloop") for other in state.players]
    own = way.pirates_at(state, colour, "sloop")
    return own > 0 and own == max(aboard)
