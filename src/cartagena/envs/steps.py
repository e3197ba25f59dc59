"""One step of a game for an environment: an action, the next legal actions, an observation."""

from typing import Any

from cartagena.envs.observation import observe
from cartagena.rules import batch, turn
from cartagena.rules import rows as sets
from cartagena.rules.chance.fast_generator import pick
from cartagena.rules.compiled import entry_point, kernel
from cartagena.rules.state import NOBODY, RUNNING
from cartagena.rules.view import hide

ILLEGAL = -2


@entry_point
def step(states: Any, i: int, action: int, scratches: Any, mask: Any) -> int:
    """Do an action in game i and write the mask of what is legal then.

    Returns the seat that decides next, NOBODY if the game is over, or ILLEGAL, and no change.
    """
    g = states[i]
    turn.legal(g, scratches[0])
    if not sets.contains(scratches[0], action):
        return ILLEGAL
    turn.apply(g, action, scratches[0])
    turn.legal(g, scratches[0])
    batch.write_mask(scratches, mask)
    return int(g.decider) if g.result == RUNNING else NOBODY


@entry_point
def write_observation(
    states: Any, i: int, seat: int, views: Any, observations: Any, j: int
) -> None:
    """Write what a seat observes of game i to observation j, which is blank. Uses the first view."""
    views[0] = states[i]
    hide(views[0], seat)
    observe(views[0], observations[j])


# Batches of games.


@kernel
def let_others_play(g: Any, scratch: Any, seat: int) -> None:
    """Random actions until the seat must choose; none if there is no such seat."""
    while seat != NOBODY and g.result == RUNNING and g.decider != seat:
        turn.legal(g, scratch)
        turn.apply(g, sets.nth_action(scratch, pick(scratch, sets.total(scratch))), scratch)


@entry_point
def begin_game(states: Any, i: int, key: Any, seat: int, scratches: Any) -> None:
    """Deal game i from a seed, given as `words`, and play to the first choice of the seat."""
    batch.deal(states, i, key, NOBODY)
    let_others_play(states[i], scratches[i], seat)


@entry_point
def step_games(states: Any, actions: Any, seats: Any, scratches: Any, outcomes: Any) -> None:
    """Do an action in each game and play to the next choice of its seat.

    Each outcome is the seat that decides next, NOBODY if the game is over, or ILLEGAL.
    """
    for i in range(len(states)):
        g = states[i]
        scratch = scratches[i]
        turn.legal(g, scratch)
        if not sets.contains(scratch, actions[i]):
            outcomes[i] = ILLEGAL
            continue
        turn.apply(g, actions[i], scratch)
        let_others_play(g, scratch, seats[i])
        outcomes[i] = g.decider if g.result == RUNNING else NOBODY


@entry_point
def observe_games(
    states: Any, seats: Any, scratches: Any, views: Any, masks: Any, observations: Any
) -> None:
    """Write what the seat of each game observes, and what is legal there; both are blank before."""
    for i in range(len(states)):
        turn.legal(states[i], scratches[i])
        batch.write_mask(scratches[i : i + 1], masks[i])
        views[0] = states[i]
        hide(views[0], seats[i])
        observe(views[0], observations[i])
