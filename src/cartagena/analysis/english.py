"""Facts and moments in English, for the terminal and for pages that are written there.

The browser says the same in the reader's language (web/js/ui/hints.js, web/js/screens/finished/moments.js).
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from cartagena.analysis.moments import Moment
from cartagena.report.confidence import Z
from cartagena.rules.reasons import HintReason

_SPELLS: Final = {
    "weapons": "it takes a card from {colour} and shows the whole hand",
    "rum": "two cards are kept and the others get one each",
    "lantern": "the best of four cards is kept",
    "parrot": "two parrots count as a missing symbol",
    "hook": "one more card moves two pirates",
    "chest": "the chest may hold cards",
}


def moment_sentence(moment: Moment) -> str:
    """A moment that decided the game, with the reason."""
    points = f"{100 * abs(moment.change):.1f} points (±{100 * Z * moment.error:.1f})"
    reasons = _together([reason_clause(reason) for reason in moment.reasons])
    why = f": {reasons}" if reasons else ""
    if moment.kind == "decision":
        return (
            f"Move {moment.number}: {moment.seat} played {moment.move} and lost {points}. "
            f"Better was {moment.other}{why}."
        )
    verb = "gained" if moment.change > 0 else "lost"
    told = f"Move {moment.number}: {moment.seat} {verb} {points} by luck at {moment.move}"
    told += f", which brought {_brought(moment)}."
    if moment.other:
        allowed = "made possible" if moment.change > 0 else "allowed no more than"
        told += f" It {allowed} {moment.other}{why}."
    return told


def _brought(moment: Moment) -> str:
    if moment.found:
        return "an empty chest" if moment.found == "empty" else "a snake"
    counted = Counter(moment.drawn)
    cards = [card if count == 1 else f"{count} × {card}" for card, count in counted.items()]
    return _together(cards) or "cards to others"


def _together(parts: Sequence[str]) -> str:
    return " and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)


def reason_clause(reason: HintReason) -> str:
    """What speaks for a move, as a part of a sentence."""
    count, card, colour = reason.count, reason.card, reason.colour
    spaces = "1 space" if count == 1 else f"{count} spaces"
    cards = "1 card" if count == 1 else f"{count} cards"
    pirates = "1 pirate" if count == 1 else f"{count} pirates"
    match reason.code:
        case "only":
            return "nothing else is possible"
        case "wins":
            return "it wins"
        case "home":
            return f"it brings {pirates} home"
        case "aboard":
            return "it brings a pirate aboard"
        case "furthest":
            return f"it moves {spaces} forward, farther than any other move"
        case "ahead":
            return f"it moves {spaces} forward"
        case "leaps":
            return f"it jumps over {spaces} that {'is' if count == 1 else 'are'} taken"
        case "spare":
            return f"there are {count} of that card in the hand"
        case "frees":
            return "it gets a pirate out of jail"
        case "gains":
            return f"it gains {cards}"
        case "few":
            return f"the hand has only {cards}" if count else "the hand is empty"
        case "keeps":
            return f"it keeps {card}"
        case "costs":
            return f"it gives up {spaces}"
        case "helps":
            return f"{colour} moves {spaces} forward"
        case "carries":
            return f"it takes {pirates} to Tortuga"
        case "fetches":
            return "it brings the sloop to where it is needed"
        case "free":
            return "the captain sails for free"
        case "waits":
            return "cards and positions are worth more than another action"
        case "draws":
            return "drawing a card is worth more"
        case "most":
            return f"{card} is worth the most of these"
        case "least":
            return f"{card} is worth the least of these"
        case "order":
            return "the card put back last is drawn next"
        case "spell":
            return _SPELLS[card].format(colour=colour)
        case "clear":
            return "it is clearly better than any other move"
        case "close":
            return f"{reason.move} is about as good"
