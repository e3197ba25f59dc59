"""Retreat: move back to the nearest space with one or two pirates and draw as many cards."""

from __future__ import annotations

from tests.reference import supply, way
from tests.reference.state import State


def target(state: State, place: str) -> str | None:
    """Return the space to which an own pirate retreats from this place, or None."""
    for space in way.spaces_behind(state, place):
        if way.standing_on(state, space) in (1, 2):
            return str(space)
    return None


def legal(state: State) -> list[str]:
    """Return every retreat, such as `back 21-19`."""
    moves = []
    for place in way.places_of(state, state.turn):
        if way.ways_to_gain_cards(state, place, forward=False) in ("retreat", "both"):
            end = target(state, place)
            if end is not None:
                moves.append(f"back {place}-{end}")
    return moves


def push(state: State, step: str) -> None:
    """Move back and draw."""
    origin, end = step.split("-")
    cards = way.standing_on(state, int(end))
    way.move_pirate(state, state.turn, origin, end)
    for _ in range(cards):
        supply.draw(state, state.turn)
