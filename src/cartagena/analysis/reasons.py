"""Why a move is good, or better than another, as facts that a client can phrase in any language.

The facts come from what the seat sees and from the estimated chances of the moves. So they reveal
nothing that the player does not know.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Protocol

from cartagena.rules.components import MORGAN_END_CARDS
from cartagena.rules.move_kinds import MOVE_KINDS
from cartagena.rules.notation.moves import Move
from cartagena.rules.options import Rules
from cartagena.rules.places import JAIL, SLOOP
from cartagena.rules.reasons import HintReason


class MoveValue(Protocol):
    """A move and the winning chance that it leaves, with its standard error."""

    @property
    def move(self) -> str:
        """Return the move."""

    @property
    def chance(self) -> float:
        """Return the chance."""

    @property
    def error(self) -> float:
        """Return the standard error of the chance."""


CLEAR: Final = 2.0
"""Standard errors by which a move must be ahead to be clearly better."""

_POINT: Final = 0.01
_FEW_CARDS: Final = 3
_MAX_FACTS: Final = 2
"""Number of facts that explain a move."""
_FAR: Final = 4
"""A shorter move gets no credit for being the longest."""

_DISADVANTAGES: Final = ("costs", "helps")
"""Facts that speak against a move."""

_Reason = HintReason


class _Way:
    """The places of a board in order, and the symbols of its spaces."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.board = list(view["board"])
        self.places = Rules.from_document(view["rules"]).places
        self.goal = self.places[-1]

    def steps(self, move: Move) -> int:
        """Return how far a move goes, negative for a retreat."""
        if move.origin is None or move.target is None:
            return 0
        return self.places.index(move.target) - self.places.index(move.origin)

    def leapt(self, move: Move) -> int:
        """Return how many occupied spaces with the card's symbol a move jumps over."""
        if move.origin is None or move.target is None or move.card is None:
            return 0
        first, last = self.places.index(move.origin), self.places.index(move.target)
        passed = [int(place) for place in self.places[first + 1 : last] if place.isdigit()]
        return sum(self.board[space - 1] == move.card.rstrip("*") for space in passed)


def reasons(
    view: Mapping[str, Any], moves: Sequence[Move], values: Sequence[MoveValue]
) -> list[HintReason]:
    """Return the reasons for the best move, the first of `values`."""
    if len(moves) == 1:
        return [_Reason("only")]
    best = next(move for move in moves if move.text == values[0].move)
    return [*facts(view, moves, best)[:_MAX_FACTS], _verdict(values)]


def facts(view: Mapping[str, Any], moves: Sequence[Move], move: Move) -> list[HintReason]:
    """Return the facts about a move, the most important first."""
    return list(_facts(_Way(view), view, move, moves))


def advantages(
    view: Mapping[str, Any], moves: Sequence[Move], better: Move, played: Move
) -> list[HintReason]:
    """Return the facts that speak for the better move, but not for the move that was played."""
    way, other = _Way(view), {fact.code: fact for fact in facts(view, moves, played)}

    def is_ahead(fact: HintReason) -> bool:
        same = other.get(fact.code)
        if fact.code in _DISADVANTAGES:
            return same is not None and same.count > fact.count
        if fact.code == "ahead":
            return fact.count > way.steps(played)
        return same is None or fact.count > same.count or fact.card != same.card

    ahead = [fact for fact in facts(view, moves, better) if is_ahead(fact)]
    if MOVE_KINDS[played.kind].runs and played.card and played.card != better.card:
        ahead.append(_Reason("keeps", card=played.card))
    return ahead[:_MAX_FACTS]


def _verdict(values: Sequence[MoveValue]) -> HintReason:
    """Return whether the best move is clearly better than the second."""
    best, other = values[0], values[1]
    ahead = best.chance - other.chance
    if ahead > max(_POINT, CLEAR * (best.error**2 + other.error**2) ** 0.5):
        return _Reason("clear", count=round(100 * ahead))
    return _Reason("close", move=other.move)


def _facts(
    way: _Way, view: Mapping[str, Any], move: Move, moves: Sequence[Move]
) -> Iterator[HintReason]:
    match move.kind:
        case "advance" | "with" | "as":
            yield from _run(way, view, move, moves)
        case "retreat" | "morgan":
            yield from _gain(way, view, move)
        case "sail":
            yield from _sail(view)
        case "pass":
            yield _Reason("waits")
        case "skip":
            yield _Reason("draws")
        case "take" | "keep":
            yield _Reason("most", card=move.card or "")
        case "give" | "discard":
            yield _Reason("least", card=move.card or "")
        case "put":
            yield _Reason("order")
        case _:
            yield _Reason("spell", card=(move.card or "").rstrip("*"), colour=move.colour or "")


def _run(
    way: _Way, view: Mapping[str, Any], move: Move, moves: Sequence[Move]
) -> Iterator[HintReason]:
    own = view["pirates"][view["viewer"]]
    steps = way.steps(move)
    if move.target == way.goal:
        arriving = 2 if move.kind == "with" else 1
        wins = own.get(way.goal, 0) + arriving >= view["rules"]["pirates"]
        yield _Reason("wins") if wins else _Reason("home", count=arriving)
    elif move.target == SLOOP:
        yield _Reason("aboard")
    others = [way.steps(other) for other in moves if other.text != move.text]
    is_furthest = steps >= _FAR and steps > max(others, default=0)
    if is_furthest:
        yield _Reason("furthest", count=steps)
    leapt = way.leapt(move)
    if leapt:
        yield _Reason("leaps", count=leapt, card=(move.card or "").rstrip("*"))
    copies = view["hands"][view["viewer"]].get(move.card, 0)
    if copies > 2:
        yield _Reason("spare", count=copies, card=move.card or "")
    if move.origin == JAIL:
        yield _Reason("frees")
    if not is_furthest:
        yield _Reason("ahead", count=steps)


def _gain(way: _Way, view: Mapping[str, Any], move: Move) -> Iterator[HintReason]:
    there = sum(crew.get(move.target, 0) for crew in view["pirates"].values())
    is_space = move.target is not None and move.target.isdigit()
    yield _Reason("gains", count=there if is_space else MORGAN_END_CARDS)
    cards = view["hand_sizes"][view["viewer"]]
    if cards <= _FEW_CARDS:
        yield _Reason("few", count=cards)
    if move.kind == "morgan":
        yield _Reason("helps", count=way.steps(move), colour=move.colour or "")
    else:
        yield _Reason("costs", count=-way.steps(move))


def _sail(view: Mapping[str, Any]) -> Iterator[HintReason]:
    aboard = view["pirates"][view["viewer"]].get(SLOOP, 0)
    if view.get("sloop_at") == "cartagena" and aboard:
        yield _Reason("carries", count=aboard)
    else:
        yield _Reason("fetches")
    if view.get("free_sail"):
        yield _Reason("free")
