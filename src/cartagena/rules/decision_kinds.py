"""Every kind of pending decision, with its texts for the deciding player and for the others."""

from dataclasses import dataclass
from typing import Final

from cartagena.rules.messages import Message
from cartagena.rules.notation.position.types import PendingKind


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionKind:
    """The facts that all decisions of one kind share.

    Gaps are `{who}`, `{other}` for the other player concerned, and `{count}` for the cards to keep.
    """

    name: PendingKind
    prompt: Message
    """The instruction for the player who decides. `{who}` is the other player here."""
    then: str = ""
    """The prompt once a card is chosen, if more must be chosen."""
    description: Message
    """The description of the decision for everybody."""


DECISION_KINDS: Final = {
    kind.name: kind
    for kind in (
        DecisionKind(
            name="take",
            prompt=Message("Weapons: take one card from the hand of {who}."),
            description=Message("{who} takes a card from {other}'s hand"),
        ),
        DecisionKind(
            name="keep",
            prompt=Message("Keep {count} of these cards.", "Keep {count} of these cards."),
            description=Message(
                "{who} keeps {count} card of those drawn",
                "{who} keeps {count} cards of those drawn",
            ),
        ),
        DecisionKind(
            name="give",
            prompt=Message("Give one of these cards to {who}."),
            description=Message("{who} gives a drawn card to {other}"),
        ),
        DecisionKind(
            name="put",
            prompt=Message(
                "Put the cards back on top. The last one you choose will be drawn first."
            ),
            description=Message("{who} puts a card back on top"),
        ),
        DecisionKind(
            name="hook",
            prompt=Message("Hook: choose a second card."),
            then="Now choose two of your pirates in the same place.",
            description=Message("{who} hooks two pirates: with which card?"),
        ),
        DecisionKind(
            name="parrots",
            prompt=Message("Two parrots: which symbol should they count as?"),
            then="Now choose a pirate.",
            description=Message("{who} names a symbol for two parrots"),
        ),
        DecisionKind(
            name="discard",
            prompt=Message("A dark card was played: discard down to seven."),
            description=Message("{who} is over seven cards and discards"),
        ),
    )
}
"""The kinds of pending decision by name."""
