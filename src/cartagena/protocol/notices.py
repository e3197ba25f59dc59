"""Notices to people who are not here: where they are sent, and when they are not."""

from typing import Literal

import msgspec

ChannelKind = Literal["push", "discord", "slack", "ntfy", "json", "mail"]

MailPurpose = Literal["confirm", "stop", "refuse"]
"""Confirm an address, stop email to it, or never ask it to confirm again."""


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
    confirmed: bool
    """False until the owner of an email address has confirmed it. Until then nothing else is sent there."""
    digest: bool
    """True if this is an email address that gets at most one email a day."""


class NoticeSettings(msgspec.Struct, kw_only=True):
    """Everything that the server stores about the caller's notices."""

    push_key: str
    """The key with which browsers subscribe (`applicationServerKey`)."""
    mail: bool
    """True if this server sends email."""
    quiet_from: int
    """Minutes after midnight."""
    quiet_until: int
    time_zone: str
    channels: list[ChannelInfo]
    """Oldest first."""
    secret: str | None = None
    """The key that signs the requests of a new webhook. Only in the response that creates it."""


class MailLink(msgspec.Struct):
    """The effect of a link in an email."""

    done: MailPurpose
