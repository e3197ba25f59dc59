"""Why a move is not legal, in a sentence made of what the one who tried it may know."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from cartagena.errors import Reason, because
from cartagena.rules.components import SPACES_PER_TILE
from cartagena.rules.move_kinds import MOVE_KINDS
from cartagena.rules.notation.moves import Move
from cartagena.rules.notation.position.types import SeatView
from cartagena.rules.options import Rules

MAX_SHOWN: Final = 8
"""How many moves a sentence names at most."""

_STEPS: Final = frozenset(kind.verb for kind in MOVE_KINDS.values() if kind.is_step)
_RUNNING_STEPS: Final = frozenset(
    kind.verb for kind in MOVE_KINDS.values() if kind.is_step and kind.runs
)


class MoveContext:
    """What the one who tried the move may know: the rules, their view, and what is legal."""

    def __init__(self, rules: Rules, view: SeatView, legal: Sequence[Move]) -> None:
        self.rules, self.view, self.legal = rules, view, legal
        assert view["viewer"] is not None, "a move is made by a seat"
        self.decider = view["viewer"]
        self.hand = view["hands"][self.decider]


def why_not(now: MoveContext, written: str, words: Sequence[str], known: Collection[str]) -> Reason:
    """Why this move, which is none of the legal ones, cannot be made.

    `words` are those that it is made of, `known` those of which moves at this table are made.
    """
    for word in words:
        if word not in known:
            return because("Unknown word: {word}.", word=word[:20])
    for reason in _reasons(now, written.split(" ")):
        return reason
    return not_legal(written)


def not_legal(written: str) -> Reason:
    """The reason where no other is known."""
    return because("{move} isn’t a legal move here.", move=written[:40])


def _reasons(now: MoveContext, words: list[str]) -> Iterator[Reason]:
    first, origin = words[0], words[-1].partition("-")[0] if len(words) > 1 else ""
    due = {move.text.split(" ")[0] for move in now.legal}
    if now.view["pending"] is not None and first not in due:
        texts = [move.text for move in now.legal]
        yield because("Choose one of these first: {moves}.", moves=texts[:MAX_SHOWN])
    if first in _STEPS and first not in due:
        yield because("That isn’t needed right now.")
    if first == "sail":
        if not now.rules.is_complete:
            yield because("The sloop doesn’t sail in this game.")
        yield because("The sloop can’t sail right now.")
    if first == "pass":
        yield because("You can’t end your turn yet. There is something you must do first.")
    if first == "skip":
        yield because("You can skip your turn only at its start, and only with no cards in hand.")
    if first in _STEPS - _RUNNING_STEPS:
        yield because("That isn’t one of the cards to choose from.")
    if "!" in words[0]:
        yield from _spell(now, words[0])
    elif first == "morgan":
        yield from _morgan(now, words)
    else:
        yield from _own_pirate(now, words, origin)


def _spell(now: MoveContext, announced: str) -> Iterator[Reason]:
    if not now.rules.magic:
        yield because("There are no spells in this game.")
    card = announced.rstrip("!").split("+")[0]
    if card not in now.hand:
        yield because("You don’t have this card: {card}.", card=card)
    yield because("This spell can’t be cast right now.")


def _gains(rules: Rules, place: str) -> str:
    """How cards are gained where a place lies."""
    in_tunnel = place.isdigit() and int(place) <= SPACES_PER_TILE * rules.tunnel
    return rules.tunnel_cards if in_tunnel or not rules.jungle else rules.jungle_cards


def _leads(now: MoveContext, words: list[str], colour: str) -> Iterator[Reason]:
    """Whether somebody stands there at all, and whether it only leads elsewhere."""
    origin = words[-1].partition("-")[0]
    if not now.view["pirates"].get(colour, {}).get(origin):
        if colour == now.decider:
            yield because("You have no pirate there: {place}.", place=origin)
        yield because("{colour} has no pirate there: {place}.", colour=colour, place=origin)
    beginning = " ".join([*words[:-1], f"{origin}-"])
    for move in now.legal:
        if move.text.startswith(beginning) and move.target is not None:
            yield because(
                "That move leads elsewhere: {place} → {target}.", place=origin, target=move.target
            )


def _morgan(now: MoveContext, words: list[str]) -> Iterator[Reason]:
    if not {"morgan", "both"} & {now.rules.tunnel_cards, now.rules.jungle_cards}:
        yield because("In this game you can’t move other players’ pirates.")
    if len(words) < 3:
        yield because("Name the pirate’s colour and space, like this: {move}.", move="morgan red 7")
        return
    if words[1] == now.decider:
        yield because("Morgan moves other players’ pirates, not your own.")
    yield from _leads(now, words, words[1])
    yield because("This pirate can’t be helped forward right now.")


def _own_pirate(now: MoveContext, words: list[str], origin: str) -> Iterator[Reason]:
    rules = now.rules
    goes_back = words[0] == "back"
    card = words[1] if words[0] == "with" and len(words) > 1 else words[0]
    if not goes_back and words[0] != "as" and card not in now.hand:
        yield because("You don’t have this card: {card}.", card=card)
    if not origin:
        yield because("None of your pirates can do that right now.")
    if goes_back and _gains(rules, origin) == "morgan":
        yield because("Here you gain cards by helping others forward, not by going back.")
    if goes_back and origin == rules.start:
        yield because("There is nothing behind the {place}.", place=origin)
    yield from _leads(now, words, now.decider)
    if goes_back and origin == rules.goal and not rules.leave_goal:
        yield because("Pirates can’t leave the {place} again.", place=origin)
    if goes_back:
        yield because("No space with one or two pirates behind this one: {place}.", place=origin)
    if origin == rules.goal:
        yield because("This pirate is already home.")
    yield because(
        "You can’t play this card from there right now: {card}, {place}.", card=card, place=origin
    )
