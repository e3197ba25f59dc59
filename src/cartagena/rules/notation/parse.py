"""Reading a move that somebody wrote: slips are forgiven, what is no legal move is refused."""

import difflib
import re
from collections.abc import Callable, Collection, Sequence
from typing import Final, NoReturn

from cartagena.errors import IllegalMoveError, Reason, because
from cartagena.rules.notation.illegal import MAX_SHOWN, MoveContext, not_legal, why_not
from cartagena.rules.notation.moves import Move
from cartagena.validation import brief

MAX_CHARACTERS: Final = 100
"""How long the text of a move may be, spaces and all."""


def normalise(text: str) -> str:
    """A move with case, dashes and spaces as we write them."""
    text = re.sub(r"[\u2010-\u2015\u2192]|->", "-", " ".join(text.lower().split()))
    text = re.sub(r" ?([-+]) ?", r"\1", text)
    text = re.sub(r" ([!*])", r"\1", text)
    return re.sub(r"!(?=[^ ])", "! ", text)


def parse_move(
    text: object,
    legal: Sequence[Move],
    known: Collection[str],
    situation: Callable[[], MoveContext],
) -> Move:
    """The legal move that is meant; what it leaves out must be clear from the others.

    `known` are the words of which moves at this table are made; `situation` is asked for only
    where a reason is needed why the move is not legal.
    """
    written = normalise(_checked(text, legal))
    meant = [move for move in legal if move.text == written] or [
        move for move in legal if move.text.startswith((f"{written} ", f"{written}-"))
    ]
    if len(meant) == 1:
        return meant[0]
    if meant:
        texts = [move.text for move in meant]
        reason = because("This could mean: {moves}.", moves=texts[:MAX_SHOWN])
        raise IllegalMoveError(f"{brief(text)} could be {_listed(texts)}.", reason)
    reason = why_not(situation(), written, _words(written), known)
    why = f" {reason}" if reason != not_legal(written) else ""
    raise IllegalMoveError(
        f"{brief(text)} is not legal here.{why} Legal is{_nearby(written, legal)}.", reason
    )


def _checked(text: object, legal: Sequence[Move]) -> str:
    """The text of a move, if it can be one and there is one to make."""
    if not isinstance(text, str):
        _refuse(because("A move is a text such as 'rum 7-21', not {given}.", given=brief(text)))
    elif len(text) > MAX_CHARACTERS:
        _refuse(because("A move has at most {most} characters.", most=MAX_CHARACTERS))
    elif not legal:
        _refuse(because("The game is over: no move is legal any more."))
    elif not text.strip():
        _refuse(because("Write a move, such as {move}.", move=legal[0].text))
    return str(text)


def _refuse(reason: Reason) -> NoReturn:
    raise IllegalMoveError(str(reason), reason)


def _words(written: str) -> list[str]:
    return [word for word in re.split(r"[-+! ]+", written) if word]


def _nearby(written: str, legal: Sequence[Move]) -> str:
    """The legal moves most like the one written, or all if they are few."""
    texts = [move.text for move in legal]
    if len(texts) <= MAX_SHOWN:
        return f" {_listed(texts)}"
    words = set(_words(written))

    def likeness(text: str) -> float:
        shared = len(words.intersection(_words(text)))
        return shared + difflib.SequenceMatcher(None, written, text).ratio()

    return f", among others, {_listed(sorted(texts, key=likeness, reverse=True))}"


def _listed(texts: Sequence[str]) -> str:
    return ", ".join(repr(text) for text in texts[:MAX_SHOWN])
