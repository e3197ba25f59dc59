"""Parse a move that a person has typed. Small slips in writing are accepted."""

import difflib
import re
from collections.abc import Callable, Collection, Sequence
from typing import Final, NoReturn

from cartagena.errors import IllegalMoveError, Reason, reason
from cartagena.rules.notation.illegal import MAX_SHOWN, MoveContext, explain_illegal, not_legal
from cartagena.rules.notation.moves import Move
from cartagena.validation import short_repr

MAX_CHARACTERS: Final = 100
"""The longest text of a move, including spaces."""


def normalise(text: str) -> str:
    """Return a move with case, dashes and spaces in the standard form."""
    text = re.sub(r"[\u2010-\u2015\u2192]|->", "-", " ".join(text.lower().split()))
    text = re.sub(r" ?([-+]) ?", r"\1", text)
    text = re.sub(r" ([!*])", r"\1", text)
    return re.sub(r"!(?=[^ ])", "! ", text)


def parse_move(
    text: object,
    legal: Sequence[Move],
    vocabulary: Collection[str],
    get_context: Callable[[], MoveContext],
) -> Move:
    """Return the legal move that a text means. It may be shortened if it stays unambiguous.

    `vocabulary` has all tokens of moves at this table. `get_context` is called only if the move is
    illegal and a reason is needed.
    """
    move_text = normalise(_check_text(text, legal))
    matches = [move for move in legal if move.text == move_text] or [
        move for move in legal if move.text.startswith((f"{move_text} ", f"{move_text}-"))
    ]
    if len(matches) == 1:
        return matches[0]
    if matches:
        texts = [move.text for move in matches]
        ambiguous = reason("This could mean: {moves}.", moves=texts[:MAX_SHOWN])
        raise IllegalMoveError(f"{short_repr(text)} could be {_join(texts)}.", ambiguous)
    why = explain_illegal(get_context(), move_text, _tokens(move_text), vocabulary)
    explanation = f" {why}" if why != not_legal(move_text) else ""
    raise IllegalMoveError(
        f"{short_repr(text)} is not legal here.{explanation} {_legal_moves(move_text, legal)}", why
    )


def _check_text(text: object, legal: Sequence[Move]) -> str:
    """Return the text of a move. Raises `IllegalMoveError` if no text can be legal."""
    if not isinstance(text, str):
        _reject(reason("A move is a text such as 'rum 7-21', not {value}.", value=short_repr(text)))
    elif len(text) > MAX_CHARACTERS:
        _reject(reason("A move has at most {most} characters.", most=MAX_CHARACTERS))
    elif not legal:
        _reject(reason("The game is over: no move is legal any more."))
    elif not text.strip():
        _reject(reason("Write a move, such as {move}.", move=legal[0].text))
    return str(text)


def _reject(reason: Reason) -> NoReturn:
    raise IllegalMoveError(str(reason), reason)


def _tokens(move_text: str) -> list[str]:
    return [token for token in re.split(r"[-+! ]+", move_text) if token]


def _legal_moves(move_text: str, legal: Sequence[Move]) -> str:
    """List the legal moves: all if they are few, otherwise those closest to the text."""
    texts = [move.text for move in legal]
    if len(texts) <= MAX_SHOWN:
        return f"Legal moves are {_join(texts)}."
    tokens = set(_tokens(move_text))

    def likeness(text: str) -> float:
        shared = len(tokens.intersection(_tokens(text)))
        return shared + difflib.SequenceMatcher(None, move_text, text).ratio()

    return f"Legal moves include {_join(sorted(texts, key=likeness, reverse=True))}."


def _join(texts: Sequence[str]) -> str:
    return ", ".join(repr(text) for text in texts[:MAX_SHOWN])
