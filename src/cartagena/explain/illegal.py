"""Why a move is not legal, in a sentence made of what the one who tried it may know."""

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from cartagena.game import Game
from cartagena.rules.components import SYMBOLS
from cartagena.rules.errors import Filling
from cartagena.rules.notation.moves import Move, normalise

_SHOWN: Final = 8
"""How many moves a sentence names at most."""

_STEPS: Final = ("take", "keep", "give", "put", "discard", "with", "as")
_VERBS: Final = ("back", "morgan", "sail", "pass", "skip", *_STEPS)


class Reason(NamedTuple):
    """A sentence with gaps, and what fills them."""

    sentence: str
    names: dict[str, Filling]


def because(sentence: str, **names: Filling) -> Reason:
    """A reason. The catalogues gather the sentences from the calls of this."""
    return Reason(sentence, names)


def why_not(game: Game, text: str) -> Reason:
    """Why this move, which is none of the legal ones, cannot be made."""
    written = normalise(text)
    legal = list(game.legal_moves)
    meant = [move.text for move in legal if move.text.startswith(written)]
    if len(meant) > 1:
        return because("This could mean: {moves}.", moves=meant[:_SHOWN])
    known = {*_VERBS, *SYMBOLS[game.rules.edition], *game.players, *_places(game)}
    for word in re.split(r"[-+!* ]+", written):
        if word and word not in known:
            return because("Nothing in this game is called {word}.", word=word[:20])
    view = game.view(game.decider)
    for reason in _reasons(game, view, legal, written.split(" ")):
        return reason
    return because("{move} isn’t a legal move here.", move=text[:40])


def _places(game: Game) -> Iterator[str]:
    yield from (game.rules.start, "sloop", game.rules.goal)
    yield from (str(space) for space in range(1, 6 * game.rules.tiles + 1))


def _reasons(
    game: Game, view: dict[str, Any], legal: list[Move], words: list[str]
) -> Iterator[Reason]:
    first, origin = words[0], words[-1].partition("-")[0] if len(words) > 1 else ""
    due = {move.text.split(" ")[0] for move in legal}
    if view["pending"] is not None and first not in due:
        texts = [move.text for move in legal]
        yield because("Choose one of these first: {moves}.", moves=texts[:_SHOWN])
    if first in _STEPS and first not in due:
        yield because("That isn’t needed right now.")
    if first == "sail":
        if not game.rules.is_complete:
            yield because("The sloop doesn’t sail in this game.")
        yield because("The sloop can’t sail right now.")
    if first == "pass":
        yield because("You can’t end your turn yet. There is something you must do first.")
    if first == "skip":
        yield because("You can skip your turn only at its start, and only with no cards in hand.")
    if first in ("take", "keep", "give", "put", "discard"):
        yield because("That isn’t one of the cards to choose from.")
    if "!" in words[0]:
        yield from _spell(game, view, words[0])
    elif first == "morgan":
        yield from _morgan(game, view, legal, words)
    else:
        yield from _own_pirate(game, view, legal, words, origin)


def _spell(game: Game, view: dict[str, Any], announced: str) -> Iterator[Reason]:
    if not game.rules.magic:
        yield because("There are no spells in this game.")
    card = announced.rstrip("!").split("+")[0]
    if card not in view["hands"][game.decider]:
        yield because("You have no {card}.", card=card)
    yield because("This spell can’t be cast right now.")


def _gains(game: Game, place: str) -> str:
    """How cards are gained where a place lies."""
    rules = game.rules
    in_tunnel = place.isdigit() and int(place) <= 6 * rules.tunnel
    return rules.tunnel_cards if in_tunnel or not rules.jungle else rules.jungle_cards


def _leads(
    game: Game, view: dict[str, Any], legal: list[Move], words: list[str], colour: str
) -> Iterator[Reason]:
    """Whether somebody stands there at all, and whether it only leads elsewhere."""
    origin = words[-1].partition("-")[0]
    if not view["pirates"].get(colour, {}).get(origin):
        if colour == game.decider:
            yield because("You have no pirate there: {place}.", place=origin)
        yield because("{colour} has no pirate there: {place}.", colour=colour, place=origin)
    beginning = " ".join([*words[:-1], f"{origin}-"])
    for move in legal:
        if move.text.startswith(beginning) and move.target is not None:
            yield because(
                "From {place}, that move goes to {target}.", place=origin, target=move.target
            )


def _morgan(
    game: Game, view: dict[str, Any], legal: list[Move], words: list[str]
) -> Iterator[Reason]:
    if not {"morgan", "both"} & {game.rules.tunnel_cards, game.rules.jungle_cards}:
        yield because("In this game you can’t move other players’ pirates.")
    if len(words) < 3:
        yield because("Say whose pirate, and from where, like this: {move}.", move="morgan red 7")
        return
    if words[1] == game.decider:
        yield because("Morgan moves other players’ pirates, not your own.")
    yield from _leads(game, view, legal, words, words[1])
    yield because("This pirate can’t be helped forward right now.")


def _own_pirate(
    game: Game, view: dict[str, Any], legal: list[Move], words: list[str], origin: str
) -> Iterator[Reason]:
    goes_back = words[0] == "back"
    card = words[1] if words[0] == "with" and len(words) > 1 else words[0]
    if not goes_back and words[0] != "as" and card not in view["hands"][game.decider]:
        yield because("You have no {card}.", card=card)
    if not origin:
        yield because("None of your pirates can do that right now.")
    if goes_back and _gains(game, origin) == "morgan":
        yield because("Here you gain cards by helping others forward, not by going back.")
    if goes_back and origin == game.rules.start:
        yield because("There is nothing behind the {place}.", place=origin)
    yield from _leads(game, view, legal, words, game.decider)
    if goes_back and origin == game.rules.goal and not game.rules.leave_goal:
        yield because("Pirates can’t leave the {place} again.", place=origin)
    if goes_back:
        yield because("There is no space behind {place} with one or two pirates.", place=origin)
    if origin == game.rules.goal:
        yield because("This pirate is already home.")
    yield because("You can’t use {card} from {place} right now.", card=card, place=origin)
