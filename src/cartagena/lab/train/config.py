"""The configuration of a training run: the games it plays and how it learns, in one TOML file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from cartagena.errors import CartagenaError
from cartagena.rules.options import Rules


@dataclass(frozen=True, slots=True)
class GameMix:
    """One kind of game and its weight among all games."""

    rules: str
    players: int = 2
    weight: float = 1.0
    options: Mapping[str, Any] = field(default_factory=dict)

    def read_rules(self) -> Rules:
        """Build the rules from the preset and the options."""
        return Rules.preset(self.rules, **self.options)


@dataclass(frozen=True, slots=True)
class Config:
    """All settings of a training run, except for the machine."""

    games: tuple[GameMix, ...]
    """The kinds of games to play."""
    seed: int = 1
    num_games: int = 512
    """Number of games played in parallel."""
    steps: int = 64
    """Decisions per game between updates of the net."""
    turn_limit: int = 200
    """Turns after which a game ends without a winner."""
    seat_units: int = 0
    """Units of the first layer, which all seats share. 0 for no such layer."""
    hidden1: int = 256
    """Units of the first hidden layer."""
    hidden2: int = 32
    """Units of the second hidden layer."""
    batch: int = 4096
    passes: int = 1
    """Number of passes over the positions."""
    rate: float = 1e-3
    """Initial learning rate."""
    last_rate: float = 3e-5
    """Final learning rate."""
    trace: float = 0.9
    """Initial lambda of TD(lambda)."""
    last_trace: float = 0.7
    """Final lambda of TD(lambda)."""
    policy_iterations: int = 12
    """Iterations in which the rollout policy plays all seats, before the net takes over."""
    policy_noise: float = 6.0
    """Noise of the rollout policy in those iterations, in spaces."""
    opponent_share: float = 0.12
    """Share of later games in which the rollout policy plays one seat."""
    opponent_noise: float = 2.0
    """Noise of the rollout policy in those games, in spaces."""
    random_share: float = 0.04
    """Initial share of random decisions."""
    softmax_share: float = 0.15
    """Initial share of decisions drawn from a softmax over the chances."""
    temperature: float = 0.06
    """Temperature of that softmax."""
    last_exploration: float = 0.05
    """Final exploration as a fraction of the initial one."""
    ema_decay: float = 0.9
    """Decay of the moving average of the weights. The averaged net is the one that is saved."""


def read_config(path: Path) -> Config:
    """Read a configuration file. Raises `CartagenaError` if it is invalid."""
    settings = _read(path)
    if base := settings.pop("based_on", None):
        settings = {**_read(path.parent / str(base)), **settings}
    return make_config(settings)


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise CartagenaError(f"{path} cannot be read: {error}.") from None


def make_config(settings: Mapping[str, Any]) -> Config:
    """Build a configuration from a mapping. Raises `CartagenaError` if it is invalid."""
    names = {each.name for each in fields(Config)}
    unknown = sorted(set(settings) - names)
    if unknown:
        raise CartagenaError(
            f"Unknown setting {unknown[0]!r}. Choose from: {', '.join(sorted(names))}."
        )
    mixes = settings.get("games")
    if not isinstance(mixes, list) or not mixes:
        raise CartagenaError(
            "The configuration needs at least one [[games]] with rules and players."
        )
    try:
        games = tuple(GameMix(**mix) for mix in mixes)
    except TypeError as error:
        raise CartagenaError(
            f"[[games]] can have rules, players, weight and options: {error}."
        ) from None
    for mix in games:
        mix.read_rules()
    return Config(**{**settings, "games": games})
