"""Loops over simulated games on the CPU. Each covers a range, so that threads can share the work."""

from typing import Annotated, Final, NamedTuple

import numpy as np

from cartagena.bots.net.features import write_features
from cartagena.bots.net.leaf import WinProbabilities, write_softmax
from cartagena.bots.net.network import Net, forward
from cartagena.bots.net.symbol_permutation import IDENTITY
from cartagena.bots.search.weights import WeightSets
from cartagena.jit.arguments import ArrayOf, Ints
from cartagena.jit.compiler import entry_point
from cartagena.jit.records import Records
from cartagena.rules import action_set, batch, turn
from cartagena.rules.actions import ROWS
from cartagena.rules.bits import lowest
from cartagena.rules.chance.fast_rng import seed_scratch
from cartagena.rules.chance.seeds import KeyWords
from cartagena.rules.components import SEATS
from cartagena.rules.observation import Observations, ObservationWords
from cartagena.rules.state import NOBODY, RUNNING, TURN, Scratches, States
from cartagena.sim import steps
from cartagena.sim.steps import GameSlots, Masks

EVALUATION: Final = np.dtype((np.record, np.dtype([("win_probability", np.float64, (SEATS,))])))
"""The probability with which each seat wins."""

EvaluationRecords = Annotated[Records[WinProbabilities], ArrayOf(EVALUATION)]


class Batch(NamedTuple):
    """The arrays of all games. Game i has the records with the index i."""

    states: States
    scratches: Scratches
    slots: GameSlots
    masks: Masks
    observations: Observations
    observation_words: ObservationWords
    """The same bytes as `observations`."""
    weights: WeightSets
    stride: int
    """The difference between the seeds of successive games in a slot."""


@entry_point
def begin(first: int, last: int, games: Batch, policy: int) -> None:
    """Deal each game from the seed in its slot, and play to the first choice of its seat."""
    w = games.weights[0]
    for i in range(first, last):
        g, scratch, slot = games.states[i], games.scratches[i], games.slots[i]
        observation, words = games.observations[i], games.observation_words[i]
        steps.deal_next(g, scratch, slot, games.stride)
        steps.let_others_play(g, scratch, slot, policy, w)
        steps.write_static_observation(g, observation, words)
        steps.write_observation(g, scratch, slot, games.masks[i], observation, words)


@entry_point
def begin_from_key(i: int, key: KeyWords, games: Batch, policy: int) -> None:
    """Deal game i as `Game` does from a seed, whose key words are `key`."""
    g, scratch, slot = games.states[i], games.scratches[i], games.slots[i]
    observation, words = games.observations[i], games.observation_words[i]
    batch.deal(games.states, i, key, NOBODY)
    seed_scratch(g, scratch)
    turn.legal(g, scratch)
    steps.let_others_play(g, scratch, slot, policy, games.weights[0])
    steps.write_static_observation(g, observation, words)
    steps.write_observation(g, scratch, slot, games.masks[i], observation, words)


@entry_point
def refresh(first: int, last: int, games: Batch) -> None:
    """Write the legal actions, masks and observations of states that were changed from outside."""
    for i in range(first, last):
        g, scratch, slot = games.states[i], games.scratches[i], games.slots[i]
        observation, words = games.observations[i], games.observation_words[i]
        seed_scratch(g, scratch)
        turn.legal(g, scratch)
        slot.outcome = g.decider if g.result == RUNNING else NOBODY
        slot.winner = g.winner
        steps.write_static_observation(g, observation, words)
        steps.write_observation(g, scratch, slot, games.masks[i], observation, words)


@entry_point
def sample(first: int, last: int, games: Batch, actions: Ints) -> None:
    """Choose a random legal action in each game, or DEAD_END in games that are over."""
    for i in range(first, last):
        actions[i] = steps.choose(games.scratches[i])


@entry_point
def count_legal(first: int, last: int, games: Batch, counts: Ints) -> None:
    """Count the legal actions of each game."""
    for i in range(first, last):
        counts[i] = action_set.total(games.scratches[i])


@entry_point
def list_legal(first: int, last: int, games: Batch, starts: Ints, actions: Ints) -> None:
    """List the legal actions of all games in one array, those of game i from `starts[i]` on."""
    for i in range(first, last):
        n = starts[i]
        for row in range(ROWS):
            mask = games.scratches[i].mask[row]
            while mask:
                actions[n] = 64 * row + lowest(mask)
                mask &= mask - 1
                n += 1


@entry_point
def step(first: int, last: int, games: Batch, policy: int, actions: Ints, restart: bool) -> None:
    """Apply an action in each game and let the others play. `restart` replaces finished games."""
    w = games.weights[0]
    for i in range(first, last):
        g, scratch, slot = games.states[i], games.scratches[i], games.slots[i]
        observation, words = games.observations[i], games.observation_words[i]
        if not action_set.contains(scratch, actions[i]):
            slot.outcome = steps.ILLEGAL
            continue
        steps.act(g, scratch, slot, actions[i])
        is_new = False
        while True:
            steps.let_others_play(g, scratch, slot, policy, w)
            if not is_new:
                steps.count_end(g, slot)
            if g.result == RUNNING or not restart:
                break
            steps.deal_next(g, scratch, slot, games.stride)
            is_new = True
        if is_new:
            steps.write_static_observation(g, observation, words)
        steps.write_observation(g, scratch, slot, games.masks[i], observation, words)


@entry_point
def finish(first: int, last: int, games: Batch, policy: int, actions: int) -> None:
    """Let a policy play each game to its end, for at most `actions` actions."""
    w = games.weights[0]
    for i in range(first, last):
        g, scratch, slot = games.states[i], games.scratches[i], games.slots[i]
        done = 0
        while g.result == RUNNING and done < actions:
            steps.act_by_policy(g, scratch, slot, policy, w)
            done += 1
        slot.outcome = g.decider if g.result == RUNNING else NOBODY
        slot.winner = g.winner


@entry_point
def evaluate(
    first: int, last: int, states: States, net: Net, evaluations: EvaluationRecords
) -> None:
    """Write each seat's probability of winning by a net, which sees all hands.

    The net was trained on positions after an action. The seat that acted is the one whose turn it
    is, or the one before it if the turn has just begun.
    """
    for i in range(first, last):
        g, out = states[i], evaluations[i]
        if g.result != RUNNING:
            for seat in range(g.players):
                out.win_probability[seat] = 1.0 if g.winner == seat else 0.0
            continue
        seat = g.active
        if g.pending == TURN and turn.is_start_of_turn(g):
            seat = seat - 1 if seat > 0 else g.players - 1
        x = net.x
        for j in range(len(x)):
            x[j] = 0.0
        write_features(g, seat, 0, 0, IDENTITY, x)
        forward(net)
        write_softmax(g, seat, net.out, out)


@entry_point
def play(first: int, last: int, games: Batch, policy: int, actions: int, observe_all: bool) -> None:
    """Let a policy play `actions` actions in each game.

    Writes masks and observations after the last action, or with `observe_all` after every action.
    """
    w = games.weights[0]
    for i in range(first, last):
        g, scratch, slot = games.states[i], games.scratches[i], games.slots[i]
        observation, words = games.observations[i], games.observation_words[i]
        for remaining in range(actions - 1, -1, -1):
            steps.act_by_policy(g, scratch, slot, policy, w)
            steps.count_end(g, slot)
            if g.result != RUNNING:
                steps.deal_next(g, scratch, slot, games.stride)
                steps.write_static_observation(g, observation, words)
            if observe_all or remaining == 0:
                steps.write_observation(g, scratch, slot, games.masks[i], observation, words)
