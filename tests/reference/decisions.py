"""Pending decisions: finishing a spell, discarding down to the limit."""

from __future__ import annotations

from tests.reference import advance, filibusters, magic, memory, supply
from tests.reference.cards import Counts, add, remove
from tests.reference.state import State


def legal(state: State) -> list[str]:
    """Return the choices of the pending decision."""
    pending = state.pending
    assert pending is not None
    kind = pending["kind"]
    if kind == "take":
        return [f"take {card}" for card in state.hands[pending["from"]]]
    if kind == "keep":
        return [f"keep {card}" for card in pending["cards"]]
    if kind == "give":
        return [f"give {card} {pending['to']}" for card in pending["cards"]]
    if kind == "put":
        return [f"put {card}" for card in pending["cards"]]
    if kind == "hook":
        return magic.hook_completions(state)
    if kind == "parrots":
        return magic.parrot_completions(state)
    return filibusters.legal(state, pending["seat"])


def push(state: State, text: str) -> None:
    """Take a decision. `state.pending` is then the next one of the spell, or None."""
    pending = state.pending
    assert pending is not None
    words = text.split()
    if words[0] == "take":
        take(state, words[1], pending["from"])
    elif words[0] == "keep":
        keep(state, words[1])
    elif words[0] == "give":
        give(state, words[1], pending["to"])
    elif words[0] == "put":
        put(state, words[1])
    elif words[0] == "with":
        supply.play(state, words[1])
        advance.move(state, words[2], how_many=2)
        state.pending = None
    elif words[0] == "as":
        advance.move(state, words[2])
        state.pending = None
    else:
        filibusters.push(state, pending["seat"], words[1])


def seen_by(state: State, involved: list[str]) -> list[str]:
    """Return who sees a drawn card: with open hands or a row everybody, else those involved."""
    return state.players if state.open_hands or state.has_row else involved


def take(state: State, card: str, target: str) -> None:
    """Weapons: take the card. Its owner draws one.

    The card is hidden even with a row, since it may have been dealt face down.
    """
    remove(state.hands[target], card)
    add(state.hands[state.turn], card)
    seers = state.players if state.open_hands else [state.turn, target]
    memory.card_moves(state, card, target, state.turn, seers)
    state.pending = None
    supply.draw(state, target)


def keep(state: State, card: str) -> None:
    """Rum and lantern: keep one of the drawn cards."""
    pending = state.pending
    assert pending is not None
    cards: Counts = pending["cards"]
    remove(cards, card)
    add(state.hands[state.turn], card)
    memory.card_moves(state, card, memory.DRAWN, state.turn, seen_by(state, [state.turn]))
    pending["left"] -= 1
    if pending["left"] > 0:
        return
    if not cards:
        state.pending = None
    elif pending["spell"] == "rum":
        first = state.clockwise_after(state.turn)[0]
        state.pending = {"kind": "give", "seat": state.turn, "to": first, "cards": cards}
    else:
        state.pending = {"kind": "put", "seat": state.turn, "cards": cards}


def give(state: State, card: str, receiver: str) -> None:
    """Rum: give a card to each other player, clockwise, as long as there are any."""
    pending = state.pending
    assert pending is not None
    cards: Counts = pending["cards"]
    remove(cards, card)
    add(state.hands[receiver], card)
    involved = seen_by(state, [state.turn, receiver])
    memory.card_moves(state, card, memory.DRAWN, receiver, involved)
    if cards:
        pending["to"] = state.clockwise_after(receiver)[0]
    else:
        state.pending = None


def put(state: State, card: str) -> None:
    """Lantern: put a card back on top of the deck, or at the front of the row (ruling 26)."""
    pending = state.pending
    assert pending is not None
    cards: Counts = pending["cards"]
    remove(cards, card)
    if state.has_row:
        state.row.insert(0, card)
        memory.card_moves(state, card, memory.DRAWN, None, state.players)
    else:
        state.top.insert(0, (card, state.turn))
        memory.card_moves(state, card, memory.DRAWN, None, [state.turn])
    if not cards:
        state.pending = None
