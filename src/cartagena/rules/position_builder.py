"""Placing pieces by hand, as a position asks for it; for arrays of games like `batch`."""

from cartagena.jit.compiler import entry_point
from cartagena.rules import cards, memory, setup, track, view
from cartagena.rules.chance.chacha20 import seed
from cartagena.rules.chance.seeds import Words
from cartagena.rules.components import KINDS
from cartagena.rules.state import States
from cartagena.rules.variants import chests, sloop


@entry_point
def begin(states: States, i: int, key: Words) -> None:
    """An empty table by the options of game i, with its generator seeded."""
    g = states[i]
    seed(g, key)
    setup.clear_table(g)
    setup.mark_stretches(g)


@entry_point
def put(states: States, i: int, seat: int, place: int) -> None:
    """Stand a pirate on a place."""
    track.put(states[i], seat, place)


@entry_point
def missing_cards(states: States, i: int, kind: int) -> int:
    """How many cards of the kind are nowhere yet; negative when there are too many."""
    return view.unseen_cards(states[i], kind)


@entry_point
def cards_of_kind(states: States, i: int, kind: int) -> int:
    """How many cards of the kind the box holds."""
    return setup.cards_of_kind(states[i], kind)


@entry_point
def fill_deck(states: States, i: int) -> None:
    """Make the deck of the cards that are nowhere else."""
    g = states[i]
    for kind in range(KINDS):
        missing = view.unseen_cards(g, kind)
        g.deck[kind] += missing
        g.deck_size += missing


@entry_point
def lay_row(states: States, i: int) -> None:
    """Lay an open row from the deck."""
    cards.lay_row(states[i])


@entry_point
def lay_tokens(states: States, i: int) -> None:
    """Mix the chests and lay them out."""
    chests.lay_tokens(states[i])


@entry_point
def is_captain(states: States, i: int) -> bool:
    """Whether the active player has the most pirates aboard."""
    g = states[i]
    return sloop.is_captain(g, g.active)


@entry_point
def can_remember(states: States, i: int, seat: int, owner: int) -> bool:
    """Whether the seat keeps a memory of the owner's cards."""
    g = states[i]
    return g.remembers == 1 and memory.remembers(g, seat, owner)
