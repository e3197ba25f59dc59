"""Identities, and the catalogue of what can be played and against whom."""

from typing import Any

import msgspec

from cartagena.rules.kinds import Heading


class Me(msgspec.Struct):
    """Who the sender is. The token is told once, to those who asked for one."""

    id: str
    name: str
    token: str | None = None


class NewRecovery(msgspec.Struct):
    """The secret of a recovery link: told this once, the server keeps its hash."""

    secret: str


class RecoveryState(msgspec.Struct):
    """When the recovery link was made, in milliseconds since 1970; null if there is none."""

    created_at: int | None


class Preset(msgspec.Struct):
    """Rules known by a name; title and sentence in English, as the catalogues translate them."""

    name: str
    title: str
    sentence: str
    rules: dict[str, Any]
    rulebook: str = ""
    """The language of the rulebook whose reading of another preset this is, if it is one."""


class Option(msgspec.Struct):
    """One option of the rules: what it means, and its choices, the default first."""

    name: str
    sentence: str
    choices: list[Any]


class MoveKind(msgspec.Struct):
    """One kind of move: how it is written, and what it shows. See docs/api.md."""

    name: str
    form: str
    symbol: str
    heading: Heading
    runs: bool
    draws: bool
    hides: bool
    reveals: bool


class Catalogue(msgspec.Struct):
    """What can be played here, and against whom."""

    version: str
    presets: list[Preset]
    options: list[Option]
    levels: list[str]
    colours: list[str]
    kinds: list[MoveKind]
