"""Cards: the deck, the open row, and drawing, discarding and handing over cards."""

import numpy as np

from cartagena.jit.compiler import kernel
from cartagena.rules.chance.chacha20 import CARD_STREAM, CARDS_DRAWN, next_counter
from cartagena.rules.chance.source import below, is_scripted, next_scripted, take_scripted
from cartagena.rules.components import DARK, KINDS, ROW
from cartagena.rules.memory import everyone, forget, learn
from cartagena.rules.state import DRAWN, FAST, NOBODY, STOPPED_AT_CARD, State

NO_CARD = -1


@kernel
def refill_deck(g: State) -> None:
    """Turn the discards into a new deck if the deck is empty."""
    if g.deck_size > 0:
        return
    n = 0
    for kind in range(KINDS):
        g.deck[kind] = g.discard[kind]
        n += g.discard[kind]
        g.discard[kind] = 0
    g.deck_size = n


@kernel
def choose_card(g: State) -> int:
    """Choose a card of the unordered deck at random. Return NO_CARD if a scripted one is missing."""
    if is_scripted(g):
        kind = next_scripted(g)
        if kind < 0 or kind >= KINDS or g.deck[kind] == 0:
            g.chance = STOPPED_AT_CARD
            return NO_CARD
        take_scripted(g)
        next_counter(g, CARDS_DRAWN)
        return kind
    number = CARD_STREAM if g.chance == FAST else next_counter(g, CARDS_DRAWN)
    n = below(g, CARD_STREAM, number, int(np.int64(g.deck_size)))
    kind = 0
    passed = 0
    # No branch per kind, which no processor could predict. Dark cards are rare or absent.
    for k in range(DARK):
        passed += g.deck[k]
        kind += 1 if passed <= n else 0
    if kind == DARK:
        for k in range(DARK, KINDS - 1):
            passed += g.deck[k]
            kind += 1 if passed <= n else 0
    return kind


@kernel
def draw_from_deck(g: State) -> int:
    """Take the next card of the deck, refilled by the discards. Return NO_CARD if there is none."""
    if g.top_size > 0:
        g.top_size -= 1
        kind = int(g.top[g.top_size])
        g.top[g.top_size] = 0
        if g.top_size == 0:
            g.top_seat = NOBODY
    else:
        refill_deck(g)
        if g.deck_size == 0:
            return NO_CARD
        kind = choose_card(g)
        if kind == NO_CARD:
            return NO_CARD
        g.deck[kind] -= 1
    g.deck_size -= 1
    return kind


@kernel
def lay_row(g: State) -> None:
    """Fill the open row to twelve cards, or as many as there are."""
    while g.row_size < ROW:
        kind = draw_from_deck(g)
        if kind == NO_CARD:
            return
        g.row[g.row_size] = kind
        g.row_size += 1


@kernel
def take_from_row(g: State) -> int:
    """Take the first card of the row. After the last one, a new row is laid."""
    if g.row_size == 0:
        lay_row(g)
        if g.row_size == 0:
            return NO_CARD
    kind = int(g.row[0])
    g.row_size -= 1
    for i in range(g.row_size):
        g.row[i] = g.row[i + 1]
    if g.row_size == 0:
        lay_row(g)
    return kind


@kernel
def draw(g: State, owner: int) -> bool:
    """Draw a card from the supply. Return False if no card is left anywhere."""
    if g.open_row:
        kind = take_from_row(g)
        seers = everyone(g)
    else:
        seers = 1 << g.top_seat if g.top_size > 0 else 0
        kind = draw_from_deck(g)
        if owner == DRAWN:
            seers |= 1 << g.active
        elif g.open_hands:
            seers = everyone(g)
        else:
            seers |= 1 << owner
    if kind == NO_CARD:
        return False
    g.hand[owner, kind] += 1
    g.hand_size[owner] += 1
    if g.remembers:
        learn(g, kind, owner, seers)
    return True


@kernel
def draw_up_to(g: State, owner: int, n: int) -> int:
    """Draw up to n cards and return the number drawn."""
    for drawn in range(n):
        if not draw(g, owner):
            return drawn
    return n


@kernel
def discard_card(g: State, owner: int, kind: int) -> None:
    """Put a card from a hand on the discards."""
    g.hand[owner, kind] -= 1
    g.hand_size[owner] -= 1
    g.discard[kind] += 1
    if g.remembers:
        forget(g, kind, owner, everyone(g))


@kernel
def hand_over(g: State, kind: int, source: int, target: int, seers: int) -> None:
    """Move a card from one owner to another. The seats in `seers` see it."""
    g.hand[source, kind] -= 1
    g.hand_size[source] -= 1
    g.hand[target, kind] += 1
    g.hand_size[target] += 1
    forget(g, kind, source, seers)
    learn(g, kind, target, seers)


@kernel
def put_back(g: State, kind: int) -> None:
    """Put a drawn card back on top of the deck, or at the front of the row."""
    g.hand[DRAWN, kind] -= 1
    g.hand_size[DRAWN] -= 1
    if g.open_row:
        for i in range(g.row_size, 0, -1):
            g.row[i] = g.row[i - 1]
        g.row[0] = kind
        g.row_size += 1
        forget(g, kind, DRAWN, everyone(g))
    else:
        g.top[g.top_size] = kind
        g.top_size += 1
        g.top_seat = g.active
        g.deck_size += 1
        forget(g, kind, DRAWN, 1 << g.active)


@kernel
def kinds_in(g: State, owner: int) -> int:
    """Return the kinds of card that the owner holds, as a bit set."""
    kinds = 0
    for kind in range(KINDS):
        if g.hand[owner, kind]:
            kinds |= 1 << kind
    return kinds
