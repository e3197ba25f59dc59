"""Morgan: move another player's pirate forward to one or two others and draw cards."""

from __future__ import annotations

from tests.reference import supply, way
from tests.reference.state import State

CARDS_AT_THE_END = 2


def target(state: State, colour: str, place: str) -> str | None:
    """Return where a pirate of another player is moved, or None if it cannot move."""
    ahead = way.spaces_ahead(state, place)
    if ahead is None:
        return None
    spaces, end = ahead
    for space in spaces:
        if way.standing_on(state, space) in (1, 2):
            return str(space)
    return end if way.may_arrive(state, colour, end) else None


def legal(state: State) -> list[str]:
    """Return every such move, such as `morgan yellow sloop-19`."""
    moves = []
    for colour in state.clockwise_after(state.turn):
        for place in way.places_of(state, colour):
            if way.ways_to_gain_cards(state, place, forward=True) in ("morgan", "both"):
                end = target(state, colour, place)
                if end is not None:
                    moves.append(f"morgan {colour} {place}-{end}")
    return moves


def push(state: State, colour: str, step: str) -> None:
    """Move the other player's pirate, which may win the game for them (ruling 6), and draw."""
    origin, end = step.split("-")
    cards = CARDS_AT_THE_END
    if end not in ("sloop", "cove"):
        cards = way.standing_on(state, int(end))
    way.move_pirate(state, colour, origin, end)
    for _ in range(cards):
        supply.draw(state, state.turn)
