"""Reasons for a move: facts about it, and the sentences that say them."""

from dataclasses import dataclass
from typing import Final, Literal

from cartagena.rules.messages import Message

ReasonCode = Literal[
    "only",
    "wins",
    "home",
    "aboard",
    "furthest",
    "ahead",
    "leaps",
    "spare",
    "frees",
    "gains",
    "few",
    "keeps",
    "costs",
    "helps",
    "carries",
    "fetches",
    "free",
    "waits",
    "draws",
    "most",
    "least",
    "order",
    "spell",
    "clear",
    "close",
]


@dataclass(frozen=True, slots=True)
class HintReason:
    """A fact that speaks for a move. `REASONS` says which of the fields a code uses."""

    code: ReasonCode
    count: int = 0
    card: str = ""
    colour: str = ""
    move: str = ""


@dataclass(frozen=True, slots=True)
class ReasonText:
    """The sentences for a reason.

    Gaps are `{count}`, `{card}`, `{move}` and `{who}`: the player named by the reason's colour, or
    else the player whose move it is.
    """

    own: Message
    """The sentence for the player whose move it is."""
    other: Message | None = None
    """The sentence about any player. If it is None, `own` fits everybody."""

    @property
    def about_anyone(self) -> Message:
        """Return the message that fits any player."""
        return self.own if self.other is None else self.other


REASONS: Final[dict[ReasonCode, ReasonText]] = {
    "only": ReasonText(Message("It’s the only possible move.")),
    "wins": ReasonText(Message("This wins the game!")),
    "home": ReasonText(
        Message("It brings {count} pirate home.", "It brings {count} pirates home.")
    ),
    "aboard": ReasonText(Message("It brings a pirate aboard.")),
    "furthest": ReasonText(
        Message(
            "It moves {count} space forward, farther than any other move.",
            "It moves {count} spaces forward, farther than any other move.",
        )
    ),
    "ahead": ReasonText(
        Message("It moves {count} space forward.", "It moves {count} spaces forward.")
    ),
    "leaps": ReasonText(
        Message(
            "It jumps over {count} occupied space with that symbol.",
            "It jumps over {count} occupied spaces with that symbol.",
        )
    ),
    "spare": ReasonText(
        Message("You have {count} card like this.", "You have {count} cards like this."),
        Message("{who} has {count} card like this.", "{who} has {count} cards like this."),
    ),
    "frees": ReasonText(Message("It gets a pirate out of jail.")),
    "gains": ReasonText(Message("It draws {count} card.", "It draws {count} cards.")),
    "few": ReasonText(
        Message(
            "You have only {count} card.", "You have only {count} cards.", "You have no cards."
        ),
        Message(
            "{who} has only {count} card.", "{who} has only {count} cards.", "{who} has no cards."
        ),
    ),
    "keeps": ReasonText(Message("This card stays in hand: {card}.")),
    "costs": ReasonText(Message("It gives up {count} space.", "It gives up {count} spaces.")),
    "helps": ReasonText(
        Message("{who} moves {count} space forward.", "{who} moves {count} spaces forward.")
    ),
    "carries": ReasonText(
        Message(
            "It takes {count} of your pirates to Tortuga.",
            "It takes {count} of your pirates to Tortuga.",
        ),
        Message("It takes {count} pirate to Tortuga.", "It takes {count} pirates to Tortuga."),
    ),
    "fetches": ReasonText(
        Message("It brings the sloop to where you need it."),
        Message("It brings the sloop to where it’s needed."),
    ),
    "free": ReasonText(
        Message("As captain, you sail for free."), Message("The captain sails for free.")
    ),
    "waits": ReasonText(
        Message("Your cards and positions are worth more than another action."),
        Message("The cards and positions are worth more than another action."),
    ),
    "draws": ReasonText(Message("Drawing a card is worth more than anything else this turn.")),
    "most": ReasonText(Message("Most useful to you: {card}."), Message("Most useful: {card}.")),
    "least": ReasonText(Message("Least useful to you: {card}."), Message("Least useful: {card}.")),
    "order": ReasonText(Message("The card put back last will be drawn next.")),
    "clear": ReasonText(Message("It’s clearly better than any other move.")),
    "close": ReasonText(Message("About as good: {move}.")),
}
"""The sentences by code. Those of `spell` depend on the card: see `SPELL_REASONS`."""

SPELL_REASONS: Final = {
    "weapons": ReasonText(
        Message("You take a card from {who} and see the whole hand."),
        Message("It shows the hand of {who} and takes a card from it."),
    ),
    "rum": ReasonText(
        Message("You keep two cards, and the others get one each."),
        Message("It brings two cards, and the others get one each."),
    ),
    "lantern": ReasonText(
        Message("You keep the best of four cards and put the rest back in any order."),
        Message("It brings the best of four cards."),
    ),
    "parrot": ReasonText(
        Message("Two parrots count as the symbol you’re missing."),
        Message("Two parrots count as a missing symbol."),
    ),
    "hook": ReasonText(Message("One extra card moves two pirates.")),
    "chest": ReasonText(Message("The chest may hold cards.")),
}
"""The sentences of a reason `spell`, by the symbol of its card."""


def reason_text(reason: HintReason) -> ReasonText:
    """Return the sentences for a reason."""
    return SPELL_REASONS[reason.card] if reason.code == "spell" else REASONS[reason.code]
