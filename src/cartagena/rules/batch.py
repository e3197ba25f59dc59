"""Entry points to the rules: every function takes an array of records and an index.

This is the fastest way to call the rules from Python. A call takes well under a microsecond since it
gets the whole array. Taking a record out of the array would cost more than the call. `scratches` is
an array of scratch records, of which the first is used. Everything runs without the GIL, so two
threads must not share states or scratch records.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cartagena.jit.arguments import Bytes, Ints
from cartagena.jit.compiler import entry_point, kernel
from cartagena.rules import action_set, setup, turn, view
from cartagena.rules.actions import (
    ADVANCE,
    MAX_ACTIONS,
    MORGAN,
    OPEN_CHEST,
    OTHER_SHIFT,
    PENDING_SHIFT,
    RETREAT,
    ROWS,
    TARGET_SHIFT,
)
from cartagena.rules.advance import advance_target, symbol_of
from cartagena.rules.chance.chacha20 import seed
from cartagena.rules.chance.fast_rng import seed_scratch
from cartagena.rules.chance.seeds import KeyWords
from cartagena.rules.components import EDITION_NUMBERS, KINDS
from cartagena.rules.options import Rules
from cartagena.rules.retreat import retreat_target
from cartagena.rules.state import NOBODY, SECOND_CARD, Scratches, State, States, new_states
from cartagena.rules.variants import magic
from cartagena.rules.variants.morgan import morgan_target


def new_list() -> NDArray[np.int64]:
    """Return an array for a list of actions or choices."""
    return np.zeros(MAX_ACTIONS, np.int64)


def prepare(rules: Rules, players: int, n: int = 1) -> NDArray[Any]:
    """Return n games with the options of these rules, not dealt yet."""
    states = new_states(n)
    states["edition"] = EDITION_NUMBERS[rules.edition]
    states["players"] = players
    states["tunnel_tiles"] = rules.tunnel
    states["jungle_tiles"] = rules.jungle
    states["pirates"] = rules.pirates
    states["fewest"] = turn.ALL if rules.fewest_actions == "all" else rules.fewest_actions
    states["most"] = rules.most_actions
    states["open_hands"] = rules.hands == "open"
    states["open_row"] = rules.supply == "row"
    states["remembers"] = rules.remembers
    states["leave_goal"] = rules.leave_goal
    states["empty_hand_skip"] = rules.empty_hand_skip
    states["jail_in_tunnel"] = rules.jail_in_tunnel
    states["stuck_skip"] = rules.stuck == "skip"
    states["retreat_tunnel"] = rules.tunnel_cards != "morgan"
    states["retreat_jungle"] = rules.jungle_cards != "morgan"
    states["morgan_tunnel"] = rules.tunnel_cards != "retreat"
    states["morgan_jungle"] = rules.jungle_cards != "retreat"
    states["filibusters"] = rules.filibusters
    states["magic"] = rules.magic
    states["turn_limit"] = rules.turn_limit
    states["winner"] = NOBODY
    states["viewer"] = NOBODY
    return states


@entry_point
def deal(states: States, i: int, key: KeyWords, first: int) -> None:
    """Deal game i with its options, from a seed. `first` begins, or a random player if NOBODY."""
    g = states[i]
    seed(g, key)
    setup.deal(g, first)


@entry_point
def legal(states: States, i: int, scratches: Scratches) -> None:
    """Write the legal actions of game i to the scratch record."""
    turn.legal(states[i], scratches[0])


@entry_point
def write_mask(scratches: Scratches, mask: Bytes) -> None:
    """Write the set of actions as one byte per action, 1 or 0."""
    for row in range(ROWS):
        bits = scratches[0].mask[row]
        for bit in range(64):
            mask[64 * row + bit] = (bits >> bit) & 1


def legal_mask(states: States, i: int, scratches: Scratches, mask: Bytes) -> None:
    """Write the legal actions of game i as one byte per action, 1 or 0."""
    legal(states, i, scratches)
    write_mask(scratches, mask)


@entry_point
def apply(states: States, i: int, action: int, scratches: Scratches) -> bool:
    """Apply an action to game i. Return False and change nothing if it is illegal."""
    g = states[i]
    turn.legal(g, scratches[0])
    if not action_set.contains(scratches[0], action):
        return False
    turn.apply(g, action, scratches[0])
    return True


@kernel
def target_of(g: State, action: int) -> int:
    """Return the place to which an action moves a pirate, or NOBODY if it moves none."""
    row = action >> 6
    place = action & 63
    if row == RETREAT:
        return retreat_target(g, place)
    if row >= ADVANCE and row < ADVANCE + KINDS:
        return advance_target(g, place, symbol_of(row - ADVANCE))
    if row >= MORGAN and row < OPEN_CHEST:
        return morgan_target(g, place)
    return NOBODY


@entry_point
def write_list(scratches: Scratches, actions: Ints) -> int:
    """Write the set of actions as a list in ascending order. Return its length."""
    return action_set.list_actions(scratches[0], actions)


def list_legal(states: States, i: int, scratches: Scratches, actions: Ints) -> int:
    """Write the legal actions of game i in ascending order. Return their number."""
    legal(states, i, scratches)
    return write_list(scratches, actions)


def list_choices(states: States, i: int, scratches: Scratches, choices: Ints) -> int:
    """Write the legal actions of game i as choices, which can be named. Return their number."""
    legal(states, i, scratches)
    return write_choices(states, i, scratches, choices)


@entry_point
def write_choices(states: States, i: int, scratches: Scratches, choices: Ints) -> int:
    """Write the set of actions as choices in game i. Return their number."""
    g = states[i]
    n = action_set.list_actions(scratches[0], choices)
    # Widened first, because interpreted code would keep the shifted field at 8 bits.
    meaning = (int(g.pending) << PENDING_SHIFT) | ((int(g.other) + 1) << OTHER_SHIFT)
    for k in range(n):
        choices[k] |= ((target_of(g, choices[k]) + 1) << TARGET_SHIFT) | meaning
    return n


@entry_point
def write_view(states: States, i: int, seat: int, views: States, j: int) -> None:
    """Write what a seat may know of game i to view j."""
    views[j] = states[i]
    view.hide(views[j], seat)


@entry_point
def write_sample(
    views: States, j: int, states: States, i: int, key: KeyWords, scratches: Scratches
) -> None:
    """Write a random world that is consistent with view j to game i."""
    states[i] = views[j]
    g = states[i]
    seed(g, key)
    seed_scratch(g, scratches[0])
    view.determinize(g, scratches[0])
    # A player who has announced a hook holds a second card for it. Worlds in which they hold none
    # are drawn again.
    while g.pending == SECOND_CARD and not magic.has_second_card(g, NOBODY):
        states[i] = views[j]
        seed(g, key)
        view.determinize(g, scratches[0])


def anything_legal(states: States, i: int, scratches: Scratches) -> bool:
    """Return True if game i has a legal action."""
    legal(states, i, scratches)
    return any(scratches[0].mask[row] for row in range(ROWS))
