"""The bots by name."""

from __future__ import annotations

from cartagena.players.bot import Bot
from cartagena.players.deckhand import Deckhand
from cartagena.players.drunk import Drunk
from cartagena.rules.errors import CartagenaError

ROSTER: dict[str, type[Bot]] = {"drunk": Drunk, "deckhand": Deckhand}


def hire(name: str) -> Bot:
    """The bot of that name."""
    try:
        return ROSTER[name.strip().lower()]()
    except KeyError:
        known = " and ".join(ROSTER)
        raise CartagenaError(f"There is no bot {name!r}; there are {known}.") from None
