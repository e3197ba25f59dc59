"""Information-set Monte-Carlo tree search (ISMCTS) with PUCT: the compiled simulations.

Each simulation begins in its own world, sampled from what the viewer knows. It descends the
tree, where each seat maximises its own probability of winning (PUCT, with priors from the rollout
policy). From the first new edge it plays on by the rollout policy up to the horizon. Then a net or
the hand-made evaluation estimates every seat's probability of winning, which is backed up along
the path.
"""

import math
from typing import Final

from cartagena.bots.exponential import exp
from cartagena.bots.net.leaf import evaluate_with_net
from cartagena.bots.net.network import Net
from cartagena.bots.net.symbol_permutation import IDENTITY, nth_permutation
from cartagena.bots.search.evaluation import win_probabilities
from cartagena.bots.search.rollout_policy import action_value, choose_action
from cartagena.bots.search.state_hash import state_hash
from cartagena.bots.search.tree import (
    MAX_PATH,
    NO_ACTION,
    NO_SLOT,
    Tree,
    Trees,
    edge_key,
    find_edge,
    use_slot,
)
from cartagena.bots.search.weights import Weights, WeightSets
from cartagena.jit.arguments import FloatMatrix, Floats, Ints
from cartagena.jit.compiler import entry_point, kernel
from cartagena.rules import turn, view
from cartagena.rules.action_set import list_actions
from cartagena.rules.chance.fast_rng import start
from cartagena.rules.state import NOBODY, RUNNING, Scratch, Scratches, State, States

MAX_ROLLOUT: Final = 400
"""Largest number of actions in a rollout."""


@kernel
def sample_world(views: States, worlds: States, scratch: Scratch, seed: int, number: int) -> None:
    """Write one of the worlds that are consistent with a view to the first world."""
    worlds[0] = views[0]
    start(worlds[0], scratch, seed & 0xFFFFFFFF, seed >> 32, number, 1)
    view.determinize(worlds[0], scratch)


@kernel
def write_priors(g: State, tree: Tree, n: int, w: Weights) -> None:
    """Write the prior of each of the n actions: a softmax of the rollout policy's values."""
    most = -1e9
    for i in range(n):
        action = tree.action[i]
        tree.prior[i] = action_value(g, action >> 6, action & 63, w)
        most = max(most, tree.prior[i])
    total = 0.0
    for i in range(n):
        tree.prior[i] = exp((tree.prior[i] - most) / tree.prior_temperature)
        total += tree.prior[i]
    for i in range(n):
        tree.prior[i] /= total


@kernel
def select(g: State, scratch: Scratch, tree: Tree, w: Weights, forced: int) -> int:
    """Return the index of the legal action with the best PUCT score, or of the forced action."""
    n = list_actions(scratch, tree.action)
    state = state_hash(g, tree.viewer)
    visits = 0
    total = 0.0
    for i in range(n):
        slot = find_edge(tree, edge_key(state, tree.action[i]))
        tree.slot[i] = slot
        if slot != NO_SLOT:
            visits += tree.visits[slot]
            total += tree.total[slot]
    write_priors(g, tree, n, w)
    unvisited_value = total / visits if visits else 0.5
    exploration = tree.c_puct * math.sqrt(visits + 1.0)
    best = 0
    most = -1e9
    for i in range(n):
        slot = tree.slot[i]
        visited = tree.visits[slot] if slot != NO_SLOT else 0
        score = tree.total[slot] / visited if visited else unvisited_value
        score += exploration * tree.prior[i] / (1.0 + visited)
        if tree.action[i] == forced:
            score = 1e9
        if score > most:
            most = score
            best = i
    slot = tree.slot[best]
    if slot != NO_SLOT and tree.key[slot] == 0:
        use_slot(tree, slot, edge_key(state, tree.action[best]))
    return best


@kernel
def descend(worlds: States, scratch: Scratch, tree: Tree, w: Weights, keep: bool) -> int:
    """Follow the tree in the first world up to a new edge. Returns the length of the path.

    With `keep` the second world is the first before its last action.
    """
    g = worlds[0]
    end = max(g.turns + 1, tree.root_turn + tree.tree_turns)
    length = 0
    in_tree = True
    while in_tree and g.result == RUNNING and length < MAX_PATH and g.turns < end:
        turn.legal(g, scratch)
        i = select(g, scratch, tree, w, tree.forced if length == 0 else NO_ACTION)
        slot = tree.slot[i]
        in_tree = slot != NO_SLOT and tree.visits[slot] > 0
        if length == 0:
            tree.first = tree.action[i]
        tree.path_slot[length] = slot
        tree.path_seat[length] = g.decider
        length += 1
        if keep:
            worlds[1] = worlds[0]
        turn.apply(g, tree.action[i], scratch)
    return length


@kernel
def roll_out(
    worlds: States, scratch: Scratch, tree: Tree, acted: int, w: Weights, keep: bool
) -> int:
    """Play on in the first world by the rollout policy up to the horizon.

    `acted` is the seat that acted last. Returns the seat that acted last after the rollout. With
    `keep` the second world is the first before its last action.
    """
    g = worlds[0]
    end = tree.root_turn + tree.horizon
    steps = 0
    while g.result == RUNNING and g.turns < end and steps < MAX_ROLLOUT:
        turn.legal(g, scratch)
        acted = g.decider
        if keep:
            worlds[1] = worlds[0]
        turn.apply(g, choose_action(g, scratch, w, tree.rollout_noise), scratch)
        steps += 1
    return acted


@kernel
def back_up(tree: Tree, length: int) -> None:
    """Add to each edge of the path the probability of winning of the seat that chose it."""
    for i in range(length):
        if tree.path_slot[i] != NO_SLOT:
            tree.visits[tree.path_slot[i]] += 1
            tree.total[tree.path_slot[i]] += tree.win_probability[tree.path_seat[i]]
    if length:
        tree.root_visits[tree.first] += 1
        tree.root_total[tree.first] += tree.win_probability[tree.viewer]


@kernel
def follow_tree(
    worlds: States, scratch: Scratch, tree: Tree, w: Weights, keep: bool, is_sampled: bool
) -> int:
    """Apply the opening, if any, and descend the tree. Returns the length of the path.

    Writes `tree.acted`, the seat that acted last. If the simulation is sampled and its last action
    was never tried before, the third world is the first before that action, and `tree.earlier` is
    the seat that acted before it.
    """
    g = worlds[0]
    tree.acted = g.decider
    tree.earlier = NOBODY
    earlier = NOBODY
    if tree.opening != NO_ACTION:
        worlds[1] = worlds[0]
        earlier = tree.acted
        turn.legal(g, scratch)
        turn.apply(g, tree.opening, scratch)
    if g.result != RUNNING:
        return 0
    length = descend(worlds, scratch, tree, w, keep)
    tree.acted = tree.path_seat[length - 1]
    if is_sampled:
        slot = tree.path_slot[length - 1]
        if slot == NO_SLOT or tree.visits[slot] == 0:
            tree.earlier = tree.path_seat[length - 2] if length > 1 else earlier
            worlds[2] = worlds[1]
    return length


@kernel
def write_sample(tree: Tree, players: int, samples: FloatMatrix, i: int) -> None:
    """Write the probabilities of winning to a row. All seats share the probability of no winner."""
    nobody = 1.0
    for seat in range(players):
        nobody -= tree.win_probability[seat]
    for seat in range(players):
        samples[i, seat] = tree.win_probability[seat] + max(0.0, nobody) / players


@entry_point
def run_simulations(
    views: States,
    worlds: States,
    scratches: Scratches,
    trees: Trees,
    weights: WeightSets,
    net: Net,
    seed: int,
    first: int,
    n: int,
    samples: FloatMatrix,
) -> None:
    """Run n simulations, numbered from `first` on, each in its own world.

    If `samples` has n rows, each gets the probabilities of winning of all seats by one simulation.
    If the last action of a path was never tried before, its value is not a fair sample: such an
    action is seldom the best one. Then the position before it is evaluated for the sample.

    The net is passed to one function only. Numba passes a net by value and counts references to
    all of its arrays, which takes as long as some actions of the game.
    """
    tree, scratch, w = trees[0], scratches[0], weights[0]
    is_sampled = len(samples) > 0
    keep = is_sampled or tree.uses_net != 0
    for i in range(n):
        number = first + i
        sample_world(views, worlds, scratch, seed, number)
        permutation = nth_permutation(number) if tree.permute_symbols else IDENTITY
        length = follow_tree(worlds, scratch, tree, w, keep, is_sampled)
        acted = tree.acted
        is_backed_up = False
        while True:
            acted = roll_out(worlds, scratch, tree, acted, w, keep)
            if tree.uses_net:
                evaluate_with_net(worlds, acted, permutation, net, tree)
            else:
                win_probabilities(worlds[0], w, tree)
            if is_backed_up:
                break
            back_up(tree, length)
            if tree.earlier == NOBODY:
                break
            is_backed_up = True
            acted = tree.earlier
            worlds[0] = worlds[2]
            worlds[1] = worlds[2]
        if is_sampled:
            write_sample(tree, worlds[0].players, samples, i)


@entry_point
def add_edges(
    views: States,
    worlds: States,
    scratches: Scratches,
    trees: Trees,
    keys: Ints,
    visits: Ints,
    totals: Floats,
) -> None:
    """Put edges of an earlier search into an empty tree. Edges of the root count as its own."""
    tree = trees[0]
    for i in range(len(keys)):
        slot = find_edge(tree, keys[i])
        if slot != NO_SLOT:
            tree.visits[slot] = visits[i]
            tree.total[slot] = totals[i]
            use_slot(tree, slot, keys[i])
    sample_world(views, worlds, scratches[0], 0, 0)
    g = worlds[0]
    turn.legal(g, scratches[0])
    state = state_hash(g, tree.viewer)
    for i in range(list_actions(scratches[0], tree.action)):
        action = tree.action[i]
        slot = find_edge(tree, edge_key(state, action))
        if slot != NO_SLOT:
            tree.root_visits[action] = tree.visits[slot]
            tree.root_total[action] = tree.total[slot]


@entry_point
def add_action_values(
    views: States,
    worlds: States,
    scratches: Scratches,
    trees: Trees,
    net: Net,
    seed: int,
    n: int,
) -> None:
    """Add the net's value of each legal action to the root, in n worlds, without a search."""
    tree = trees[0]
    for number in range(n):
        sample_world(views, worlds, scratches[0], seed, number)
        worlds[1] = worlds[0]
        turn.legal(worlds[0], scratches[0])
        actions = list_actions(scratches[0], tree.action)
        for i in range(actions):
            worlds[0] = worlds[1]
            turn.apply(worlds[0], tree.action[i], scratches[0])
            evaluate_with_net(worlds, tree.viewer, IDENTITY, net, tree)
            tree.root_visits[tree.action[i]] += 1
            tree.root_total[tree.action[i]] += tree.win_probability[tree.viewer]
