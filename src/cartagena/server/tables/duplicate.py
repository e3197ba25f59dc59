"""Tables with equal deals: their first events, the choices of their bots, and the ranking of a contest.

All tables of a contest have the same secret, the same seats and the same entropy, which combines the
contributions of all its people. So the n-th card drawn is the same at each of them. Bots see the same
and choose the same as long as people do.
"""

import hmac
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from cartagena.daily.result import shares
from cartagena.fairness import scheme
from cartagena.protocol.duplicates import DuplicateScore
from cartagena.rules.chance.seeds import derive_seed
from cartagena.rules.components import COLOURS
from cartagena.server.errors import Invalid
from cartagena.server.tables import events as ev
from cartagena.server.tables.decisions import AlreadyDone, Decision
from cartagena.server.tables.table import Table

MAX_TABLES: Final = 12
"""Tables of one contest."""
CLOCK_BOTS: Final = ("captain", "legend")
"""Levels that think as long as their time allows, so they may choose differently at equal tables."""
SUBSTITUTE: Final = "deckhand"
"""The level of bots that play for missing people."""
_SEED_BITS: Final = 64


class DuplicateSetup(msgspec.Struct, frozen=True):
    """The part that all tables of a contest have in common. It is stored."""

    name: str
    rules: dict[str, str | int | bool]
    people: int
    """The number of people at each table."""
    bots: list[str]
    """The levels of the bots at each table."""
    seconds: int
    secret: str


class Participant(msgspec.Struct, frozen=True):
    """A person who takes part in a contest. Table and colour are empty before it begins."""

    identity: str
    name: str
    contribution: str
    table: str = ""
    colour: str = ""


def check_bots(people: int, bots: Sequence[str]) -> None:
    """Raise `Invalid` unless a table with these people and bots is possible."""
    if not 2 <= people + len(bots) <= len(COLOURS):
        raise Invalid("A game needs two to five players.")
    for level in bots:
        if level in CLOCK_BOTS:
            raise Invalid(
                "A bot of the level {level} thinks by the clock, so it can’t play the same at all "
                "tables.",
                level=level,
            )


def arrange(
    setup: DuplicateSetup, people: Sequence[Participant], tables: Sequence[str]
) -> list[Participant]:
    """Return the people with a table and a colour for each, drawn by the secret of the contest."""

    def lot(one: Participant) -> bytes:
        return hmac.digest(bytes.fromhex(setup.secret), f"seat {one.identity}".encode(), "sha256")

    return [
        replace(one, table=tables[number // setup.people], colour=COLOURS[number % setup.people])
        for number, one in enumerate(sorted(people, key=lot))
    ]


def first_event(
    duplicate: str, owner: str, setup: DuplicateSetup, people: Sequence[Participant]
) -> ev.Created:
    """Return the first event of the table where these people sit. Bots take seats without one."""
    by_colour = {one.colour: one for one in people}
    levels = [SUBSTITUTE] * setup.people + list(setup.bots)
    return ev.Created(
        owner=owner,
        name=setup.name,
        rules=setup.rules,
        seats=[
            ev.SeatPlan(colour, "player", identity=one.identity, name=one.name)
            if (one := by_colour.get(colour))
            else ev.SeatPlan(colour, "bot", level)
            for colour, level in zip(COLOURS, levels, strict=False)
        ],
        public=False,
        spectators=True,
        seconds=setup.seconds,
        substitute=SUBSTITUTE,
        bot_speed="fast",
        secret=setup.secret,
        duplicate=duplicate,
    )


def start(duplicate: str, setup: DuplicateSetup, people: Sequence[Participant]) -> Decision:
    """Deal the cards from the contributions of all people of the contest."""
    colours: tuple[str, ...] = COLOURS[: setup.people + len(setup.bots)]
    contributions = {
        colour: [one.contribution for one in people if one.colour == colour and one.contribution]
        for colour in colours
    }
    entropy = {
        colour: scheme.combined(values)
        if values
        else scheme.server_value(setup.secret, duplicate, colour)
        for colour, values in contributions.items()
    }
    server_seats = [colour for colour, values in contributions.items() if not values]

    def decide(table: Table, _now: int) -> ev.Event:
        if table.status != "waiting":
            raise AlreadyDone
        return ev.Started(entropy, server_seats, contributions=contributions)

    return decide


def unseal() -> Decision:
    """Reveal the cards of a table, because all tables of its contest are over."""

    def decide(table: Table, _now: int) -> ev.Event:
        if table.unsealed:
            raise AlreadyDone
        return ev.Unsealed()

    return decide


def bot_seed(table: Table) -> int | None:
    """Return the seed of a bot's choice at a table of a contest, and None at all other tables."""
    if not table.setup.duplicate or table.game is None:
        return None
    return derive_seed("rival", table.setup.secret, table.game.moves_made, bits=_SEED_BITS)


class Finish(msgspec.Struct, frozen=True):
    """The end of a game for one seat."""

    left: bool
    """True if a bot has played on for its person."""
    place: int
    """1 for the winner. The others rank by how far their pirates have come."""
    margin: int
    """The lead over the best of the others, in per cent of the whole way. Negative behind it."""


def finish(table: Table, who: Participant) -> Finish:
    """Return how the game of a person at a table ended. A closed table counts as one that everybody left."""
    seat = table.seat(who.colour)
    stayed = seat is not None and seat.identity == who.identity and not seat.substitute
    if table.game is None or not table.game.over:
        return Finish(True, 0, 0)
    share = shares(table.game)
    own = share.pop(who.colour)
    winner = table.game.winner
    ahead = sum(colour == winner or other > own for colour, other in share.items())
    place = 1 if winner == who.colour else 1 + ahead
    return Finish(not stayed, place, own - max(share.values()))


def rank(
    people: Sequence[Participant], finishes: Mapping[str, Finish]
) -> list[tuple[Participant, DuplicateScore]]:
    """Return all people of a contest in the order of the ranking.

    Each is compared with everyone at the same seat of the other tables: two points for a better
    finish, one for an equal one. The score is the share of these points, in per cent.
    """

    def key(who: Participant) -> tuple[bool, int, int]:
        end = finishes[who.identity]
        return (end.left, 0, 0) if end.left else (False, end.place, -end.margin)

    scores = []
    for who in people:
        others = [key(other) for other in people if other.colour == who.colour and other is not who]
        won = sum(2 if key(who) < other else 1 if key(who) == other else 0 for other in others)
        percent = round(50 * won / len(others)) if others else None
        end = finishes[who.identity]
        scores.append((who, DuplicateScore(0, percent, end.place, end.margin, end.left)))

    def order(entry: tuple[Participant, DuplicateScore]) -> tuple[bool, int, int]:
        score = entry[1]
        return (score.left, -1 if score.percent is None else -score.percent, -score.margin)

    ordered = sorted(scores, key=order)
    return [
        (who, replace(score, rank=1 + sum(order(one) < order((who, score)) for one in scores)))
        for who, score in ordered
    ]
