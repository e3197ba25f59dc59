"""The loops of the training on the CPU. Each covers a range, so that threads can share the work."""

from cartagena.bots.search.weights import WeightSets
from cartagena.jit.arguments import IntMatrix, Ints, SingleMatrix
from cartagena.jit.compiler import entry_point
from cartagena.lab.train import steps
from cartagena.lab.train.steps import TrainingSlots
from cartagena.rules.state import Scratches, States


@entry_point
def advance(
    first: int,
    last: int,
    states: States,
    scratches: Scratches,
    slots: TrainingSlots,
    actions: IntMatrix,
    weights: WeightSets,
    noise: float,
) -> None:
    """Apply the chosen action in each game, and list the legal actions."""
    for i in range(first, last):
        steps.advance(states[i], scratches[i], slots[i], len(states))
        steps.list_choices(states[i], scratches[i], slots[i], actions[i], weights[0], noise)


@entry_point
def expand(
    first: int,
    last: int,
    states: States,
    game: Ints,
    action: Ints,
    salt: int,
    worlds: States,
    scratches: Scratches,
    xs: SingleMatrix,
    outcomes: SingleMatrix,
) -> None:
    """Write the position after each action. `worlds` and `scratches` belong to the thread."""
    for j in range(first, last):
        i = game[j]
        worlds[0] = states[i]
        steps.expand(
            worlds[0], scratches[0], states[i], action[j], salt + j, salt + i, xs[j], outcomes[j]
        )
