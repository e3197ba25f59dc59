"""Explain why a move is illegal, using only what the player may know."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from cartagena.errors import Reason, reason
from cartagena.rules.components import SPACES_PER_TILE
from cartagena.rules.move_kinds import MOVE_KINDS
from cartagena.rules.notation.moves import Move
from cartagena.rules.notation.position.types import SeatView
from cartagena.rules.options import Rules

MAX_SHOWN: Final = 8
"""The most moves that a message lists."""

_STEPS: Final = frozenset(kind.verb for kind in MOVE_KINDS.values() if kind.is_step)
_RUNNING_STEPS: Final = frozenset(
    kind.verb for kind in MOVE_KINDS.values() if kind.is_step and kind.runs
)


class MoveContext:
    """The player's knowledge: the rules, their view and the legal moves."""

    def __init__(self, rules: Rules, view: SeatView, legal: Sequence[Move]) -> None:
        self.rules, self.view, self.legal = rules, view, legal
        assert view["viewer"] is not None, "a move is made by a seat"
        self.decider = view["viewer"]
        self.hand = view["hands"][self.decider]


def explain_illegal(
    context: MoveContext, text: str, tokens: Sequence[str], vocabulary: Collection[str]
) -> Reason:
    """Explain why a move is illegal.

    `tokens` are the parts of its text, `vocabulary` all tokens of moves at this table.
    """
    for token in tokens:
        if token not in vocabulary:
            return reason("Unknown word: {word}.", word=token[:20])
    return next(_reasons(context, text.split(" ")), not_legal(text))


def not_legal(text: str) -> Reason:
    """Return the reason to give if there is no better one."""
    return reason("{move} isn’t a legal move here.", move=text[:40])


def _reasons(context: MoveContext, tokens: list[str]) -> Iterator[Reason]:
    first, origin = tokens[0], tokens[-1].partition("-")[0] if len(tokens) > 1 else ""
    due = {move.text.split(" ")[0] for move in context.legal}
    if context.view["pending"] is not None and first not in due:
        texts = [move.text for move in context.legal]
        yield reason("Choose one of these first: {moves}.", moves=texts[:MAX_SHOWN])
    if first in _STEPS and first not in due:
        yield reason("That isn’t needed right now.")
    if first == "sail":
        if not context.rules.is_complete:
            yield reason("The sloop doesn’t sail in this game.")
        yield reason("The sloop can’t sail right now.")
    if first == "pass":
        yield reason("You can’t end your turn yet. There is something you must do first.")
    if first == "skip":
        yield reason("You can skip your turn only at its start, and only with no cards in hand.")
    if first in _STEPS - _RUNNING_STEPS:
        yield reason("That isn’t one of the cards to choose from.")
    if "!" in tokens[0]:
        yield from _spell(context, tokens[0])
    elif first == "morgan":
        yield from _morgan(context, tokens)
    else:
        yield from _own_pirate(context, tokens, origin)


def _spell(context: MoveContext, announced: str) -> Iterator[Reason]:
    if not context.rules.magic:
        yield reason("There are no spells in this game.")
    card = announced.rstrip("!").split("+")[0]
    if card not in context.hand:
        yield reason("You don’t have this card: {card}.", card=card)
    yield reason("This spell can’t be cast right now.")


def _gains(rules: Rules, place: str) -> str:
    """Return how cards are gained on the stretch of a place."""
    in_tunnel = place.isdigit() and int(place) <= SPACES_PER_TILE * rules.tunnel
    return rules.tunnel_cards if in_tunnel or not rules.jungle else rules.jungle_cards


def _leads(context: MoveContext, tokens: list[str], colour: str) -> Iterator[Reason]:
    """Explain that no pirate stands there, or where the move really leads."""
    origin = tokens[-1].partition("-")[0]
    if not context.view["pirates"].get(colour, {}).get(origin):
        if colour == context.decider:
            yield reason("You have no pirate there: {place}.", place=origin)
        yield reason("{colour} has no pirate there: {place}.", colour=colour, place=origin)
    beginning = " ".join([*tokens[:-1], f"{origin}-"])
    for move in context.legal:
        if move.text.startswith(beginning) and move.target is not None:
            yield reason(
                "That move leads elsewhere: {place} → {target}.", place=origin, target=move.target
            )


def _morgan(context: MoveContext, tokens: list[str]) -> Iterator[Reason]:
    if not {"morgan", "both"} & {context.rules.tunnel_cards, context.rules.jungle_cards}:
        yield reason("In this game you can’t move other players’ pirates.")
    if len(tokens) < 3:
        yield reason("Name the pirate’s colour and space, like this: {move}.", move="morgan red 7")
        return
    if tokens[1] == context.decider:
        yield reason("Morgan moves other players’ pirates, not your own.")
    yield from _leads(context, tokens, tokens[1])
    yield reason("This pirate can’t be helped forward right now.")


def _own_pirate(context: MoveContext, tokens: list[str], origin: str) -> Iterator[Reason]:
    rules = context.rules
    goes_back = tokens[0] == "back"
    card = tokens[1] if tokens[0] == "with" and len(tokens) > 1 else tokens[0]
    if not goes_back and tokens[0] != "as" and card not in context.hand:
        yield reason("You don’t have this card: {card}.", card=card)
    if not origin:
        yield reason("None of your pirates can do that right now.")
    if goes_back and _gains(rules, origin) == "morgan":
        yield reason("Here you gain cards by helping others forward, not by going back.")
    if goes_back and origin == rules.start:
        yield reason("There is nothing behind the {place}.", place=origin)
    yield from _leads(context, tokens, context.decider)
    if goes_back and origin == rules.goal and not rules.leave_goal:
        yield reason("Pirates can’t leave the {place} again.", place=origin)
    if goes_back:
        yield reason("No space with one or two pirates behind this one: {place}.", place=origin)
    if origin == rules.goal:
        yield reason("This pirate is already home.")
    yield reason(
        "You can’t play this card from there right now: {card}, {place}.", card=card, place=origin
    )
