"""Compile all entry points of the rules ahead of time."""

from cartagena.jit.cache import mark_cached
from cartagena.rules import batch, position_builder
from cartagena.rules.actions import ACTIONS
from cartagena.rules.chance.seeds import key_words
from cartagena.rules.options import Rules
from cartagena.rules.state import new_scratches, new_states


def warm_up() -> None:
    """Call every compiled entry point once. Later processes load them from the cache."""
    import numpy as np

    states = batch.prepare(Rules.preset("everything"), 2)
    other, scratches, choices = new_states(1), new_scratches(), batch.new_list()
    batch.deal(states, 0, key_words(1), 0)
    batch.legal(states, 0, scratches)
    batch.legal_mask(states, 0, scratches, np.zeros(ACTIONS, np.int8))
    batch.list_legal(states, 0, scratches, choices)
    batch.list_choices(states, 0, scratches, choices)
    batch.apply(states, 0, int(choices[0]), scratches)
    batch.anything_legal(states, 0, scratches)
    batch.write_view(states, 0, 0, other, 0)
    batch.write_sample(other, 0, states, 0, key_words(1), scratches)
    position_builder.begin(states, 0, key_words(1))
    position_builder.put(states, 0, 0, 1)
    position_builder.missing_cards(states, 0, 0)
    position_builder.cards_of_kind(states, 0, 0)
    position_builder.fill_deck(states, 0)
    position_builder.lay_row(states, 0)
    position_builder.lay_tokens(states, 0)
    position_builder.is_captain(states, 0)
    position_builder.can_remember(states, 0, 0, 1)
    mark_cached()
