"""Moments of a game in English, for the command line and the pages that it writes.

The browser says the same in the reader's language, from the same tables of sentences.
"""

from collections import Counter
from collections.abc import Sequence

from cartagena.analysis.moments import Moment
from cartagena.report.confidence import Z
from cartagena.rules.move_kinds import MOVE_KINDS
from cartagena.rules.notation.moves import Move
from cartagena.rules.reasons import HintReason, reason_text


def moment_sentence(moment: Moment) -> str:
    """Describe a moment that decided the game, with the reasons."""
    points = f"{100 * abs(moment.change):.1f} points (±{100 * Z * moment.error:.1f})"
    reasons = [reason_sentence(reason, moment.seat) for reason in moment.reasons]
    if moment.kind == "decision":
        played = f"Move {moment.number}: {moment.seat} played {moment.move} and lost {points}."
        return " ".join((played, f"Better was {moment.other}.", *reasons))
    verb = "gained" if moment.change > 0 else "lost"
    sentence = f"Move {moment.number}: {moment.seat} {verb} {points} by luck at {moment.move}"
    sentence += f", which brought {_brought(moment)}."
    if not moment.other:
        return sentence
    possible = "It made this possible" if moment.change > 0 else "The best that was left"
    return " ".join((sentence, f"{possible}: {moment.other}.", *reasons))


def _brought(moment: Moment) -> str:
    if moment.found:
        return "an empty chest" if moment.found == "empty" else "a snake"
    counted = Counter(moment.drawn)
    cards = [card if count == 1 else f"{count} × {card}" for card, count in counted.items()]
    return _together(cards) or "cards to others"


def _together(parts: Sequence[str]) -> str:
    return " and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)


def reason_sentence(reason: HintReason, seat: str) -> str:
    """Describe a reason for a seat's move."""
    return reason_text(reason).about_anyone.format(
        count=reason.count,
        card=reason.card,
        who=(reason.colour or seat).capitalize(),
        move=move_in_brief(Move(reason.move)) if reason.move else "",
    )


def move_in_brief(move: Move) -> str:
    """Describe a move in a few words."""
    return MOVE_KINDS[move.kind].brief.format_map(
        {
            "card": move.card,
            "from": move.origin,
            "to": move.target,
            "who": (move.colour or "").capitalize(),
        }
    )
