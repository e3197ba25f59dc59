"""The words in pictures: the game, whose turn it is, the pending decision."""

from __future__ import annotations

from cartagena.picture.model import PictureModel
from cartagena.rules.decision_kinds import DECISION_KINDS


def name(colour: str) -> str:
    """Return a player's name."""
    return colour.capitalize()


def plural(count: int, thing: str) -> str:
    """Return a count with its noun: `1 card`, `2 cards`."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def turn(table: PictureModel) -> str:
    """Say whose turn it is, or how the game ended."""
    if table.winner is not None:
        return f"{name(table.winner)} wins!"
    if table.over:
        return "The game is over: nobody wins"
    return f"{name(table.turn)} to move"


def actions(table: PictureModel) -> str:
    """Say how many actions are left."""
    if table.over or table.winner is not None:
        return ""
    return f"{plural(table.actions_left, 'action')} left"


def decision(table: PictureModel) -> str:
    """Describe the pending decision or the captain's right. Empty if there is neither."""
    if table.over or table.winner is not None:
        return ""
    pending = table.pending
    if pending is None:
        return "The captain may sail free" if table.complete and table.free_sail else ""
    return DECISION_KINDS[pending.kind].description.format(
        who=name(pending.seat),
        other=name(pending.other) if pending.other else "another player",
        count=pending.left,
    )


def place(where: str) -> str:
    """Return the name of a place."""
    return f"space {where}" if where.isdigit() else f"the {where}"


def describe(table: PictureModel) -> str:
    """Describe the table in a few sentences, for people who cannot see it."""
    says = [f"{turn(table)}. {actions(table)}".strip().rstrip(".") + "."]
    if decision(table):
        says.append(f"{decision(table)}.")
    if table.sloop_at:
        says.append(f"The sloop lies at {table.sloop_at.capitalize()}.")
    for colour in table.players:
        stand = [
            f"{count} on {place(where)}" if where.isdigit() else f"{count} in {place(where)}"
            for where, count in _way_order(table, colour)
        ]
        cards = [f"{count} {card}" for card, count in table.hands[colour].items()]
        if table.unknown[colour]:
            cards.append(f"{table.unknown[colour]} unknown")
        says.append(
            f"{name(colour)}: {', '.join(stand)}; "
            f"{plural(table.cards(colour), 'card')}{': ' if cards else ''}{', '.join(cards)}."
        )
    return " ".join(says)


def _way_order(table: PictureModel, colour: str) -> list[tuple[str, int]]:
    crew = table.pirates[colour]
    return [(where, crew[where]) for where in table.rules.places if crew.get(where)]
