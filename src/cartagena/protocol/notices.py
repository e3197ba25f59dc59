"""Notices to people who are not here: where they are sent, and when they are not."""

from typing import Literal

import msgspec

ChannelKind = Literal["push", "discord", "slack", "ntfy", "json"]


class Silence(msgspec.Struct):
    """The state of notices about a table."""

    silenced: bool


class ChannelInfo(msgspec.Struct):
    """A place where the caller wants to be notified."""

    id: str
    kind: ChannelKind
    address: str
    label: str
    table: str
    """The only table that it is for, or empty for all."""
    created_at: int


class NoticeSettings(msgspec.Struct, kw_only=True):
    """Everything that the server stores about the caller's notices."""

    push_key: str
    """The key with which browsers subscribe (`applicationServerKey`)."""
    quiet_from: int
    """Minutes after midnight."""
    quiet_until: int
    time_zone: str
    channels: list[ChannelInfo]
    """Oldest first."""
    secret: str | None = None
    """The key that signs the requests of a new webhook. Only in the response that creates it."""
