"""The rivals: the person behind each level of bots. Portraits are in `cartagena.picture.portraits`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Rival:
    """A person with a temper. All texts are in English; clients translate them."""

    person: str
    temper: str
    glad: str
    """Said after a great move of their own."""
    sour: str
    """Said after a great move of another player."""
    beaten: str
    """Said to the player who has beaten them."""


RIVALS: Final[Mapping[str, Rival]] = {
    "drunk": Rival(
        "Barnaby",
        "Likes everybody, above all the barrel.",
        "Did I do that?",
        "Two of you, and both so fast!",
        "You win? Then the next round is on you.",
    ),
    "stowaway": Rival(
        "Pip",
        "Has never paid for a passage and never will.",
        "Nobody saw me!",
        "Hey, no fair!",
        "Back into the barrel for me, then.",
    ),
    "cabin-boy": Rival(
        "Nico",
        "Runs up the mast just to be told to come down.",
        "Faster than the wind!",
        "Wait for me!",
        "Again! Again! Right now!",
    ),
    "cook": Rival(
        "Dolores",
        "Patient with stews, less so with pirates.",
        "Now that’s well seasoned.",
        "You’ve spoilt my soup!",
        "Fine. Washing up is yours all the same.",
    ),
    "deckhand": Rival(
        "Jonas",
        "Does one thing after the other, and does it properly.",
        "That’s how it’s done.",
        "Well, well. Not bad.",
        "Fair’s fair. I’ll scrub the deck.",
    ),
    "gunner": Rival(
        "Greta",
        "Quick to light a fuse, her own above all.",
        "Boom! Right on target!",
        "Thunder and lightning!",
        "Missed by a hair. It won’t happen twice.",
    ),
    "bosun": Rival(
        "Bruno",
        "Wants everything in order, and loudly.",
        "Order on deck!",
        "Who allowed that?",
        "Hm. You may carry my whistle for a day.",
    ),
    "helmsman": Rival(
        "Tarek",
        "Keeps calm in any wind and looks at the stars.",
        "Straight on course.",
        "The wind has turned.",
        "You read the water well. I’ll follow you.",
    ),
    "first-mate": Rival(
        "Silas",
        "Polite, precise, and hardly ever surprised.",
        "Exactly as planned.",
        "I hadn’t noted that down.",
        "My compliments. I’ll study this game tonight.",
    ),
    "captain": Rival(
        "Ezra",
        "Says little and forgets nothing.",
        "The sea belongs to me.",
        "You’ll pay for that.",
        "Take my seat. Just for today.",
    ),
    "legend": Rival(
        "Maud",
        "Some say she was here before the fortress.",
        "I’ve seen this before.",
        "Interesting. Very interesting.",
        "They’ll sing about you, child.",
    ),
}
"""The rivals by level, the weakest first."""

COMPANIONS: Final[Mapping[str, str]] = {
    "blue": "Marina",
    "red": "Rufus",
    "green": "Oliver",
    "yellow": "Aurelia",
    "purple": "Violet",
}
"""Names for more bots of a level, and for bots that take over a seat. Each colour has its own."""


def bot_names(bots: Iterable[tuple[str, str, bool]]) -> dict[str, str]:
    """Return a name for each bot of a table by colour, all different.

    `bots` has the colour and level of each bot, and True if it took over a seat during the game. The
    first bot of a level that was there from the start is the rival of the level.
    """
    names: dict[str, str] = {}
    for colour, level, took_over in bots:
        rival = RIVALS.get(level)
        is_free = rival is not None and rival.person not in names.values()
        names[colour] = rival.person if rival and is_free and not took_over else COMPANIONS[colour]
    return names
