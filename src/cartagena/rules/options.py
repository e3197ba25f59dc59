"""`Rules`: every option of the game, with its help text and its checks."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal

from cartagena.errors import CartagenaError
from cartagena.rules.components import SMALL_EDITIONS, SPACES_PER_TILE, Edition
from cartagena.rules.places import places_in_order
from cartagena.validation import check_keys, read_mapping, short_repr

Gains = Literal["retreat", "morgan", "both"]


def _option(
    default: Any, choices: tuple[Any, ...], help_text: str, small: tuple[Any, ...] = ()
) -> Any:
    metadata = {"choices": choices, "help": help_text, "small": small}
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, kw_only=True, slots=True)
class Rules:
    """The rules of one table. Options that are left out follow the rulebooks of the edition."""

    edition: Edition = _option(
        "2017", ("2000", "2017"), "Whose symbols, cards and tiles are used.", SMALL_EDITIONS
    )
    hands: Literal["hidden", "open"] = _option(
        "hidden", ("hidden", "open"), "Whether players see each other's cards."
    )
    supply: Literal["deck", "row"] = _option(
        "deck", ("deck", "row"), "New cards come from a face-down deck or an open row of twelve."
    )
    tunnel: int = _option(6, tuple(range(9)), "How many tunnel tiles lie between jail and sloop.")
    jungle: int = _option(0, tuple(range(9)), "How many jungle tiles lie between sloop and cove.")
    pirates: int = _option(6, (6, 5, 4), "How many pirates each player brings home.", (1, 2))
    fewest_actions: Literal[0, 1, "all"] = _option(
        1, (1, 0, "all"), "The fewest actions in a turn; all means every one that is possible."
    )
    most_actions: Literal[2, 3] = _option(3, (3, 2), "The most actions in a turn.")
    leave_goal: bool = _option(True, (True, False), "Whether a pirate may retreat out of the goal.")
    # None means the rule of the edition. The constructor replaces it.
    empty_hand_skip: bool = _option(
        None, (True, False), "Whether a player without cards may skip the turn and draw one."
    )
    jail_in_tunnel: bool = _option(
        False, (False, True), "Whether a pirate in jail is enough to call the sloop back."
    )
    stuck: Literal["skip", "end"] = _option(
        "skip", ("skip", "end"), "A player who can do nothing draws a card, or the turn just ends."
    )
    turn_limit: int = _option(
        0, (), "The number of turns after which the game ends without a winner; 0 sets no limit."
    )
    tunnel_cards: Gains = _option(
        "retreat", ("retreat", "morgan", "both"), "How cards are gained in the tunnel."
    )
    jungle_cards: Gains = _option(
        "retreat", ("retreat", "morgan", "both"), "How cards are gained in the jungle."
    )
    filibusters: bool = _option(
        False, (False, True), "A dark card makes all others discard down to seven."
    )
    magic: bool = _option(
        False, (False, True), "Black Magic Woman: cards may be played for their spells."
    )

    def __post_init__(self) -> None:
        if self.empty_hand_skip is None:
            object.__setattr__(self, "empty_hand_skip", self.edition != "2000")
        for option in fields(self):
            choices = option.metadata["choices"]
            if self.is_small or option.name == "edition":
                choices += option.metadata["small"]
            _check_value(option.name, getattr(self, option.name), choices)
        _check_combination(self)
        _check_effect(self)

    @classmethod
    def preset(cls, name: str, /, **changes: Any) -> "Rules":
        """Return the rules of a preset, with some options changed."""
        from cartagena.rules.presets import find_preset

        return cls.from_options({**find_preset(name).options, **changes})

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> "Rules":
        """Return rules with these options, by name."""
        options = read_mapping(options, "The options of rules")
        check_keys(options, "Rules", [option.name for option in fields(cls)])
        return cls(**options)

    @classmethod
    def from_mapping(cls, document: "Mapping[str, Any] | str") -> "Rules":
        """Return the rules for the name of a preset, or for a mapping of options.

        The mapping may name a preset under the key `preset`. Its other options change that preset.
        """
        return cls.from_options(_all_options(document))

    @classmethod
    def from_document(cls, document: "Mapping[str, Any] | str") -> "Rules":
        """Return the rules of a stored record, position or table.

        Unlike `from_mapping`, this replaces options that have no effect by their defaults.
        """
        options = _all_options(document)
        while True:
            try:
                return cls.from_options(options)
            except NoEffectError as error:
                del options[error.option]

    def to_mapping(self) -> dict[str, Any]:
        """Return all options by name, ready for JSON."""
        return asdict(self)

    def preset_name(self) -> str:
        """Return the name of the preset with exactly these rules, or an empty string."""
        from cartagena.rules.presets import preset_name

        return preset_name(self)

    def title(self) -> str:
        """Return a title for these rules, such as `The Complete Escape · Morgan`."""
        from cartagena.rules.presets import title

        return title(self)

    @property
    def remembers(self) -> bool:
        """Return True if a seat can know cards only because it remembers seeing them.

        A spell shows hidden cards to some, and an open row shows those that go to a hidden hand.
        """
        return self.magic or (self.hands == "hidden" and self.supply == "row")

    @property
    def is_small(self) -> bool:
        """Return True for the games that are small enough to be solved by programs."""
        return self.edition in SMALL_EDITIONS

    @property
    def tiles(self) -> int:
        """Return the number of tiles."""
        return self.tunnel + self.jungle

    @property
    def spaces(self) -> int:
        """Return the number of spaces."""
        return SPACES_PER_TILE * self.tiles

    @property
    def is_complete(self) -> bool:
        """Return True for the Complete Escape: tunnel, sea and jungle in one game."""
        return self.tunnel > 0 and self.jungle > 0

    @property
    def places(self) -> tuple[str, ...]:
        """Return the names of all places, from the start to the goal."""
        return places_in_order(self.tunnel, self.jungle)

    @property
    def start(self) -> str:
        """Return the name of the place where all pirates begin."""
        return self.places[0]

    @property
    def goal(self) -> str:
        """Return the name of the place that all pirates must reach."""
        return self.places[-1]


class NoEffectError(CartagenaError):
    """An option has no effect with these rules."""

    def __init__(self, template: str, option: str) -> None:
        super().__init__(template, option=option)
        self.option = option


def _all_options(document: Mapping[str, Any] | str) -> dict[str, Any]:
    """Return options by name, including the options of a preset."""
    from cartagena.rules.presets import find_preset

    if isinstance(document, str):
        return dict(find_preset(document).options)
    options = read_mapping(document, "Rules, if they are not the name of a preset,")
    name = options.pop("preset", None)
    return options if name is None else {**find_preset(name).options, **options}


def option_help() -> dict[str, tuple[str, tuple[Any, ...]]]:
    """Return each option's help text and choices, the default first, without small games."""
    return {
        option.name: (option.metadata["help"], option.metadata["choices"])
        for option in fields(Rules)
    }


def _check_value(name: str, value: Any, choices: tuple[Any, ...]) -> None:
    if name == "turn_limit":
        if type(value) is not int or not 0 <= value <= 1_000_000:
            raise CartagenaError(
                "The turn limit must be a whole number from 0 (no limit) to 1,000,000, not {value}.",
                value=short_repr(value),
            )
    elif not any(type(value) is type(choice) and value == choice for choice in choices):
        allowed = ", ".join(repr(choice) for choice in choices)
        raise CartagenaError(f"{name} must be one of {allowed}, not {short_repr(value)}.")


def _check_combination(rules: Rules) -> None:
    if rules.is_small:
        if rules.tunnel not in (1, 2) or rules.jungle or rules.supply == "row":
            raise CartagenaError(
                f"A {rules.edition} game has one or two tunnel tiles, no jungle and no open row."
            )
        if rules.filibusters or rules.magic:
            raise CartagenaError(f"A {rules.edition} game has neither Filibusters nor magic.")
        return
    if rules.edition == "2000":
        if rules.tunnel != 6 or rules.jungle != 0:
            raise CartagenaError("The 2000 edition has six tunnel tiles and no jungle tiles.")
        if rules.filibusters:
            raise CartagenaError("Filibusters needs the dark cards of the 2017 edition.")
        if rules.magic:
            raise CartagenaError("Black Magic Woman needs the symbols of the 2017 edition.")
        return
    if rules.is_complete and min(rules.tunnel, rules.jungle) < 3:
        raise CartagenaError(
            "The Complete Escape needs at least 3 tunnel tiles and at least 3 jungle tiles, "
            "not {tunnel} and {jungle}.",
            tunnel=rules.tunnel,
            jungle=rules.jungle,
        )
    if not 4 <= rules.tiles <= 8:
        raise CartagenaError("The path has 4 to 8 tiles in all, not {tiles}.", tiles=rules.tiles)


def _check_effect(rules: Rules) -> None:
    """Reject options that have no effect."""
    if rules.jail_in_tunnel and not rules.is_complete:
        raise NoEffectError(
            "“{option}” only matters in the Complete Escape, where the sloop sails.",
            "jail_in_tunnel",
        )
    if rules.tunnel_cards != "retreat" and not rules.tunnel:
        raise NoEffectError("“{option}” has no effect without tunnel tiles.", "tunnel_cards")
    if rules.jungle_cards != "retreat" and not rules.jungle:
        raise NoEffectError("“{option}” has no effect without jungle tiles.", "jungle_cards")
    before_goal = rules.jungle_cards if rules.jungle else rules.tunnel_cards
    if not rules.leave_goal and before_goal == "morgan":
        raise NoEffectError(
            "“{option}” has no effect where nobody can go back on the last stretch.",
            "leave_goal",
        )
    # Only in the Complete Escape can a player with cards be stuck: the sloop is away or full.
    free = rules.fewest_actions == 0 and rules.empty_hand_skip
    if rules.stuck == "end" and free and not rules.is_complete:
        raise NoEffectError(
            "“{option}” has no effect here: a player who can’t do anything has no cards, and may end or skip the turn anyway.",
            "stuck",
        )
