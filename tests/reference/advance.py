"""Advance: play a card, move forward to the nearest empty space with its symbol."""

from __future__ import annotations

from tests.reference import supply, way
from tests.reference.cards import symbol_of
from tests.reference.state import State


def target(state: State, place: str, symbol: str, how_many: int = 1) -> str | None:
    """Return where the active player's pirates from a place arrive, or None if they cannot move."""
    ahead = way.spaces_ahead(state, place)
    if ahead is None:
        return None
    spaces, end = ahead
    for space in spaces:
        if way.symbol_on(state, space) == symbol and way.standing_on(state, space) == 0:
            return str(space)
    return end if way.may_arrive(state, state.turn, end, how_many) else None


def steps(state: State, symbol: str, how_many: int = 1) -> list[str]:
    """Return `7-21` for every place from which `how_many` own pirates can advance with this symbol."""
    moves = []
    for place in way.places_of(state, state.turn):
        if way.pirates_at(state, state.turn, place) >= how_many:
            end = target(state, place, symbol, how_many)
            if end is not None:
                moves.append(f"{place}-{end}")
    return moves


def move(state: State, step: str, how_many: int = 1) -> None:
    """Move own pirates along a step such as `7-21`."""
    origin, end = step.split("-")
    for _ in range(how_many):
        way.move_pirate(state, state.turn, origin, end)


def legal(state: State) -> list[str]:
    """Return every advance, such as `rum 7-21`."""
    return [
        f"{card} {step}"
        for card in state.hands[state.turn]
        for step in steps(state, symbol_of(card))
    ]


def push(state: State, card: str, step: str) -> None:
    """Play the card and move."""
    supply.play(state, card)
    move(state, step)
