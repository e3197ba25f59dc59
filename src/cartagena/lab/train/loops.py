"""Loops over the games of the training on the processor, each over a range for threads to share."""

from typing import Any

from cartagena.jit.compiler import entry_point
from cartagena.lab.train import steps
from cartagena.rules.state import Scratches, States


@entry_point
def advance(
    first: int,
    last: int,
    states: States,
    scratches: Scratches,
    games: Any,
    actions: Any,
    weights: Any,
    noise: float,
) -> None:
    """Do what was chosen in each game, and list what is legal then."""
    for i in range(first, last):
        steps.advance(states[i], scratches[i], games[i], len(states))
        steps.list_choices(states[i], scratches[i], games[i], actions[i], weights[0], noise)


@entry_point
def look(
    first: int,
    last: int,
    states: States,
    game: Any,
    action: Any,
    salt: int,
    worlds: States,
    scratches: Scratches,
    xs: Any,
    known: Any,
) -> None:
    """The positions after each action of a list; `worlds` and `scratches` hold one for each thread."""
    for j in range(first, last):
        i = game[j]
        worlds[0] = states[i]
        steps.look(
            worlds[0], scratches[0], states[i], action[j], salt + j, salt + i, xs[j], known[j]
        )
