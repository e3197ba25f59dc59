"""A table: who sits where, how the game stands, and what follows from that.

A table in use is a value that nobody changes: `fold.after_event` gives the table after one more event,
and leaves the one before as it was. Whatever depends on a table (its status, who must choose, when
the server must act) is derived from it here.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import msgspec

from cartagena.analysis.effects import Outcome
from cartagena.fairness import scheme
from cartagena.game import Game
from cartagena.persistent import PersistentDict, PersistentList
from cartagena.protocol.table import SeatKind, TableStatus
from cartagena.rules.options import Rules
from cartagena.server.tables.events import Created, Event, Said

CHAT_KEPT: Final = 100
"""How many of the last chat lines a newcomer is told."""


class Handled(NamedTuple):
    """What a request with an idempotency key led to."""

    seq: int
    kind: type[Event]
    move: str
    """The move, where it was one."""


class UndoWindow(NamedTuple):
    """A turn after its last action, while its player may still undo that."""

    seat: str
    opened_at: int
    """When the action was made, in milliseconds."""
    ms: int
    """How long the window stays open; 0: until its player ends the turn."""

    @property
    def closes_at(self) -> int | None:
        """Return when the window closes by itself, in milliseconds, or None if it does not."""
        return self.opened_at + self.ms if self.ms else None


@dataclass(slots=True)
class Seat:
    """A seat at the table."""

    colour: str
    kind: SeatKind
    level: str = ""
    identity: str = ""
    name: str = ""
    contribution: str = ""
    substitute: bool = False
    """Whether a bot plays on for an absent player."""
    time_left: int = 0
    """With a time limit: what the seat had left in milliseconds when it was last asked."""


@dataclass(slots=True)
class Table:
    """Everything that is known of one table."""

    id: str
    seq: int = 0
    created: Created | None = None
    created_at: int = 0
    rules: Rules = field(default_factory=Rules)
    seats: list[Seat] = field(default_factory=list)
    game: Game | None = None
    board: list[str] = field(default_factory=list)
    """The symbols of the way, from the first space on."""
    seat_entropy: dict[str, str] = field(default_factory=dict)
    server_entropy_seats: list[str] = field(default_factory=list)
    game_seq: int = 0
    """The number of the last event that changed the game: what the next move must answer."""
    decision_started_at: int = 0
    """When the seat that must choose now was first asked, in milliseconds: its time runs from here."""
    bot_finishes: bool = False
    """Whether a bot chooses until another seat must, since the time ran out or the player came late."""
    extended_until: int = 0
    """Outages of the server up to here are made good, in milliseconds."""
    choice_changed_at: int = 0
    """When there was last a change of what must be chosen, or by whom, in milliseconds."""
    movers: PersistentList[str] = field(default_factory=PersistentList)
    """Whose move each was."""
    automatic: PersistentList[bool] = field(default_factory=PersistentList)
    """Whether the server made it, since there was one possibility."""
    outcomes: PersistentList[Outcome] = field(default_factory=PersistentList)
    """What each move has brought, written down when it was made."""
    drawn: PersistentList[tuple[str, ...]] = field(default_factory=PersistentList)
    """The cards that each move has brought to its maker: for who plays that seat alone."""
    handled: PersistentDict[tuple[str, str], Handled] = field(default_factory=PersistentDict)
    """The idempotency store: what each key of each identity led to."""
    chat: deque[tuple[int, int, Said]] = field(default_factory=lambda: deque(maxlen=CHAT_KEPT))
    mutes: set[tuple[str, str]] = field(default_factory=set)
    """Pairs of identities: the first does not want to read what the second writes."""
    muted_for_all: set[str] = field(default_factory=set)
    """Identities whom the owner has muted for everybody."""
    removed: set[str] = field(default_factory=set)
    """Identities whom the owner has removed: they cannot sit down here again."""
    closed: bool = False
    pause_wanted: set[str] = field(default_factory=set)
    """The identities that want the game to pause."""
    paused_at: int = 0
    """Since when the game is paused, in milliseconds; 0 if it is not."""
    undo_window: UndoWindow | None = None
    """The turn whose last action can still be undone, if there is one."""
    rematch: str = ""

    # What is derived from it.

    @property
    def setup(self) -> Created:
        """How the table was set up."""
        assert self.created is not None, "a log begins with `created`"
        return self.created

    @property
    def status(self) -> TableStatus:
        """Whether the game waits to be started, is running or finished, or was closed before its end."""
        if self.closed:
            return "closed"
        if self.game is None:
            return "waiting"
        return "finished" if self.game.over else "running"

    @property
    def from_position(self) -> bool:
        """Whether the game begins from a position, not from a shuffle."""
        return self.setup.position is not msgspec.UNSET

    def seat(self, colour: str) -> Seat | None:
        """The seat of this colour, if the table has one."""
        for seat in self.seats:  # asked for ten times for every move
            if seat.colour == colour:
                return seat
        return None

    def seats_of(self, identity: str) -> tuple[str, ...]:
        """The colours that this person plays."""
        if not identity:
            return ()
        return tuple(seat.colour for seat in self.seats if seat.identity == identity)

    def may_be_watched_by(self, identity: str) -> bool:
        """Whether somebody may watch: all before the game, then perhaps only those who play."""
        if self.setup.spectators or self.game is None:
            return True
        return bool(identity) and (self.setup.owner == identity or bool(self.seats_of(identity)))

    @property
    def decider(self) -> Seat | None:
        """The seat that must choose now, if any."""
        if self.game is None or self.game.over or self.closed:
            return None
        return self.seat(self.undo_seat or self.game.decider)

    def people(self) -> set[str]:
        """The identities that play themselves: a bot that stands in plays for the others."""
        return {
            seat.identity for seat in self.seats if seat.kind == "player" and not seat.substitute
        }

    def bot_to_move(self) -> str:
        """The level of the bot that must choose now; empty if it is a person's choice, or paused."""
        seat = self.decider
        if seat is None or self.paused_at:
            return ""
        if seat.kind == "bot":
            return seat.level
        return self.setup.substitute if seat.substitute or self.bot_finishes else ""

    def forced_step(self) -> str:
        """The step of a spell that the server makes by itself: there is one card to choose from.

        Everybody knows how many cards there are, so it tells nobody anything. Two cards of a kind
        would leave no choice either, but that is for their owner to know.
        """
        if self.game is None or self.decider is None or self.paused_at or self.undo_window:
            return ""
        step = self.game.forced_step()
        return "" if step is None else step.text

    def deadline(self) -> int | None:
        """When the time of the person who must choose runs out, in milliseconds."""
        if not (self.setup.seconds or self.setup.budget):
            return None
        seat = self.decider
        if seat is None or self.paused_at or self.bot_to_move() or self.undo_closes_at:
            return None
        return self.decision_started_at + seat.time_left

    def due_at(self) -> int | None:
        """When the server itself must act next.

        At once for a bot or a forced step, when an undo window closes, or at the deadline. A table of bots alone waits until somebody watches it.
        """
        if self.bot_to_move() or self.forced_step():
            return self.choice_changed_at if self.people() else None
        if self.undo_closes_at:
            return None if self.paused_at else self.undo_closes_at
        return self.deadline()

    @property
    def undo_seat(self) -> str:
        """Return the colour whose undo window is open, or an empty string."""
        return "" if self.undo_window is None else self.undo_window.seat

    @property
    def undo_closes_at(self) -> int | None:
        """Return when the open undo window closes by itself, in milliseconds."""
        return None if self.undo_window is None else self.undo_window.closes_at

    @property
    def turn(self) -> str:
        """Return the colour whose turn it is. A turn lasts until its undo window closes."""
        return self.undo_seat or ("" if self.game is None else self.game.turn)

    def may_undo(self) -> bool:
        """Whether the last move may be taken back: same turn, and it showed nothing hidden."""
        game = self.game
        if self.decider is None or self.paused_at:
            return False
        if self.undo_window:
            return True
        assert game is not None
        if not self.movers or self.movers[-1] != game.turn or game.decider != game.turn:
            return False
        return not game.turn_ended_since(1) and not game.revealed_since(1)

    # The end.

    def record(self) -> dict[str, Any]:
        """The finished game as a record, which `cartagena verify` can check if there was a shuffle."""
        assert self.game is not None
        if self.from_position:
            return self.game.record()
        return {**self.game.record(), "fairness": self.proof()}

    def proof(self) -> dict[str, Any]:
        """What shows that nobody chose the shuffles; the secret only once the game is over."""
        return {
            "scheme": scheme.NONE if self.from_position else scheme.SCHEME,
            "table": self.id,
            "commitment": self.commitment,
            "seat_entropy": self.seat_entropy,
            "server_entropy_seats": self.server_entropy_seats,
            "secret": self.secret_told,
        }

    @property
    def commitment(self) -> str:
        """The commitment to the secret; empty where nothing is shuffled by it."""
        return "" if self.from_position else scheme.commitment(self.setup.secret)

    @property
    def secret_told(self) -> str | None:
        """The secret of the shuffles, once the game is over; None where there were none."""
        over = self.status == "finished"
        return self.setup.secret if over and not self.from_position else None
