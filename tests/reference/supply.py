"""Where cards come from and go to: deck, open row, discards."""

from __future__ import annotations

from tests.reference import memory
from tests.reference.cards import Counts, add, as_list, is_dark, remove
from tests.reference.state import State

ROW = 12


def refill_deck(state: State) -> None:
    """Shuffle the discards into a new deck when a card is due and the deck is used up."""
    if not state.deck and state.discard:
        bottom_first = as_list(state.discard, state.edition)
        state.generator.shuffle(bottom_first)
        state.deck = bottom_first[::-1]
        state.discard = {}


def lay_row(state: State) -> None:
    """Lay a new row of twelve from the deck, or as many as there are."""
    while len(state.row) < ROW:
        refill_deck(state)
        if not state.deck:
            return
        memory.top_taken(state)
        state.row.append(state.deck.pop(0))


def next_card(state: State) -> tuple[str, list[str]] | None:
    """Take the next card, with the players who know it already; None if no card is left."""
    if state.has_row:
        if not state.row:
            lay_row(state)
        if not state.row:
            return None
        card = state.row.pop(0)
        if not state.row:
            lay_row(state)
        return card, state.players
    refill_deck(state)
    if not state.deck:
        return None
    informed = memory.who_knows_top(state)
    memory.top_taken(state)
    return state.deck.pop(0), informed


def draw(state: State, colour: str) -> bool:
    """A player draws a card into the hand. False if there was none."""
    found = next_card(state)
    if found is None:
        return False
    card, informed = found
    add(state.hands[colour], card)
    seen_by = state.players if state.open_hands else [colour, *informed]
    memory.card_moves(state, card, None, colour, seen_by)
    return True


def draw_aside(state: State, how_many: int) -> Counts:
    """Rum and lantern: the caster draws cards to choose from, or as many as there are."""
    cards: Counts = {}
    for _ in range(how_many):
        found = next_card(state)
        if found is not None:
            card, informed = found
            add(cards, card)
            memory.card_moves(state, card, None, memory.DRAWN, [state.turn, *informed])
    return cards


def play(state: State, card: str) -> None:
    """The active player plays a card from the hand onto the discards."""
    discard(state, state.turn, card)
    if is_dark(card):
        state.dark = True


def discard(state: State, colour: str, card: str) -> None:
    """A card goes from a hand to the discards, seen by all."""
    remove(state.hands[colour], card)
    add(state.discard, card)
    memory.card_moves(state, card, colour, None, state.players)
