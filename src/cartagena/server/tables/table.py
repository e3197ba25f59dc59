"""A table as the fold of its events: who sits where, and how the game stands.

A table in use is a value that nobody changes: `Table.after` gives the table after one more event,
and leaves the one before as it was. Whatever depends on a table (its status, who must choose, when
the server must act) is derived from it here.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple

import msgspec

from cartagena.explain.outcomes import Outcome, cards_drawn, outcome
from cartagena.fairness import scheme
from cartagena.game import Game
from cartagena.rules.kinds import MOVE_KINDS
from cartagena.rules.options import Rules
from cartagena.rules.state import DRAWN
from cartagena.server.tables.events import (
    Closed,
    Contributed,
    Created,
    Entry,
    Event,
    Extended,
    Joined,
    Lapsed,
    Left,
    Moved,
    Muted,
    PauseWanted,
    Rematched,
    Removed,
    Returned,
    Said,
    SeatKind,
    SeatSet,
    Started,
    TurnEnded,
    Undone,
)
from cartagena.shared import SharedDict, SharedList

Status = Literal["waiting", "running", "finished", "closed"]

CHAT_KEPT: Final = 100
"""How many of the last chat lines a newcomer is told."""

_HIDDEN: Final = ("deck", "deck_size", "top", "generator", "token", "opened")
"""What changes in the game's record when something is drawn, shuffled or shown."""


class Handled(NamedTuple):
    """What a request with an idempotency key led to."""

    seq: int
    kind: type[Event]
    move: str
    """The move, where it was one."""


class EarlierScheme(Exception):  # noqa: N818
    """Raised by the log of a game that began by an earlier scheme and was not finished by it."""


@dataclass(slots=True)
class Seat:
    """A seat at the table."""

    colour: str
    kind: SeatKind
    level: str = ""
    identity: str = ""
    name: str = ""
    contribution: str = ""
    standin: bool = False
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
    seats: list[Seat] = field(default_factory=list)
    game: Game | None = None
    board: list[str] = field(default_factory=list)
    """The symbols of the way, from the first space on."""
    dealt_by: str = scheme.SCHEME
    """The scheme by which the game was dealt: see `cartagena.fairness`."""
    contributions: dict[str, str] = field(default_factory=dict)
    drawn_by_server: list[str] = field(default_factory=list)
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
    movers: SharedList[str] = field(default_factory=SharedList)
    """Who made each move."""
    outcomes: SharedList[Outcome] = field(default_factory=SharedList)
    """What each move has brought, written down when it was made."""
    drawn: SharedList[tuple[str, ...]] = field(default_factory=SharedList)
    """The cards that each move has brought to its maker: for who plays that seat alone."""
    handled: SharedDict[tuple[str, str], Handled] = field(default_factory=SharedDict)
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
    held: str = ""
    """The colour whose turn is held open after its last action; empty if none is."""
    held_from: int = 0
    """When that action was made, in milliseconds."""
    held_for: int = 0
    """How long the turn is held open then; 0 is until its player ends it."""
    rematch: str = ""

    # What is derived from it.

    @property
    def setup(self) -> Created:
        """How the table was set up."""
        assert self.created is not None, "a log begins with `created`"
        return self.created

    @property
    def status(self) -> Status:
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
        return next((seat for seat in self.seats if seat.colour == colour), None)

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
        return self.seat(self.held or self.game.decider)

    def people(self) -> set[str]:
        """The identities that play themselves: a bot that stands in plays for the others."""
        return {seat.identity for seat in self.seats if seat.kind == "player" and not seat.standin}

    def bot_to_move(self) -> str:
        """The level of the bot that must choose now; empty if it is a person's choice, or paused."""
        seat = self.decider
        if seat is None or self.paused_at:
            return ""
        if seat.kind == "bot":
            return seat.level
        return self.setup.standin if seat.standin or self.bot_finishes else ""

    def only_step(self) -> str:
        """The step of a spell that the server makes by itself: there is one card to choose from.

        Everybody knows how many cards there are, so it tells nobody anything. Two cards of a kind
        would leave no choice either, but that is for their owner to know.
        """
        game = self.game
        if game is None or self.decider is None or self.paused_at or self.held:
            return ""
        if not game.rules.magic or not MOVE_KINDS[(only := game.legal_moves[0]).kind].is_step:
            return ""
        state = game.packed_state()[0]
        chosen_from = int(state["other"]) if only.kind == "take" else int(DRAWN)
        is_one_of_these = only.kind in ("take", "keep", "give", "put")
        return only.text if is_one_of_these and int(state["hand_size"][chosen_from]) == 1 else ""

    def deadline(self) -> int | None:
        """When the time of the person who must choose runs out, in milliseconds."""
        seat, setup = self.decider, self.setup
        if not (setup.seconds or setup.budget) or seat is None:
            return None
        if self.paused_at or self.bot_to_move() or self.held_for:
            return None
        return self.decision_started_at + seat.time_left

    def due_at(self) -> int | None:
        """When the server itself must act next.

        For a bot or a step without a choice at once, for a turn that is held open when that is
        over, else at the deadline. A table of bots alone waits until somebody watches it.
        """
        if self.bot_to_move() or self.only_step():
            return self.choice_changed_at if self.people() else None
        if self.held_for:
            return None if self.paused_at else self.held_from + self.held_for
        return self.deadline()

    @property
    def turn(self) -> str:
        """The colour whose turn it is; still the last one's, while that turn is held open."""
        return self.held or ("" if self.game is None else self.game.turn)

    def may_undo(self) -> bool:
        """Whether the last move may be taken back: same turn, and it showed nothing hidden."""
        game = self.game
        if self.decider is None or self.paused_at:
            return False
        if self.held:
            return True
        assert game is not None
        if not self.movers or self.movers[-1] != game.turn or game.decider != game.turn:
            return False
        return self._showed_nothing(*_HIDDEN, "active", "turns")

    def _showed_nothing(self, *fields: str) -> bool:
        """Whether the last move is none that shows something, and left these fields as they were."""
        game = self.game
        assert game is not None
        if MOVE_KINDS[game.moves[-1].kind].reveals:
            return False
        then, now = game.packed_state(moves_ago=1), game.packed_state()
        return all(then[name].tobytes() == now[name].tobytes() for name in fields)

    # The fold.

    def after(self, entry: Entry) -> "Table":
        """The table after one more event; this one stays as it is."""
        changed = replace(
            self,
            seats=[replace(seat) for seat in self.seats],
            game=None if self.game is None else self.game.copy(),
            movers=self.movers.copy(),
            outcomes=self.outcomes.copy(),
            drawn=self.drawn.copy(),
            handled=self.handled.copy(),
            chat=self.chat.copy() if isinstance(entry.event, Said) else self.chat,
            mutes=self.mutes.copy(),
            muted_for_all=self.muted_for_all.copy(),
            removed=self.removed.copy(),
            pause_wanted=self.pause_wanted.copy(),
        )
        changed.apply(entry)
        return changed

    def apply(self, entry: Entry) -> None:
        """Change this table by one more event: only for a table that nothing else refers to."""
        if entry.seq != self.seq + 1:
            raise AssertionError(f"event {entry.seq} cannot follow {self.seq}")
        event = entry.event
        match event:
            case Created():
                self._create(event, entry.at)
            case Joined():
                seat = self._at(event.seat)
                seat.kind, seat.identity, seat.name = "player", event.identity, event.name
                seat.contribution, seat.level, seat.standin = event.contribution, "", False
            case Contributed():
                self._at(event.seat).contribution = event.value
            case Left():
                self._leave(self._at(event.seat), entry.at)
            case Removed():
                self.removed.add(self._at(event.seat).identity)
                self._leave(self._at(event.seat), entry.at)
            case Closed():
                self.closed = True
            case SeatSet():
                seat = self._at(event.seat)
                seat.kind, seat.level, seat.identity = event.kind, event.level, ""
                seat.name = seat.contribution = ""
            case Started():
                self._start(event)
                self._ask_next(entry.at)
            case Moved():
                asked = self.decider
                self._move(event, entry.at)
                if self.decider is not asked:
                    self._stop_clock(asked, entry.at)
                    self._ask_next(entry.at)
            case Undone():
                self._undo()
            case TurnEnded():
                self._end_turn(entry.at)
            case Lapsed():
                seat = self._at(event.seat)
                seat.standin, seat.time_left, self.bot_finishes = True, 0, True
            case Returned():
                # Coming back restores no time: the bot finishes what it has begun.
                seat = self._at(event.seat)
                seat.standin = False
                self.bot_finishes = self.bot_finishes or self.decider is seat
            case Extended():
                self.decision_started_at += event.by
                self.extended_until = event.until
            case Said():
                self.chat.append((entry.seq, entry.at, event))
            case Muted():
                self._mute(event)
            case PauseWanted() if event.wanted:
                self.pause_wanted.add(event.identity)
            case PauseWanted():
                self.pause_wanted.discard(event.identity)
            case Rematched():
                self.rematch = event.table
        self.seq = entry.seq
        if isinstance(event, Started | Moved | Undone | TurnEnded):
            self.game_seq = entry.seq
        if isinstance(
            event, Started | Moved | Undone | TurnEnded | Left | Removed | Lapsed | Returned
        ):
            self.choice_changed_at = entry.at
        self._pause_or_go_on(entry.at)
        if not isinstance(event, Created | Lapsed | Extended) and event.key:
            move = event.move if isinstance(event, Moved) else ""
            self.handled[event.identity, event.key] = Handled(entry.seq, type(event), move)

    def _at(self, colour: str) -> Seat:
        seat = self.seat(colour)
        assert seat is not None, colour
        return seat

    def _create(self, event: Created, at: int) -> None:
        self.created, self.created_at = event, at
        self.seats = [
            Seat(seat.colour, seat.kind, seat.level, seat.identity, seat.name)
            for seat in event.seats
        ]

    def _mute(self, event: Muted) -> None:
        if event.for_all:
            change = self.muted_for_all.add if event.muted else self.muted_for_all.discard
            return change(event.whom)
        pair = (event.identity, event.whom)
        return self.mutes.add(pair) if event.muted else self.mutes.discard(pair)

    def _pause_or_go_on(self, at: int) -> None:
        """The game pauses when all who play want it. When one does not, time runs on as before."""
        people = self.people()
        agreed = bool(people) and people <= self.pause_wanted
        if agreed and not self.paused_at and self.decider is not None:
            self.paused_at = at
        elif self.paused_at and not agreed:
            self.decision_started_at += at - self.paused_at
            self.held_from += at - self.paused_at
            self.choice_changed_at, self.paused_at = at, 0

    def _leave(self, seat: Seat, at: int) -> None:
        if self.held == seat.colour:
            self._end_turn(at)
        seat.identity = seat.name = ""
        if self.game is None:
            seat.kind, seat.contribution = "open", ""
        else:
            seat.kind, seat.level, seat.standin = "bot", self.setup.standin, False

    def _start(self, event: Started) -> None:
        self.contributions, self.drawn_by_server = event.contributions, event.drawn_by_server
        self.dealt_by = event.scheme
        if self.setup.position is not msgspec.UNSET:
            self.game = Game.from_position(self.setup.position)
        elif event.dealt is not msgspec.UNSET:
            self.game = Game.from_position(event.dealt)
        elif event.scheme == scheme.SCHEME:
            key = scheme.key(self.setup.secret, self.id, event.contributions)
            rules = Rules.from_document(self.setup.rules)
            self.game = Game(rules, list(event.contributions), scheme.game_seed(key))
        else:
            raise EarlierScheme(event.scheme)
        self.board = self.game.view(0)["board"]
        self.seats = [seat for seat in self.seats if seat.kind != "closed"]
        for seat in self.seats:
            seat.time_left = 1000 * self.setup.budget

    def _move(self, event: Moved, at: int) -> None:
        assert self.game is not None
        turn = self.game.turn
        move = self.game.push(event.move, event.draws or None)
        self.movers.append(event.seat)
        self.outcomes.append(outcome(self.game, move))
        self.drawn.append(cards_drawn(self.game, move))
        seat = self._at(event.seat)
        if event.by == "player":
            seat.standin = False
            # Who plays on does not wait for a pause any more.
            self.pause_wanted.discard(seat.identity)
        ends = turn == event.seat != self.game.turn and move.kind != "pass" and not self.game.over
        if event.hold is not msgspec.UNSET and ends and self._showed_nothing(*_HIDDEN):
            self.held, self.held_from, self.held_for = event.seat, at, event.hold

    def _end_turn(self, at: int) -> None:
        """End a turn that was held open. A few seconds to think again are nobody's time."""
        self._stop_clock(self.decider, self.held_from if self.held_for else at)
        self.held, self.held_for = "", 0
        self._ask_next(at)

    def _stop_clock(self, seat: Seat | None, at: int) -> None:
        """Take what a seat used from the budget of its game."""
        if seat is not None and self.setup.budget and not seat.standin and not self.bot_finishes:
            used = at - self.decision_started_at
            seat.time_left = max(0, seat.time_left - used)

    def _ask_next(self, at: int) -> None:
        """Start the clock of the seat that must choose now."""
        self.decision_started_at, self.bot_finishes = at, False
        seat, setup = self.decider, self.setup
        if seat is None:
            return
        if setup.seconds:
            seat.time_left = 1000 * setup.seconds
        elif setup.budget and not seat.standin:
            seat.time_left += 1000 * setup.increment

    def _undo(self) -> None:
        assert self.game is not None
        self.held, self.held_for = "", 0
        self.game.undo()
        self.movers.pop()
        self.outcomes.pop()
        self.drawn.pop()

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
            "scheme": scheme.NONE if self.from_position else self.dealt_by,
            "table": self.id,
            "commitment": self.commitment,
            "contributions": self.contributions,
            "drawn_by_server": self.drawn_by_server,
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


def fold(table: str, entries: Iterable[Entry]) -> Table:
    """The table to which these events lead."""
    folded = Table(table)
    for entry in entries:
        folded.apply(entry)
    return folded
