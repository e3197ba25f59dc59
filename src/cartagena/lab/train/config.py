"""What a training plays and how it learns: one file, in TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from cartagena.errors import CartagenaError
from cartagena.rules.options import Rules


@dataclass(frozen=True, slots=True)
class Share:
    """A part of the games: rules, players, and how many parts of the whole they are."""

    rules: str
    players: int = 2
    weight: float = 1.0
    options: Mapping[str, Any] = field(default_factory=dict)

    def read(self) -> Rules:
        """The rules, with the limit of turns that a training needs."""
        return Rules.preset(self.rules, **self.options)


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that a training depends on, but for the machine."""

    games: tuple[Share, ...]
    """What is played."""
    seed: int = 1
    in_flight: int = 512
    """Games side by side."""
    steps: int = 64
    """Decisions of each game between two improvements of the net."""
    turn_limit: int = 200
    """Turns after which a game ends without a winner."""
    seat: int = 0
    """The width of a layer in front that all seats share; 0 for none."""
    width: int = 256
    narrow: int = 32
    """The widths of the hidden layers."""
    batch: int = 4096
    passes: int = 1
    """How often each position is learnt from."""
    rate: float = 1e-3
    last_rate: float = 3e-5
    """The learning rate at the beginning and at the end."""
    trace: float = 0.9
    last_trace: float = 0.7
    """Lambda of TD(lambda) at the beginning and at the end."""
    policy_iterations: int = 12
    """How many iterations the rollout policy plays alone, before the net does."""
    policy_noise: float = 6.0
    """Spaces of noise in the rollout policy at that time."""
    sparring: float = 0.12
    """The part of games in which the rollout policy plays one seat later on."""
    sparring_noise: float = 2.0
    random: float = 0.04
    """The part of decisions made at random, at the beginning."""
    soft: float = 0.15
    temperature: float = 0.06
    """The part of decisions drawn by a softmax over the chances, at the beginning."""
    last_exploration: float = 0.05
    """What is left of both at the end, as a part of what they were at the beginning."""
    mean: float = 0.9
    """How much of the running mean of the weights, which is what plays, an iteration keeps."""


def read_config(path: Path) -> Config:
    """The configuration in a file; refused with a sentence if it has a mistake."""
    found = _read(path)
    if other := found.pop("based_on", None):
        found = {**_read(path.parent / str(other)), **found}
    return make_config(found)


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise CartagenaError(f"{path} cannot be read: {error}.") from None


def make_config(found: Mapping[str, Any]) -> Config:
    """A configuration from a mapping."""
    known = {each.name for each in fields(Config)}
    unknown = sorted(set(found) - known)
    if unknown:
        raise CartagenaError(
            f"A training has no setting {unknown[0]!r}; there are {', '.join(sorted(known))}."
        )
    shares = found.get("games")
    if not isinstance(shares, list) or not shares:
        raise CartagenaError("A training names what is played: [[games]] with rules and players.")
    try:
        games = tuple(Share(**share) for share in shares)
    except TypeError as error:
        raise CartagenaError(
            f"[[games]] has rules, players, weight and options: {error}."
        ) from None
    for share in games:
        share.read()
    return Config(**{**found, "games": games})
