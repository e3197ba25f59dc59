"""The kernels of the GPU: a thread for each game, calling the functions that the processor runs.

With ``NUMBA_ENABLE_CUDASIM=1`` Numba runs them on the processor, as ordinary Python.

Where time goes on a GPU: threads of a warp that do different things wait for each other, and code
that does not fit into the instruction cache is fetched again and again. So games are dealt together,
every few actions; sets of places are counted by the one instruction that a GPU has for it; and the
chance of real games (ChaCha20), which simulated games never use, is left out.
"""

from typing import Any, Final

import numba
import numpy as np
from numba import cuda, int64
from numba.core import config

from cartagena.bots.search.deckhand_policy import choose_as_deckhand
from cartagena.bots.search.rollout_policy import choose_action
from cartagena.rules import action_set as sets
from cartagena.rules import bits
from cartagena.rules.actions import ACTIONS, ROWS
from cartagena.rules.chance import source
from cartagena.rules.chance.fast_rng import pick
from cartagena.rules.state import RUNNING, SCRATCH, STATE, Scratch, Scratches, State, States
from cartagena.sim import steps
from cartagena.sim.observation import FIRST_WORD, LAST_WORD, observe_position
from cartagena.sim.steps import DECKHAND, RANDOM, ROLLOUT, ROLLOUT_NOISE, SLOT

WARP: Final = 32
"""Threads that a GPU runs in step."""

MASK_WORDS: Final = ACTIONS // 8

TOGETHER: Final = 64
"""Actions between two looks for games that are over: those of a warp are dealt at the same time."""

TOGETHER_SHOWN: Final = 8
"""The same where every position is shown: an action takes longer then, and so does waiting for others."""

# A thread of a game with spells has so many registers at most. More threads then fit in, which
# run while others wait for their code. The simulator knows no registers.
LIMITS_WITH_SPELLS: Final = {} if config.ENABLE_CUDASIM else {"max_registers": 64}


def _type_of(record: Any) -> Any:
    """A record as the compiler knows it; the simulator takes the layout itself."""
    return record if config.ENABLE_CUDASIM else numba.from_dtype(record)


# Records in a thread's own memory.
GPU_STATE: Final = _type_of(STATE)
GPU_SCRATCH: Final = _type_of(SCRATCH)
_SLOT: Final = _type_of(SLOT)


# What a GPU does in another way than a processor, with the same results.


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def _count(mask: int) -> Any:
    return np.int64(cuda.popc(np.int64(mask)))


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def _lowest(mask: int) -> Any:
    return np.int64(cuda.ffs(np.int64(mask))) - 1


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def _highest(mask: int) -> Any:
    return 63 - np.int64(cuda.clz(np.int64(mask)))


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def _up_to_highest(mask: int) -> Any:
    return (np.int64(1) << (64 - np.int64(cuda.clz(np.int64(mask))))) - 1


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def _below(g: State, stream: Any, number: Any, n: int) -> Any:  # noqa: ARG001
    return pick(g, n)


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def _is_given(g: State) -> Any:  # noqa: ARG001
    return False


def _replace_on_gpu(rule: Any, function: Any) -> None:
    """Let kernels call another function in place of a rule.

    Numba keeps the GPU's version of a function under this name. Should a later one look elsewhere,
    the rule itself is compiled: slower, and the same.
    """
    rule._CUDATypingContext__dispatcher = function  # noqa: SLF001


if not config.ENABLE_CUDASIM:
    for _rule, _function in (
        (bits.count, _count),
        (bits.lowest, _lowest),
        (bits.highest, _highest),
        (bits.up_to_highest, _up_to_highest),
        (source.below, _below),
        (source.is_given, _is_given),
        # As a function of its own it would need 255 registers, so that fewer games fit in.
        (steps.act, cuda.jit(device=True, forceinline=True)(vars(steps.act)["py_func"])),
    ):
        _replace_on_gpu(_rule, _function)


@cuda.jit  # type: ignore[untyped-decorator]
def begin(states: States, scratches: Scratches, slots: Any, stride: int) -> None:
    """Deal all games, each from the seed in its slot."""
    i = cuda.grid(1)
    if i < len(states):
        steps.deal_next(states[i], scratches[i], slots[i], stride)


@cuda.jit  # type: ignore[untyped-decorator]
def show(
    states: States, scratches: Scratches, slots: Any, masks: Any, seen: Any, words: Any
) -> None:
    """Write what is legal and what is observed in all games."""
    i = cuda.grid(1)
    if i < len(states):
        steps.show_setting(states[i], seen[i], words[i])
        steps.show(states[i], scratches[i], slots[i], masks[i], seen[i], words[i])


@cuda.jit  # type: ignore[untyped-decorator]
def step(states: States, scratches: Scratches, slots: Any, stride: int, actions: Any) -> None:
    """Do an action in each game, and begin anew what is over."""
    i = cuda.grid(1)
    if i < len(states):
        slot = slots[i]
        if sets.contains(scratches[i], actions[i]):
            steps.act(states[i], scratches[i], slot, actions[i])
            steps.count_end(states[i], slot)
            if states[i].result != RUNNING:
                steps.deal_next(states[i], scratches[i], slot, stride)
        else:
            slot.outcome = steps.ILLEGAL


# Records are copied as words; the compiler would copy byte by byte.


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def load_words(words: Any, rows: Any, i: int) -> None:
    """Copy a record into the thread's own memory, both as words."""
    for k in range(len(words)):
        words[k] = rows[i, k]


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def store_words(words: Any, rows: Any, i: int) -> None:
    """Copy it back."""
    for k in range(len(words)):
        rows[i, k] = words[k]


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def _choose_at_random(g: State, scratch: Scratch, w: Any) -> Any:  # noqa: ARG001
    return steps.choose(scratch)


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def _choose_by_rollout_policy(g: State, scratch: Scratch, w: Any) -> Any:
    return choose_action(g, scratch, w, ROLLOUT_NOISE)


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def _choose_as_deckhand(g: State, scratch: Scratch, w: Any) -> Any:  # noqa: ARG001
    return choose_as_deckhand(g, scratch)


def _play(choose: Any, **limits: int) -> Any:
    """A kernel that lets a policy make so many actions in each game.

    The game lies in the thread's own memory meanwhile, which the GPU interleaves with that of its
    neighbours: they read the same field at the same time.
    """

    @cuda.jit(**limits)  # type: ignore[untyped-decorator]
    def play(states: Any, scratches: Any, slots: Any, stride: int, ws: Any, actions: int) -> None:
        i = cuda.grid(1)
        if i < len(states):
            own_state = cuda.local.array(1, GPU_STATE)
            own_scratch = cuda.local.array(1, GPU_SCRATCH)
            own_slot = cuda.local.array(1, _SLOT)
            load_words(own_state.view(np.int64), states, i)
            load_words(own_scratch.view(np.int64), scratches, i)
            load_words(own_slot.view(np.int64), slots, i)
            g = own_state[0]
            scratch = own_scratch[0]
            slot = own_slot[0]
            made = 0
            while made < actions or g.result != RUNNING:
                if g.result != RUNNING:
                    steps.deal_next(g, scratch, slot, stride)
                for _ in range(TOGETHER):
                    if made < actions and g.result == RUNNING:
                        steps.act(g, scratch, slot, choose(g, scratch, ws[0]))
                        steps.count_end(g, slot)
                        made += 1
            store_words(own_state.view(np.int64), states, i)
            store_words(own_scratch.view(np.int64), scratches, i)
            store_words(own_slot.view(np.int64), slots, i)

    return play


def _play_shown(choose: Any) -> Any:
    """The same, writing what is legal and what is observed before every action.

    All threads of a block, which are one warp, write the masks of each of its games together, and
    blank its observation: neighbours write neighbouring words. So they keep in step, also
    those whose games are over or that have no game.
    """

    @cuda.jit  # type: ignore[untyped-decorator]
    def play(
        states: Any,
        scratches: Any,
        slots: Any,
        masks: Any,
        seen: Any,
        words: Any,
        stride: int,
        ws: Any,
        actions: int,
    ) -> None:
        i = cuda.grid(1)
        lane = cuda.threadIdx.x
        first = i - lane
        last = min(first + WARP, len(states))
        legal = cuda.shared.array((WARP, ROWS), int64)
        own_state = cuda.local.array(1, GPU_STATE)
        own_scratch = cuda.local.array(1, GPU_SCRATCH)
        own_slot = cuda.local.array(1, _SLOT)
        mine = min(i, last - 1)
        load_words(own_state.view(np.int64), states, mine)
        load_words(own_scratch.view(np.int64), scratches, mine)
        load_words(own_slot.view(np.int64), slots, mine)
        g = own_state[0]
        scratch = own_scratch[0]
        slot = own_slot[0]
        made = 0 if i < last else actions
        while cuda.syncthreads_or(np.int32(made < actions or g.result != RUNNING)):
            if g.result != RUNNING:
                steps.deal_next(g, scratch, slot, stride)
                steps.show_setting(g, seen[i], words[i])
            for _ in range(TOGETHER_SHOWN):
                for row in range(ROWS):
                    legal[lane, row] = scratch.mask[row]
                cuda.syncthreads()
                for game in range(first, last):
                    for k in range(lane, MASK_WORDS, WARP):
                        bits = legal[game - first, k >> 3]
                        masks[game].word[k] = steps.spread((bits >> (8 * (k & 7))) & 0xFF)
                for game in range(first, last):
                    for k in range(FIRST_WORD + lane, LAST_WORD, WARP):
                        words[game].word[k] = 0
                cuda.syncthreads()
                if made < actions and g.result == RUNNING:
                    observe_position(g, steps.observer(g, slot), seen[i])
                    steps.act(g, scratch, slot, choose(g, scratch, ws[0]))
                    steps.count_end(g, slot)
                    made += 1
        if i < last:
            store_words(own_state.view(np.int64), states, i)
            store_words(own_scratch.view(np.int64), scratches, i)
            store_words(own_slot.view(np.int64), slots, i)

    return play


_POLICIES: Final = {
    RANDOM: _choose_at_random,
    ROLLOUT: _choose_by_rollout_policy,
    DECKHAND: _choose_as_deckhand,
}

PLAY: Final = {policy: _play(choose) for policy, choose in _POLICIES.items()}
"""The kernels that play, each compiled when it is first used."""

PLAY_AT_RANDOM_WITH_SPELLS: Final = _play(_choose_at_random, **LIMITS_WITH_SPELLS)
"""The one for random play of games with spells."""

PLAY_SHOWN: Final = {policy: _play_shown(choose) for policy, choose in _POLICIES.items()}
"""Those that show every position; they are launched in blocks of one warp."""
