"""A table as the fold of its log: who sits where, and how the game stands."""

from collections import deque
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from cartagena.explain.outcomes import Outcome, outcome
from cartagena.fairness import scheme
from cartagena.game import Game
from cartagena.rules.options import Rules
from cartagena.server.tables.events import (
    Contributed,
    Created,
    Entry,
    Event,
    Joined,
    Lapsed,
    Left,
    Moved,
    Muted,
    Rematched,
    Returned,
    Said,
    SeatKind,
    SeatSet,
    Started,
    Undone,
)

Status = Literal["waiting", "running", "finished"]

CHAT_KEPT: Final = 100
"""How many of the last words said a newcomer is told."""

# Moves that show nobody anything but what their maker chose to show.
_HARMLESS: Final = frozenset(
    ("advance", "retreat", "morgan", "sail", "hook", "parrots", "with", "as")
)


_KEYED: Final = (Joined, Contributed, Left, SeatSet, Started, Returned, Muted, Rematched)


@dataclass(slots=True)
class Seat:
    """One place at the table."""

    colour: str
    kind: SeatKind
    level: str = ""
    identity: str = ""
    name: str = ""
    contribution: str = ""
    standin: bool = False
    """Whether a bot plays on for an absent player."""


@dataclass(slots=True)
class Table:
    """Everything that is known of one table."""

    id: str
    seq: int = 0
    plan: Created | None = None
    created_at: int = 0
    seats: list[Seat] = field(default_factory=list)
    game: Game | None = None
    board: list[str] = field(default_factory=list)
    """The symbols of the way, from the first space on."""
    key: bytes = b""
    contributions: dict[str, str] = field(default_factory=dict)
    drawn_by_server: list[str] = field(default_factory=list)
    game_seq: int = 0
    """The number of the last event that changed the game: what the next move answers."""
    turn_since: int = 0
    """When the one who must choose now was first asked, in milliseconds."""
    movers: list[str] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    """What each move has brought, written down when it was made."""
    answers: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)
    """What was answered to each idempotency key of each identity: number and move."""
    keyed: dict[tuple[str, str], tuple[int, type[Event]]] = field(default_factory=dict)
    """Which event each key of each identity led to, where the answer is the table itself."""
    chat: deque[tuple[int, int, Said]] = field(default_factory=lambda: deque(maxlen=CHAT_KEPT))
    mutes: set[tuple[str, str]] = field(default_factory=set)
    rematch: str = ""

    # Looking.

    @property
    def laid(self) -> Created:
        """How the table was laid."""
        assert self.plan is not None, "a log begins with `created`"
        return self.plan

    @property
    def status(self) -> Status:
        """Where the table stands."""
        if self.game is None:
            return "waiting"
        return "finished" if self.game.over else "running"

    def seat(self, colour: str) -> Seat | None:
        """The seat of this colour, if the table has one."""
        return next((seat for seat in self.seats if seat.colour == colour), None)

    def seats_of(self, identity: str) -> tuple[str, ...]:
        """The colours that this person plays."""
        if not identity:
            return ()
        return tuple(seat.colour for seat in self.seats if seat.identity == identity)

    def may_be_watched_by(self, identity: str) -> bool:
        """Whether somebody may look on: all before the game, then perhaps only those who play."""
        if self.laid.spectators or self.game is None:
            return True
        return bool(identity) and (self.laid.owner == identity or bool(self.seats_of(identity)))

    @property
    def decider(self) -> Seat | None:
        """Who must choose now."""
        if self.game is None or self.game.over:
            return None
        return self.seat(self.game.decider)

    def is_for_bot(self) -> str:
        """The level of the bot that must choose now; nothing if it is a person's choice."""
        seat = self.decider
        if seat is None:
            return ""
        if seat.kind == "bot":
            return seat.level
        return self.laid.standin if seat.standin else ""

    def deadline(self) -> int | None:
        """When the time of the one who must choose runs out, in milliseconds."""
        if not self.laid.seconds:
            return None
        seat = self.decider
        if seat is None or seat.kind == "bot" or seat.standin:
            return None
        return self.turn_since + 1000 * self.laid.seconds

    def may_undo(self) -> bool:
        """Whether the last move may be taken back: same turn, and it showed nothing hidden."""
        game = self.game
        if game is None or game.over or not self.movers or self.movers[-1] != game.turn:
            return False
        if game.decider != game.turn or game.moves[-1].kind not in _HARMLESS:
            return False
        then, now = game.packed_state(moves_ago=1), game.packed_state()
        fields = ("active", "turns", "deck", "deck_size", "generator", "token", "opened")
        return all(then[name].tobytes() == now[name].tobytes() for name in fields)

    # The fold.

    def apply(self, entry: Entry) -> None:
        """Let one more event have happened."""
        if entry.seq != self.seq + 1:
            raise AssertionError(f"event {entry.seq} cannot follow {self.seq}")
        event = entry.event
        match event:
            case Created():
                self._lay(event, entry.at)
            case Joined():
                seat = self._at(event.seat)
                seat.kind, seat.identity, seat.name = "player", event.identity, event.name
                seat.contribution, seat.level, seat.standin = event.contribution, "", False
            case Contributed():
                self._at(event.seat).contribution = event.value
            case Left():
                self._leave(self._at(event.seat))
            case SeatSet():
                seat = self._at(event.seat)
                seat.kind, seat.level, seat.identity = event.kind, event.level, ""
                seat.name = seat.contribution = ""
            case Started():
                self._start(event)
                self.turn_since = entry.at
            case Moved():
                asked = self.decider
                self._move(event, entry.seq)
                if self.decider is not asked:
                    self.turn_since = entry.at
            case Undone():
                self._undo(event, entry.seq)
            case Lapsed():
                self._at(event.seat).standin = True
            case Returned():
                self._at(event.seat).standin = False
                # Whoever comes back in the middle of their turn has all its time again; others have
                # only their own.
                if self.decider is self._at(event.seat):
                    self.turn_since = entry.at
            case Said():
                self.chat.append((entry.seq, entry.at, event))
                if event.key:
                    self.answers[event.identity, event.key] = (entry.seq, "")
            case Muted():
                pair = (event.identity, event.whom)
                self.mutes.add(pair) if event.muted else self.mutes.discard(pair)
            case Rematched():
                self.rematch = event.table
        self.seq = entry.seq
        if isinstance(event, _KEYED) and event.key:
            self.keyed[event.identity, event.key] = (entry.seq, type(event))
        if isinstance(event, Started | Moved | Undone):
            self.game_seq = entry.seq

    def _at(self, colour: str) -> Seat:
        seat = self.seat(colour)
        assert seat is not None, colour
        return seat

    def _lay(self, event: Created, at: int) -> None:
        self.plan, self.created_at = event, at
        self.seats = [
            Seat(seat.colour, seat.kind, seat.level, seat.identity, seat.name)
            for seat in event.seats
        ]

    def _leave(self, seat: Seat) -> None:
        seat.identity = seat.name = ""
        if self.game is None:
            seat.kind, seat.contribution = "open", ""
        else:
            seat.kind, seat.level = "bot", self.laid.standin

    def _start(self, event: Started) -> None:
        self.contributions, self.drawn_by_server = event.contributions, event.drawn_by_server
        self.key = scheme.key(self.laid.secret, self.id, event.contributions)
        rules = Rules.from_mapping(self.laid.rules)
        self.game = Game(rules, list(event.contributions), scheme.deal_seed(self.key))
        self.board = self.game.view(0)["board"]
        self.seats = [seat for seat in self.seats if seat.kind != "closed"]

    def _move(self, event: Moved, seq: int) -> None:
        assert self.game is not None
        self.game.reseed(scheme.move_seed(self.key, len(self.movers) + 1))
        move = self.game.push(event.move)
        self.movers.append(event.seat)
        self.outcomes.append(outcome(self.game, move))
        seat = self._at(event.seat)
        if event.by == "player":
            seat.standin = False
        if event.key:
            self.answers[event.identity, event.key] = (seq, event.move)

    def _undo(self, event: Undone, seq: int) -> None:
        assert self.game is not None
        self.game.undo()
        self.movers.pop()
        self.outcomes.pop()
        if event.key:
            self.answers[event.identity, event.key] = (seq, "")

    # The end.

    def record(self) -> dict[str, Any]:
        """The finished game as a record that `cartagena verify` can check."""
        assert self.game is not None
        return {**self.game.record(), "fairness": self.proof()}

    def proof(self) -> dict[str, Any]:
        """What shows that nobody chose the shuffles; the secret only once the game is over."""
        over = self.status == "finished"
        return {
            "scheme": scheme.SCHEME,
            "table": self.id,
            "commitment": scheme.commitment(self.laid.secret),
            "contributions": self.contributions,
            "drawn_by_server": self.drawn_by_server,
            "secret": self.laid.secret if over else None,
        }


def fold(table: str, entries: list[Entry]) -> Table:
    """The table to which these events lead."""
    folded = Table(table)
    for entry in entries:
        folded.apply(entry)
    return folded
