"""CUDA kernels: one thread per game, calling the same functions as the CPU.

With ``NUMBA_ENABLE_CUDASIM=1`` Numba runs them on the CPU as ordinary Python.

On a GPU, threads of a warp that take different branches wait for each other, and code that does not fit
into the instruction cache is fetched again and again. So all finished games of a warp are dealt at the
same time, every few actions. Sets of places use the GPU's bit-counting instructions. ChaCha20, which
simulated games never use, is excluded.
"""

from typing import Any, Final

import numba
import numpy as np
from numba import cuda, int64
from numba.core import config

from cartagena.bots.search.deckhand_policy import choose_as_deckhand
from cartagena.bots.search.rollout_policy import choose_action
from cartagena.bots.search.weights import Weights
from cartagena.jit.compiler import python_code
from cartagena.jit.gpu import gpu_function, gpu_kernel
from cartagena.jit.numba_backend import replace_on_gpu, use_kernels_on_gpu
from cartagena.jit.records import Matrix, Records, Vector
from cartagena.rules import action_set, bits
from cartagena.rules.actions import ACTIONS, ROWS
from cartagena.rules.chance import source
from cartagena.rules.chance.fast_rng import pick
from cartagena.rules.observation import (
    FIRST_WORD,
    LAST_WORD,
    ObservationRecord,
    Words,
    observe_position,
)
from cartagena.rules.state import RUNNING, SCRATCH, STATE, Scratch, Scratches, State, States
from cartagena.sim import steps
from cartagena.sim.steps import (
    DECKHAND,
    GAME_SLOT,
    RANDOM,
    ROLLOUT,
    ROLLOUT_NOISE,
    GameSlot,
)

WARP: Final = 32
"""Threads that a GPU runs in lockstep."""

MASK_WORDS: Final = ACTIONS // 8

ACTIONS_PER_DEAL_CHECK: Final = 64
"""Actions between checks for finished games, which a warp deals at the same time."""

OBSERVED_ACTIONS_PER_DEAL_CHECK: Final = 8
"""The same if every position is observed. Actions take longer then, and so does waiting."""

# With fewer registers per thread, more threads fit in and run while others wait for code. This helps
# games with spells. The CUDA simulator does not accept the option.
SPELL_LIMITS: Final = {} if config.ENABLE_CUDASIM else {"max_registers": 64}


def _type_of(record: Any) -> Any:
    """Return the compiler's type of a record. The CUDA simulator uses the dtype itself."""
    return record if config.ENABLE_CUDASIM else numba.from_dtype(record)


# Records in thread-local memory.
GPU_STATE: Final = _type_of(STATE)
GPU_SCRATCH: Final = _type_of(SCRATCH)
_GPU_SLOT: Final = _type_of(GAME_SLOT)


# Rules that a GPU computes differently, with the same results.


@gpu_function
def _count(mask: int) -> Any:
    return np.int64(cuda.popc(np.int64(mask)))


@gpu_function
def _lowest(mask: int) -> Any:
    return np.int64(cuda.ffs(np.int64(mask))) - 1


@gpu_function
def _highest(mask: int) -> Any:
    return 63 - np.int64(cuda.clz(np.int64(mask)))


@gpu_function
def _up_to_highest(mask: int) -> Any:
    return (np.int64(1) << (64 - np.int64(cuda.clz(np.int64(mask))))) - 1


@gpu_function
def _below(g: State, _stream: Any, _number: Any, n: int) -> Any:
    return pick(g, n)


@gpu_function
def _is_scripted(_g: State) -> Any:
    return False


if not config.ENABLE_CUDASIM:
    use_kernels_on_gpu()
    for _rule, _function in (
        (bits.count, _count),
        (bits.lowest, _lowest),
        (bits.highest, _highest),
        (bits.up_to_highest, _up_to_highest),
        (source.below, _below),
        (source.is_scripted, _is_scripted),
        # Inlined: as a separate function it needs 255 registers, so that fewer games fit in.
        (steps.act, cuda.jit(device=True, forceinline=True)(python_code(steps.act))),
    ):
        replace_on_gpu(_rule, _function)


@gpu_kernel
def begin(states: States, scratches: Scratches, slots: Records[GameSlot], stride: int) -> None:
    """Deal each game from the seed in its slot."""
    i = cuda.grid(1)
    if i < len(states):
        steps.deal_next(states[i], scratches[i], slots[i], stride)


@gpu_kernel
def write_observations(
    states: States,
    scratches: Scratches,
    slots: Records[GameSlot],
    masks: Records[Words],
    observations: Records[ObservationRecord],
    words: Records[Words],
) -> None:
    """Write the masks and observations of all games."""
    i = cuda.grid(1)
    if i < len(states):
        steps.write_static_observation(states[i], observations[i], words[i])
        steps.write_observation(
            states[i], scratches[i], slots[i], masks[i], observations[i], words[i]
        )


@gpu_kernel
def step(
    states: States,
    scratches: Scratches,
    slots: Records[GameSlot],
    stride: int,
    actions: Vector[int],
) -> None:
    """Apply an action in each game, and deal the next game where one is over."""
    i = cuda.grid(1)
    if i < len(states):
        slot = slots[i]
        if action_set.contains(scratches[i], actions[i]):
            steps.act(states[i], scratches[i], slot, actions[i])
            steps.count_end(states[i], slot)
            if states[i].result != RUNNING:
                steps.deal_next(states[i], scratches[i], slot, stride)
        else:
            slot.outcome = steps.ILLEGAL


# Records are copied as words, because the compiler would copy byte by byte.


@gpu_function
def load_words(words: Vector[int], rows: Matrix[int], i: int) -> None:
    """Copy row i into thread-local memory, both as words."""
    for k in range(len(words)):
        words[k] = rows[i, k]


@gpu_function
def store_words(words: Vector[int], rows: Matrix[int], i: int) -> None:
    """Copy thread-local memory back into row i."""
    for k in range(len(words)):
        rows[i, k] = words[k]


@gpu_function
def _choose_at_random(_g: State, scratch: Scratch, _w: Weights) -> Any:
    return steps.choose(scratch)


@gpu_function
def _choose_by_rollout_policy(g: State, scratch: Scratch, w: Weights) -> Any:
    return choose_action(g, scratch, w, ROLLOUT_NOISE)


@gpu_function
def _choose_as_deckhand(g: State, scratch: Scratch, _w: Weights) -> Any:
    return choose_as_deckhand(g, scratch)


def _play(choose: Any, **limits: int) -> Any:
    """Build a kernel that lets a policy play a number of actions in each game.

    The game is kept in thread-local memory. The GPU interleaves it with that of neighbouring threads,
    which read the same field at the same time.
    """

    def play(
        states: Matrix[int],
        scratches: Matrix[int],
        slots: Matrix[int],
        stride: int,
        weights: Records[Weights],
        actions: int,
    ) -> None:
        i = cuda.grid(1)
        if i < len(states):
            own_state = cuda.local.array(1, GPU_STATE)
            own_scratch = cuda.local.array(1, GPU_SCRATCH)
            own_slot = cuda.local.array(1, _GPU_SLOT)
            load_words(own_state.view(np.int64), states, i)
            load_words(own_scratch.view(np.int64), scratches, i)
            load_words(own_slot.view(np.int64), slots, i)
            g = own_state[0]
            scratch = own_scratch[0]
            slot = own_slot[0]
            done = 0
            while done < actions or g.result != RUNNING:
                if g.result != RUNNING:
                    steps.deal_next(g, scratch, slot, stride)
                for _ in range(ACTIONS_PER_DEAL_CHECK):
                    if done < actions and g.result == RUNNING:
                        steps.act(g, scratch, slot, choose(g, scratch, weights[0]))
                        steps.count_end(g, slot)
                        done += 1
            store_words(own_state.view(np.int64), states, i)
            store_words(own_scratch.view(np.int64), scratches, i)
            store_words(own_slot.view(np.int64), slots, i)

    return cuda.jit(**limits)(play)


def _play_observed(choose: Any) -> Any:
    """Build the same kernel, but with masks and observations written before every action.

    A block is one warp. All its threads write the mask of each game together and clear its
    observation, so that neighbouring threads write neighbouring words. They must stay in lockstep,
    including threads whose game is over or that have no game.
    """

    @gpu_kernel
    def play(
        states: Matrix[int],
        scratches: Matrix[int],
        slots: Matrix[int],
        masks: Records[Words],
        observations: Records[ObservationRecord],
        words: Records[Words],
        stride: int,
        weights: Records[Weights],
        actions: int,
    ) -> None:
        i = cuda.grid(1)
        lane = cuda.threadIdx.x
        first = i - lane
        last = min(first + WARP, len(states))
        legal = cuda.shared.array((WARP, ROWS), int64)
        own_state = cuda.local.array(1, GPU_STATE)
        own_scratch = cuda.local.array(1, GPU_SCRATCH)
        own_slot = cuda.local.array(1, _GPU_SLOT)
        own = min(i, last - 1)
        load_words(own_state.view(np.int64), states, own)
        load_words(own_scratch.view(np.int64), scratches, own)
        load_words(own_slot.view(np.int64), slots, own)
        g = own_state[0]
        scratch = own_scratch[0]
        slot = own_slot[0]
        done = 0 if i < last else actions
        while cuda.syncthreads_or(np.int32(done < actions or g.result != RUNNING)):
            if g.result != RUNNING:
                steps.deal_next(g, scratch, slot, stride)
                steps.write_static_observation(g, observations[i], words[i])
            for _ in range(OBSERVED_ACTIONS_PER_DEAL_CHECK):
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
                if done < actions and g.result == RUNNING:
                    observe_position(g, steps.observer(g, slot), observations[i])
                    steps.act(g, scratch, slot, choose(g, scratch, weights[0]))
                    steps.count_end(g, slot)
                    done += 1
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
"""The kernels that play by each policy. Each is compiled on first use."""

PLAY_AT_RANDOM_WITH_SPELLS: Final = _play(_choose_at_random, **SPELL_LIMITS)
"""The kernel for random play of games with spells."""

PLAY_OBSERVED: Final = {policy: _play_observed(choose) for policy, choose in _POLICIES.items()}
"""The kernels that observe every position. They are launched in blocks of one warp."""
