"""Entry points for building a position piece by piece. Like `batch`, they take arrays."""

from cartagena.jit.compiler import entry_point
from cartagena.rules import cards, memory, setup, track, view
from cartagena.rules.chance.chacha20 import seed
from cartagena.rules.chance.seeds import KeyWords
from cartagena.rules.components import KINDS
from cartagena.rules.state import States
from cartagena.rules.variants import chests, sloop


@entry_point
def begin(states: States, i: int, key: KeyWords) -> None:
    """Clear the table of game i, keep its options and seed its generator."""
    g = states[i]
    seed(g, key)
    setup.clear_table(g)
    setup.mark_stretches(g)


@entry_point
def put(states: States, i: int, seat: int, place: int) -> None:
    """Put a pirate on a place."""
    track.put(states[i], seat, place)


@entry_point
def missing_cards(states: States, i: int, kind: int) -> int:
    """Return the number of cards of a kind not placed yet. Negative if there are too many."""
    return view.unseen_cards(states[i], kind)


@entry_point
def cards_of_kind(states: States, i: int, kind: int) -> int:
    """Return the number of cards of a kind in the box."""
    return setup.cards_of_kind(states[i], kind)


@entry_point
def fill_deck(states: States, i: int) -> None:
    """Put all cards that are not placed yet into the deck."""
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
    """Shuffle the chests and lay them out."""
    chests.lay_tokens(states[i])


@entry_point
def is_captain(states: States, i: int) -> bool:
    """Return True if no player has more pirates aboard than the active one."""
    g = states[i]
    return sloop.is_captain(g, g.active)


@entry_point
def can_remember(states: States, i: int, seat: int, owner: int) -> bool:
    """Return True if the seat keeps a memory of the owner's cards."""
    g = states[i]
    return g.remembers == 1 and memory.remembers(g, seat, owner)
