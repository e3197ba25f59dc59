"""The exploration: breadth first, each table once."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from cartagena.protocol import requests
from cartagena.server.entropy import Entropy
from cartagena.server.tables import create
from cartagena.server.tables.events import Entry
from cartagena.server.tables.reducer import reduce_event, replay_events
from cartagena.server.tables.table import Table
from tests.exploration.laws import (
    Violation,
    canonical,
    check_secrets,
    check_step,
    check_table,
    decide,
)
from tests.exploration.steps import GUEST, OWNER, Step, steps

START_MS: Final = 1_800_000_000_000
_SHORT_WAIT_MS: Final = 1000

SETTINGS: Final[dict[str, dict[str, Any]]] = {
    "one turn, no clock": {"rules": {"preset": "jamaica", "turn_limit": 1}},
    "time per turn": {"seconds": 5},
    "a day per turn": {"seconds": 86_400},
    "time per game": {"budget": 4, "increment": 1},
    "private, drawn from a row": {
        "spectators": False,
        "rules": {"preset": "hispaniola", "turn_limit": 2},
    },
}


class _Fixed(Entropy):
    """The same secret each time."""

    def bits(self, count: int) -> int:
        return (1 << count) // 3


@dataclass
class Result:
    """The size of what was explored."""

    states: int = 0
    transitions: int = 0
    refused: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    """Number of events of each kind."""
    depth: int = 0


@dataclass(frozen=True)
class State:
    """A table at a moment, and how it was reached."""

    table: Table
    now: int
    log: tuple[Entry, ...]
    path: tuple[str, ...] = ()


def first_state(settings: dict[str, Any], *, begun: bool) -> State:
    """Return a new table of two seats. If it has `begun`, both players sit there and it runs."""
    request = requests.NewTable(
        seats=[requests.NewSeat("blue", "me"), requests.NewSeat("red")],
        substitute="drunk",
        **{"rules": {"preset": "jamaica", "turn_limit": 2}, **settings},
    )
    created = create.new_table(request, OWNER, _Fixed())
    log = (Entry(1, START_MS, created),)
    state = State(replay_events("abcdefghijklmnop", log), START_MS, log)
    if begun:
        for name, who in (("join", GUEST), ("start", OWNER)):
            (step,) = (
                step for step in steps(state.table, name) if (step.name, step.who) == (name, who)
            )
            after = _take(state, step)
            assert after is not None
            state = after
    return state


def explore(settings: dict[str, Any], depth: int, *, begun: bool) -> Result:
    """Explore all tables that are at most `depth` steps away. Raises `Violation`."""
    start = first_state(settings, begun=begun)
    result = Result(states=1)
    seen = {hash(canonical(start.table, start.now))}
    level = [start]
    for number in range(depth):
        following: list[State] = []
        for state in level:
            for after in _successors(state, result, f"key {number}"):
                name = hash(canonical(after.table, after.now))
                if name in seen:
                    continue
                seen.add(name)
                result.states += 1
                try:
                    check_table(after.table, after.now)
                    if after.log is not state.log:
                        check_secrets(after.table, after.log[-1])
                    if result.states % 20 == 0:
                        _check_replay(after)
                except Violation as violation:
                    raise Violation(f"{violation}: {', '.join(after.path)}") from None
                following.append(after)
        level, result.depth = following, number + 1
    return result


def _successors(state: State, result: Result, key: str) -> list[State]:
    successors: list[State] = []
    before = canonical(state.table, state.now)
    for step in steps(state.table, key):
        after = _take(state, step)
        if after is None:
            result.refused += 1
            continue
        result.transitions += 1
        result.kinds[type(after.log[-1].event).__name__] += 1
        successors.append(after)
    if canonical(state.table, state.now) != before:
        raise Violation(f"a decision has changed its table: {', '.join(state.path)}")
    return [*successors, *_waits(state)]


def _take(state: State, step: Step) -> State | None:
    """Return the state after a step, or None if it is refused or changes nothing."""
    event = decide(step.decide, state.table, state.now)
    if event is None:
        return None
    entry = Entry(state.table.seq + 1, state.now, event)
    after = reduce_event(state.table, entry)
    path = (*state.path, step.name if step.who is None else f"{step.who.name}: {step.name}")
    try:
        check_step(state.table, step, entry, after, state.now)
    except Violation as violation:
        raise Violation(f"{violation}: {', '.join(path)}") from None
    return State(after, state.now, (*state.log, entry), path)


def _waits(state: State) -> list[State]:
    """Return the states after a second, and when something is due. Time matters only to clocks."""
    table, now = state.table, state.now
    has_clock = bool(table.setup.seconds or table.setup.budget)
    times = {now + _SHORT_WAIT_MS} if has_clock and table.decider is not None else set()
    due = table.due_at()
    if due is not None and due > now:
        times.add(due)
    return [
        State(table, time, state.log, (*state.path, f"{time - now} ms")) for time in sorted(times)
    ]


def _check_replay(state: State) -> None:
    """Check that a table follows from its log."""
    replayed = replay_events(state.table.id, state.log)
    if canonical(replayed, state.now) != canonical(state.table, state.now):
        raise Violation("a table does not follow from its log")
