"""The supply of cards: deck, open row and discards."""

from __future__ import annotations

from tests.reference import memory
from tests.reference.cards import Counts, add, as_list, card_order, is_dark, remove
from tests.reference.state import State

ROW = 12


def refill_deck(state: State) -> None:
    """Shuffle the discards into a new deck if a card is needed and the deck is empty."""
    if not state.deck and not state.top and state.discard:
        state.deck = as_list(state.discard, state.edition)
        state.discard = {}
        if state.pile is not None:
            state.pile.shuffle(state.deck)


def take_top(state: State) -> tuple[str, list[str]] | None:
    """Take the top card of the deck with the players who know it, or None if no card is left."""
    refill_deck(state)
    if state.top:
        card, seat = state.top.pop(0)
        return card, [seat]
    if not state.deck:
        return None
    if state.pile is not None:
        card = state.deck.pop(0)
        state.generator.cards += 1
    else:
        state.deck.sort(key=card_order(state.edition).index)
        card = state.deck.pop(state.generator.next_card(len(state.deck)))
    state.brought.append(card)
    return card, []


def lay_row(state: State) -> None:
    """Lay a new row of twelve from the deck, or as many as there are."""
    while len(state.row) < ROW:
        top = take_top(state)
        if top is None:
            return
        state.row.append(top[0])


def next_card(state: State) -> tuple[str, list[str]] | None:
    """Take the next card with the players who know it, or None if no card is left."""
    if state.has_row:
        if not state.row:
            lay_row(state)
        if not state.row:
            return None
        card = state.row.pop(0)
        if not state.row:
            lay_row(state)
        return card, state.players
    return take_top(state)


def draw(state: State, colour: str) -> bool:
    """Let a player draw a card. Return False if there is none."""
    top = next_card(state)
    if top is None:
        return False
    card, informed = top
    add(state.hands[colour], card)
    seen_by = state.players if state.open_hands else [colour, *informed]
    memory.card_moves(state, card, None, colour, seen_by)
    return True


def draw_aside(state: State, how_many: int) -> Counts:
    """Draw the cards of rum or lantern to choose from, or as many as there are."""
    cards: Counts = {}
    for _ in range(how_many):
        top = next_card(state)
        if top is not None:
            card, informed = top
            add(cards, card)
            memory.card_moves(state, card, None, memory.DRAWN, [state.turn, *informed])
    return cards


def play(state: State, card: str) -> None:
    """Play a card of the active player onto the discards."""
    discard(state, state.turn, card)
    if is_dark(card):
        state.dark = True


def discard(state: State, colour: str, card: str) -> None:
    """Move a card from a hand to the discards, seen by all."""
    remove(state.hands[colour], card)
    add(state.discard, card)
    memory.card_moves(state, card, colour, None, state.players)
