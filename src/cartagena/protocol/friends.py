"""Friends, blocked people, invitations and reports."""

import msgspec

from cartagena.protocol.table import TableInfo


class Friend(msgspec.Struct):
    """A friend of the caller."""

    identity: str
    name: str
    online: bool
    """True if the friend's page was open within the last minutes."""


class BlockedPerson(msgspec.Struct):
    """A person whom the caller has blocked."""

    identity: str
    name: str


class Friends(msgspec.Struct):
    """The caller's friends and blocked people."""

    code: str
    """The code of the caller's friend link. Empty if there is none."""
    friends: list[Friend]
    blocked: list[BlockedPerson]


class FriendLink(msgspec.Struct):
    """The person whose friend link this is."""

    identity: str
    name: str


class Invitation(msgspec.Struct):
    """An invitation to a table that waits for players."""

    sender: str
    """The name of the friend who sent it."""
    table: TableInfo


class Invitations(msgspec.Struct):
    """The caller's invitations, newest first."""

    invitations: list[Invitation]
