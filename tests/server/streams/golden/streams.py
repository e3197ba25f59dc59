"""The texts of the golden streams."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from cartagena.server.streams.broadcaster import render
from cartagena.server.streams.sse import message
from cartagena.server.tables.events import (
    Contributed,
    Created,
    Entry,
    Event,
    Joined,
    Left,
    Moved,
    Muted,
    PauseWanted,
    Resumed,
    Said,
    SeatPlan,
    Started,
    TimedOut,
    TimeRefunded,
    TurnEnded,
    Undone,
)
from cartagena.server.tables.reducer import reduce_event, replay_events
from cartagena.server.tables.table import Table
from cartagena.server.tables.views import EventView, snapshot
from tests.rules.playthroughs.playthroughs import TOLD, choose

FOLDER: Final = Path(__file__).parent
PRESETS_TOLD: Final = TOLD
VIEWERS: Final = {"blue": "anna", "red": "bert", "spectator": ""}
MOVES: Final = 12
WINDOW_MS: Final = 3000
SECONDS: Final = 60

Fields = dict[str, Any]


class Transcript:
    """A table, and the text of everything that its viewers have been sent."""

    def __init__(self, preset: str) -> None:
        plans = [
            SeatPlan("blue", "player", identity="anna", name="Anna"),
            SeatPlan("red", "open"),
            SeatPlan("green", "bot", "deckhand"),
        ]
        created = Created(
            owner="anna",
            name="Golden",
            rules={"preset": preset},
            seats=plans,
            public=True,
            spectators=True,
            seconds=SECONDS,
            substitute="deckhand",
            secret="5a" * 32,
        )
        self.table = replay_events("goldengoldengold", [Entry(1, 1000, created)])
        self.now = 1000
        self.lines: list[str] = []
        self._last: dict[tuple[str, str], Fields] = {}
        self.snapshots()

    def snapshots(self) -> None:
        """Send everybody a snapshot."""
        for viewer, identity in VIEWERS.items():
            present = ["anna", "bert"]
            everything = snapshot(self.table, identity, present, self.now, frozenset())
            self._tell(viewer, message("snapshot", everything, self.table.seq))

    def do(self, event: Event) -> None:
        """Let an event happen a second later, and send it to everybody who may have it."""
        self.now += 1000
        entry = Entry(self.table.seq + 1, self.now, event)
        self.table = reduce_event(self.table, entry)
        view = EventView(self.table, entry)
        self.lines.append("")
        for viewer, identity in VIEWERS.items():
            data = render(view, entry, identity)
            if data is None:
                self.lines.append(f"{viewer}: nothing")
            else:
                self._tell(viewer, data)

    def _tell(self, viewer: str, data: bytes) -> None:
        head, _, rest = data.decode().partition("\ndata: ")
        number, _, kind = head.partition("\n")
        content = json.loads(rest)
        assert rest.endswith("\n\n")
        fields = dict(_flat("", content))
        before = self._last.get((viewer, kind), {})
        self.lines.append(f"{viewer}: {kind.removeprefix('event: ')} {number.removeprefix('id: ')}")
        for name in sorted({*fields, *before}):
            if name not in fields:
                self.lines.append(f"  {name} is gone")
            elif name not in before or before[name] != fields[name]:
                self.lines.append(f"  {name} {json.dumps(fields[name], ensure_ascii=False)}")
        self._last[viewer, kind] = fields


def _flat(prefix: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield each value with its path. Lists of plain values stay whole."""
    if isinstance(value, dict) and value:
        for key, part in value.items():
            yield from _flat(f"{prefix}.{key}" if prefix else key, part)
    elif isinstance(value, list) and any(isinstance(part, (dict, list)) for part in value):
        for number, part in enumerate(value):
            yield from _flat(f"{prefix}[{number}]", part)
    else:
        yield prefix, value


def stream_of(preset: str) -> str:
    """Return everything that the viewers of a game of this preset are sent."""
    transcript = Transcript(preset)
    transcript.do(Said("cleo", "Cleo", "Ahoy!"))
    transcript.do(Joined("red", "bert", "Bert"))
    transcript.do(Contributed("blue", "ab" * 16, "anna"))
    entropy = {"blue": "ab" * 16, "red": "cd" * 16, "green": "ef" * 16}
    transcript.do(Started(entropy, ["red", "green"], "anna"))
    transcript.snapshots()
    transcript.do(Muted("anna", "cleo", muted=True))
    transcript.do(Said("cleo", "Cleo", "Nobody reads this."))
    counts, luck = Counter[str](), Random(preset)
    undone = interrupted = False
    for number in range(MOVES):
        table = transcript.table
        if table.undo_window:
            transcript.do(TurnEnded(table.undo_seat))
        if transcript.table.game is None or transcript.table.game.over:
            break
        seat = transcript.table.decider
        assert seat is not None
        move = choose(transcript.table.game, counts, luck)
        counts[move.kind] += 1
        transcript.do(_moved(transcript.table, move.text))
        if transcript.table.may_undo() and not undone and transcript.table.turn in VIEWERS:
            transcript.do(Undone(transcript.table.turn, VIEWERS[transcript.table.turn], "undo"))
            undone = True
        if number >= MOVES // 2 and not interrupted:
            interrupted = _interrupt(transcript)
    transcript.do(Left("red", "bert"))
    transcript.snapshots()
    return "\n".join(transcript.lines) + "\n"


def _moved(table: Table, move: str) -> Moved:
    seat = table.decider
    assert seat is not None
    forced = table.forced_step()
    by: Any = "server" if forced else "bot" if seat.kind == "bot" else "player"
    event = Moved(seat.colour, forced or move, by, seat.identity)
    if by == "player":
        event.undo_window_ms = WINDOW_MS
    return event


def _interrupt(transcript: Transcript) -> bool:
    """Pause the game, and let the player to move run out of time, if it is a person."""
    seat = transcript.table.decider
    if seat is None or seat.kind != "player" or transcript.table.undo_window:
        return False
    transcript.do(PauseWanted("anna", wanted=True))
    transcript.do(PauseWanted("bert", wanted=True))
    transcript.do(PauseWanted("bert", wanted=False))
    transcript.do(TimeRefunded(5000, transcript.now))
    transcript.do(TimedOut(seat.colour))
    transcript.do(Resumed(seat.colour, seat.identity))
    transcript.do(Said("anna", "Anna", "Back again.", "blue"))
    return True
