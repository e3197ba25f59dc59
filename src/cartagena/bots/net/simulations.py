"""The tree search with the net at its leaves, and the choice of the net without a search."""

from typing import Any

from cartagena.bots.net.features import take_back_draw
from cartagena.bots.net.network import write_chances
from cartagena.bots.net.symbol_permutation import AS_THEY_ARE, order_of_symbols
from cartagena.bots.search.mcts import back_up, descend, play_on, sample_world
from cartagena.jit.compiler import entry_point, kernel
from cartagena.rules import turn
from cartagena.rules.action_set import list_actions
from cartagena.rules.state import DRAWN, Scratches, States


@kernel
def write_chances_after(worlds: States, seat: int, order: int, net: Any, out: Any) -> None:
    """Write the chances in the first world; the second one is as it was before the seat acted."""
    g = worlds[0]
    owed = take_back_draw(g, worlds[1], seat)
    owed_drawn = take_back_draw(g, worlds[1], DRAWN)
    write_chances(g, seat, owed, owed_drawn, order, net, out)


@entry_point
def run_net_simulations(
    views: States,
    worlds: States,
    scratches: Scratches,
    trees: Any,
    weights: Any,
    net: Any,
    seed: int,
    first: int,
    n: int,
) -> None:
    """Run the simulations with the numbers from `first` on, each in a world of its own.

    Each plays on by the rollout policy to the turn `horizon`, if that is not yet over, and may show the
    net the symbols in an order of its own: so its errors differ, and their mean is smaller.
    """
    tree = trees[0]
    viewer = views[0].decider
    for number in range(first, first + n):
        sample_world(views, worlds, scratches[0], seed, number)
        end = worlds[0].turns + tree.horizon
        length = descend(worlds, scratches[0], tree, viewer, weights[0], True)
        acted = tree.path_seat[length - 1]
        acted = play_on(worlds, scratches[0], tree, acted, end, weights[0], True)
        order = order_of_symbols(number) if tree.reorder else AS_THEY_ARE
        write_chances_after(worlds, acted, order, net, tree)
        back_up(tree, length, viewer)


@entry_point
def add_net_values(
    views: States,
    worlds: States,
    scratches: Scratches,
    trees: Any,
    net: Any,
    seed: int,
    first: int,
    n: int,
) -> None:
    """Add the seat's chance after each legal action to the root, in so many worlds."""
    tree = trees[0]
    viewer = views[0].decider
    for number in range(first, first + n):
        sample_world(views, worlds, scratches[0], seed, number)
        worlds[1] = worlds[0]
        turn.legal(worlds[0], scratches[0])
        actions = list_actions(scratches[0], tree.action)
        for i in range(actions):
            worlds[0] = worlds[1]
            turn.apply(worlds[0], tree.action[i], scratches[0])
            write_chances_after(worlds, viewer, AS_THEY_ARE, net, tree)
            tree.root_visits[tree.action[i]] += 1
            tree.root_total[tree.action[i]] += tree.win_probability[viewer]
