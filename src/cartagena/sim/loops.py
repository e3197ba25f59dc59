"""Loops over simulated games on the processor. Each takes a range of games, for threads to share."""

from typing import Any

from cartagena.jit.compiler import entry_point
from cartagena.rules import action_set as sets
from cartagena.rules import batch, turn
from cartagena.rules.chance.fast_rng import seed_scratch
from cartagena.rules.state import NOBODY, RUNNING, Scratches, States
from cartagena.sim import steps


@entry_point
def begin(
    first: int,
    last: int,
    states: States,
    scratches: Scratches,
    slots: Any,
    shown: Any,
    stride: int,
    policy: int,
    ws: Any,
) -> None:
    """Deal these games, each from the seed in its slot, and play to the first choice."""
    masks, seen, words = shown
    for i in range(first, last):
        g, scratch, slot = states[i], scratches[i], slots[i]
        steps.deal_next(g, scratch, slot, stride)
        steps.let_others_play(g, scratch, slot, policy, ws[0])
        steps.show_setting(g, seen[i], words[i])
        steps.show(g, scratch, slot, masks[i], seen[i], words[i])


@entry_point
def begin_from_key(
    i: int,
    key: Any,
    states: States,
    scratches: Scratches,
    slots: Any,
    shown: Any,
    policy: int,
    ws: Any,
) -> None:
    """Deal game i as `Game` would from a seed, given as `words`."""
    masks, seen, words = shown
    g, scratch, slot = states[i], scratches[i], slots[i]
    batch.deal(states, i, key, NOBODY)
    seed_scratch(g, scratch)
    turn.legal(g, scratch)
    steps.let_others_play(g, scratch, slot, policy, ws[0])
    steps.show_setting(g, seen[i], words[i])
    steps.show(g, scratch, slot, masks[i], seen[i], words[i])


@entry_point
def step(
    first: int,
    last: int,
    states: States,
    scratches: Scratches,
    slots: Any,
    shown: Any,
    stride: int,
    policy: int,
    ws: Any,
    actions: Any,
    restart: bool,
) -> None:
    """Do an action in each game, let the others play, and begin anew what is over."""
    masks, seen, words = shown
    for i in range(first, last):
        g, scratch, slot = states[i], scratches[i], slots[i]
        if not sets.contains(scratch, actions[i]):
            slot.outcome = steps.ILLEGAL
            continue
        steps.act(g, scratch, slot, actions[i])
        fresh = False
        while True:
            steps.let_others_play(g, scratch, slot, policy, ws[0])
            if not fresh:
                steps.count_end(g, slot)
            if g.result == RUNNING or not restart:
                break
            steps.deal_next(g, scratch, slot, stride)
            fresh = True
        if fresh:
            steps.show_setting(g, seen[i], words[i])
        steps.show(g, scratch, slot, masks[i], seen[i], words[i])


@entry_point
def play(
    first: int,
    last: int,
    states: States,
    scratches: Scratches,
    slots: Any,
    shown: Any,
    stride: int,
    policy: int,
    ws: Any,
    actions: int,
    show_all: bool,
) -> None:
    """Let a policy make so many actions in each game; show every position, or the last one."""
    masks, seen, words = shown
    for i in range(first, last):
        g, scratch, slot = states[i], scratches[i], slots[i]
        for left in range(actions - 1, -1, -1):
            steps.act_by_policy(g, scratch, slot, policy, ws[0])
            steps.count_end(g, slot)
            if g.result != RUNNING:
                steps.deal_next(g, scratch, slot, stride)
                steps.show_setting(g, seen[i], words[i])
            if show_all or left == 0:
                steps.show(g, scratch, slot, masks[i], seen[i], words[i])
