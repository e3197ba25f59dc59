"""Play-outs: from one position, many worlds are imagined and played on.

Worlds come from a base, a record in which everything unknown is wiped: a seat's view, or what an
onlooker sees who knows all hands but neither the order of the deck nor the chests.

There are two kinds. *Instinctive* ones (`play`) are played at a glance to their end, and teach what
a standing is worth. *Searching* ones (`seek`) are the captain's voyages: this turn and the next
are searched, all seats choosing what serves them best, and the standing is taken some rounds on.
"""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from threading import local
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from cartagena.players.evaluation import standing
from cartagena.players.mcts import forget, new_tree, voyage
from cartagena.players.rollout_policy import follow
from cartagena.players.weights import weights
from cartagena.rules import turn, view
from cartagena.rules.chance.fast_generator import start
from cartagena.rules.chance.seeds import WORD
from cartagena.rules.compiled import kernel
from cartagena.rules.components import UNKNOWN_TOKEN
from cartagena.rules.state import NOBODY, RUNNING, UNKNOWN_CARD, new_rooms, new_states

Result = TypeVar("Result")

DOUBT: Final = 2.0
"""By how many spaces instinct may err."""

LIMIT: Final = 3_000
"""Moves after which a play-out is given up and counts for nobody."""

AS_LIKED: Final = -1
"""No first action is prescribed: instinct chooses that, too."""

ROUNDS: Final = 2
"""How many whole rounds are played before the standings are looked at."""

SEARCHED: Final = 2
"""How many turns, with the present one, the searching ones search."""

FOREVER: Final = 1 << 30
RUNNING_STILL: Final = -2

_PIECE: Final = 64  # play-outs that a thread takes at a time


@kernel
def end_of_rounds(turns: int, players: int) -> int:
    """The turn at which play-outs are looked at: the end of a round, some rounds on.

    It is always the same seat's turn then, so nobody seems ahead for having just moved.
    """
    return (turns // players + 1 + ROUNDS) * players


@kernel
def play_on(g: Any, room: Any, w: Any, first: int, until: int) -> None:
    """Play until so many turns are over, by a first action if one is prescribed."""
    n = 0
    while g.result == RUNNING and g.turns < until and n < LIMIT:
        turn.legal(g, room)
        # Instinct is asked even if it may not choose, so that its doubts later are the same.
        action = follow(g, room, w, DOUBT)
        if n == 0 and first >= 0:
            action = first
        turn.apply(g, action, room)
        n += 1


@kernel
def play_outs(
    base: Any,
    worlds: Any,
    rooms: Any,
    ws: Any,
    first: int,
    until: int,
    low: int,
    high: int,
    to_the_end: bool,
    standings: Any,
    then: Any,
    finally_: Any,
) -> None:
    """A play-out for every row of `standings`; world number k is the same for every action.

    `then` gets who has won when the turns are over (RUNNING_STILL if nobody yet), `finally_` who
    wins in the end, if the play-outs go on to it.
    """
    for k in range(len(then)):
        worlds[0] = base[0]
        g = worlds[0]
        start(g, rooms[0], low & WORD, high & WORD, k, 0)
        view.imagine(g, rooms[0])
        start(g, rooms[0], low & WORD, high & WORD, k, 1)
        play_on(g, rooms[0], ws[0], first, until)
        then[k] = RUNNING_STILL if g.result == RUNNING else g.winner
        for seat in range(g.players):
            standings[k, seat] = standing(g, seat, ws[0])
        if to_the_end:
            play_on(g, rooms[0], ws[0], AS_LIKED, FOREVER)
            finally_[k] = NOBODY if g.result == RUNNING else g.winner


@kernel
def seek_out(
    base: Any,
    worlds: Any,
    rooms: Any,
    trees: Any,
    ws: Any,
    first: int,
    begun: int,
    viewer: int,
    luck: int,
    practice: int,
    standings: Any,
    then: Any,
) -> None:
    """Voyages after a prescribed action, or none; those of practice are not written down."""
    tree = trees[0]
    searched = begun + SEARCHED
    until = end_of_rounds(begun, base[0].players)
    for k in range(-practice, len(then)):
        worlds[0] = base[0]
        g = worlds[0]
        number = k if k >= 0 else len(then) - k
        start(g, rooms[0], luck & WORD, (luck >> 32) & WORD, number, 2)
        view.imagine(g, rooms[0])
        if first >= 0:
            turn.legal(g, rooms[0])
            turn.apply(g, first, rooms[0])
        if g.result == RUNNING:
            tree.planned = searched - g.turns
            tree.horizon = until - g.turns
            voyage(g, rooms[0], tree, viewer, ws[0])
        if k >= 0:
            then[k] = RUNNING_STILL if g.result == RUNNING else g.winner
            for seat in range(g.players):
                standings[k, seat] = standing(g, seat, ws[0])


@dataclass(frozen=True, slots=True)
class Ends:
    """How some play-outs stood after their rounds, and how they ended."""

    standings: NDArray[Any]
    then: NDArray[Any]
    finally_: NDArray[Any]


def onlooker(states: NDArray[Any]) -> NDArray[Any]:
    """The base for worlds as someone sees them who knows all hands, but not what is to come."""
    base = states.copy()
    unseen = np.arange(base["deck"].shape[1]) < base["deck_size"][0]
    unseen &= base["seen"][0] == 0
    base["deck"][0][unseen] = UNKNOWN_CARD
    token = base["token"][0]
    token[token != 0] = UNKNOWN_TOKEN
    return base


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="play-outs")


@cache
def _weights() -> NDArray[Any]:
    return weights()


def play(
    base: NDArray[Any],
    n: int,
    luck: int,
    *,
    to_the_end: bool = False,
) -> Ends:
    """So many play-outs from a base; the same luck gives the same worlds."""
    players = int(base["players"][0])
    ends = Ends(np.empty((n, players)), np.empty(n, np.int8), np.empty(n, np.int8))
    until = end_of_rounds(int(base["turns"][0]), players)
    ws = _weights()

    def piece(at: int) -> None:
        part = slice(at, at + _PIECE)
        low, high = luck & WORD, (luck >> 32) ^ at
        play_outs(
            base,
            new_states(1),
            new_rooms(),
            ws,
            AS_LIKED,
            until,
            low,
            high,
            to_the_end,
            ends.standings[part],
            ends.then[part],
            ends.finally_[part],
        )

    if n > _PIECE:
        at_once(piece, range(0, n, _PIECE))
    else:
        piece(0)
    return ends


class _Room(local):
    """Each thread searches in a room of its own."""

    def __init__(self) -> None:
        self.world, self.rooms, self.tree = new_tree()


_ROOM = _Room()


@dataclass(frozen=True, slots=True)
class Sight:
    """From where play-outs are judged: the turn from which rounds count, and whose search it is.

    Two estimates can be compared fairly only if they have this in common.
    """

    turns: int
    seat: int

    @classmethod
    def of(cls, state: NDArray[Any]) -> "Sight":
        """As whoever must choose now sees it."""
        return cls(int(state["turns"][0]), int(state["decider"][0]))


def seek(
    base: NDArray[Any],
    n: int,
    luck: int,
    *,
    first: int = AS_LIKED,
    sight: Sight | None = None,
    practice: int | None = None,
) -> Ends:
    """So many searching play-outs, after twice as many for practice, in this thread."""
    players = int(base["players"][0])
    ends = Ends(np.empty((n, players)), np.empty(n, np.int8), np.empty(0, np.int8))
    sight = Sight.of(base) if sight is None else sight
    practice = 2 * n if practice is None else practice
    room = _ROOM
    forget(room.tree, n + practice)
    seek_out(
        *(base, room.world, room.rooms, room.tree, _weights()),
        *(first, sight.turns, sight.seat, luck, practice),
        *(ends.standings, ends.then),
    )
    return ends


def at_once(work: Callable[[Any], Result], over: Iterable[Any]) -> list[Result]:
    """Do pieces of work in threads; compiled play-outs run on all cores."""
    return list(_threads().map(work, over))
