"""Presets: rules with the names that the rulebooks use, and titles for all other rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from cartagena.errors import CartagenaError
from cartagena.rules.options import Rules
from cartagena.validation import short_repr

SECONDS_PER_MOVE: Final = 29
"""An estimate. With it, Jamaica takes 40 minutes. The box of the printed game says 30 to 45."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """Rules with a name."""

    name: str
    title: str
    tagline: str
    options: Mapping[str, Any]
    """The options that differ from those of `Rules()`."""
    mean_moves: int
    """The mean number of moves in a game of three bosuns: `cartagena stats NAME --players 3`."""
    base: str = ""
    """The preset that this one varies by following one rulebook. Empty for all others."""
    rulebook: str = ""
    """The language of that rulebook."""

    @property
    def minutes(self) -> int:
        """Estimate how long a game between people takes, rounded to five minutes."""
        return 5 * round(self.mean_moves * SECONDS_PER_MOVE / 300)

    def rules(self) -> Rules:
        """Return the rules of this preset."""
        return Rules.from_options(self.options)


GAMES: Final = {
    preset.name: preset
    for preset in (
        Preset(
            name="jamaica",
            title="Jamaica",
            tagline="Hidden hands, face-down deck: faster, more luck.",
            options={"edition": "2000"},
            mean_moves=83,
        ),
        Preset(
            name="tortuga",
            title="Tortuga",
            tagline="Open hands, open row of cards: slower, more skill.",
            options={"edition": "2000", "hands": "open", "supply": "row"},
            mean_moves=85,
        ),
        Preset(
            name="hispaniola",
            title="Hispaniola",
            tagline="Hidden hands, but new cards come from an open row.",
            options={"edition": "2000", "supply": "row"},
            mean_moves=84,
        ),
        Preset(
            name="escape",
            title="Escape",
            tagline="Through six tunnel tiles from the jail to the sloop.",
            options={"edition": "2017"},
            mean_moves=84,
        ),
        Preset(
            name="island",
            title="Tortuga island",
            tagline="Through the jungle, from a half-flooded sloop to the pirate cove.",
            options={"edition": "2017", "tunnel": 0, "jungle": 6},
            mean_moves=83,
        ),
        Preset(
            name="complete",
            title="The Complete Escape",
            tagline="Tunnel, sea and jungle in one game, with a sloop that sails.",
            options={"edition": "2017", "tunnel": 3, "jungle": 3},
            mean_moves=138,
        ),
        Preset(
            name="morgan",
            title="Morgan",
            tagline="Gain cards by helping other players forward.",
            options={"edition": "2017", "tunnel_cards": "morgan"},
            mean_moves=58,
        ),
        Preset(
            name="filibusters",
            title="Filibusters",
            tagline="Morgan, plus dark cards that make the others discard.",
            options={"edition": "2017", "tunnel_cards": "morgan", "filibusters": True},
            mean_moves=67,
        ),
        Preset(
            name="black-magic",
            title="Black Magic Woman",
            tagline="Play cards as spells and open treasure chests.",
            options={"edition": "2017", "magic": True},
            mean_moves=106,
        ),
        Preset(
            name="short",
            title="Short Escape",
            tagline="Four tiles, four pirates: over in half the time.",
            options={"edition": "2017", "tunnel": 4, "pirates": 4},
            mean_moves=45,
        ),
        Preset(
            name="long",
            title="Long Escape",
            tagline="All eight tiles.",
            options={"edition": "2017", "tunnel": 8},
            mean_moves=103,
        ),
        Preset(
            name="everything",
            title="Everything",
            tagline="All variants at once. For old sea dogs.",
            options={
                "edition": "2017",
                "tunnel": 4,
                "jungle": 4,
                "tunnel_cards": "both",
                "jungle_cards": "both",
                "filibusters": True,
                "magic": True,
            },
            mean_moves=191,
        ),
    )
}
"""The presets that are separate games."""


@dataclass(frozen=True, slots=True)
class TitlePart:
    """A part of the title of rules: the title of a preset."""

    preset: str
    options: Mapping[str, Sequence[Any]]
    """The part applies to rules that have one of these values for each option."""

    def applies(self, rules: Rules) -> bool:
        """Return True if the rules have these options."""
        return all(getattr(rules, name) in values for name, values in self.options.items())


TITLE_PARTS: Final = (
    (
        TitlePart("tortuga", {"edition": ["2000"], "supply": ["row"], "hands": ["open"]}),
        TitlePart("hispaniola", {"edition": ["2000"], "supply": ["row"]}),
        TitlePart("jamaica", {"edition": ["2000"]}),
        TitlePart("island", {"tunnel": [0]}),
        TitlePart("short", {"tunnel": [4], "jungle": [0]}),
        TitlePart("long", {"tunnel": [8], "jungle": [0]}),
        TitlePart("escape", {"jungle": [0]}),
        TitlePart("complete", {}),
    ),
    (
        TitlePart("morgan", {"tunnel_cards": ["morgan", "both"]}),
        TitlePart("morgan", {"jungle_cards": ["morgan", "both"]}),
    ),
    (TitlePart("filibusters", {"filibusters": [True]}),),
    (TitlePart("black-magic", {"magic": [True]}),),
)
"""The titles of all rules: the first part of each group that applies."""

_RULEBOOKS: Final[dict[str, dict[str, Any]]] = {
    "cs": {"fewest_actions": 0},
    "hu": {"fewest_actions": "all", "leave_goal": False},
    "is": {},
    "he": {},
}
"""The options in which the rulebooks of the 2000 edition differ: fewest actions, leaving the goal."""


def _reading(preset: Preset, rulebook: str) -> Preset:
    """Return a game of the 2000 edition by the rulebook of a language."""
    return replace(
        preset,
        name=f"{preset.name}-{rulebook}",
        options={**preset.options, **_RULEBOOKS[rulebook]},
        base=preset.name,
        rulebook=rulebook,
    )


_EDITION_2000: Final = tuple(name for name in GAMES if GAMES[name].options["edition"] == "2000")

PRESETS: Final = {
    **{name: GAMES[name] for name in _EDITION_2000},
    **{
        preset.name: preset
        for name in _EDITION_2000
        for preset in (_reading(GAMES[name], rulebook) for rulebook in _RULEBOOKS)
    },
    **{name: preset for name, preset in GAMES.items() if name not in _EDITION_2000},
}
"""All presets by name."""


SMALL_GAMES: Final = {
    preset.name: preset
    for preset in (
        Preset(
            name="micro",
            title="Micro",
            tagline="One tile, one pirate and two symbols: small enough to be solved.",
            options={
                "edition": "micro",
                "tunnel": 1,
                "pirates": 1,
                "most_actions": 2,
                "turn_limit": 6,
            },
            mean_moves=8,
        ),
        Preset(
            name="mini",
            title="Mini",
            tagline="Two tiles, two pirates and three symbols.",
            options={"edition": "mini", "tunnel": 2, "pirates": 2, "turn_limit": 40},
            mean_moves=30,
        ),
    )
}
"""Games for programs that solve games, as Leduc is for Hold'em. No menu offers them."""


def find_preset(name: Any) -> Preset:
    """Return the preset of this name. Raises `CartagenaError` if there is none."""
    if isinstance(name, str) and name in SMALL_GAMES:
        return SMALL_GAMES[name]
    if not isinstance(name, str) or name not in PRESETS:
        raise CartagenaError(
            f"There is no preset {short_repr(name)}. The presets are {', '.join(PRESETS)}."
        )
    return PRESETS[name]


@cache
def _names_by_rules() -> dict[Rules, str]:
    # Some rulebooks agree with the common reading. Among equal presets the first one counts.
    presets = {**SMALL_GAMES, **PRESETS}
    return {preset.rules(): name for name, preset in reversed(presets.items())}


def preset_name(rules: Rules) -> str:
    """Return the name of the preset with exactly these rules, or an empty string."""
    return _names_by_rules().get(rules, "")


def nearest_game(rules: Rules) -> Preset:
    """Return the preset of these rules, or the preset with the most similar board."""
    if rules.is_small:
        return SMALL_GAMES[rules.edition]
    name = preset_name(rules)
    if name:
        return GAMES[PRESETS[name].base or name]
    if rules.edition == "2000":
        return GAMES["jamaica"]
    if rules.is_complete:
        return GAMES["complete"]
    return GAMES["escape" if rules.tunnel else "island"]


def title(rules: Rules) -> str:
    """Return a title for these rules: the path, and the variants that are played on it."""
    if rules.is_small:
        return SMALL_GAMES[rules.edition].title
    parts = (next((part for part in group if part.applies(rules)), None) for group in TITLE_PARTS)
    return " · ".join(GAMES[part.preset].title for part in parts if part)
