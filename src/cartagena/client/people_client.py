"""Requests about other people: friends, blocked people, invitations, reports, contests and ranks."""

from cartagena.client.transport import Transport
from cartagena.protocol import requests
from cartagena.protocol.duplicates import DuplicateInfo, DuplicateListing
from cartagena.protocol.friends import FriendLink, Friends, Invitations
from cartagena.protocol.ranks import Opponents, Ranks, ShuffleStatistics
from cartagena.protocol.table import Acknowledgement


class PeopleClient(Transport):
    """The part of a client for what people have to do with each other away from a table."""

    # Friends.

    async def friends(self) -> Friends:
        """Return your friends, the people you block, and the code of your friend link."""
        return await self.request("GET", "/me/friends", Friends)

    async def renew_friend_link(self) -> Friends:
        """Create a friend link. An older one stops working."""
        return await self.request("POST", "/me/friends/link", Friends)

    async def friend_link(self, code: str) -> FriendLink:
        """Return the person whose friend link has this code."""
        return await self.request("GET", f"/friend-links/{code}", FriendLink)

    async def accept_friend_link(self, code: str) -> Friends:
        """Become friends with the person whose friend link has this code."""
        return await self.request("POST", f"/friend-links/{code}", Friends)

    async def remove_friend(self, person: str) -> Friends:
        """End a friendship, for both."""
        return await self.request("POST", f"/me/friends/{person}/remove", Friends)

    async def block(self, person: str, *, blocked: bool = True) -> Friends:
        """Block a person, or unblock them: no chat, no invitations, and no games together."""
        request = requests.Block(whom=person, blocked=blocked)
        return await self.request("POST", "/me/blocks", Friends, request)

    # Invitations and reports.

    async def invitations(self) -> Invitations:
        """Return your invitations to tables that wait for players."""
        return await self.request("GET", "/me/invitations", Invitations)

    async def decline_invitation(self, table: str) -> Invitations:
        """Delete an invitation."""
        return await self.request("POST", f"/me/invitations/{table}/decline", Invitations)

    async def invite(self, table: str, friend: str) -> Acknowledgement:
        """Invite a friend to a table that waits for players."""
        request = requests.Invite(friend)
        return await self.request("POST", f"/tables/{table}/invite", Acknowledgement, request)

    async def report(self, table: str, request: requests.Report) -> Acknowledgement:
        """Report a player of a table to the operator of the server."""
        return await self.request("POST", f"/tables/{table}/report", Acknowledgement, request)

    # Contests: several tables with equal deals.

    async def contests(self) -> list[DuplicateInfo]:
        """Return the contests in which you take part, newest first."""
        return (await self.request("GET", "/duplicates", DuplicateListing)).duplicates

    async def create_contest(self, request: requests.NewDuplicate) -> DuplicateInfo:
        """Create a contest."""
        return await self.post("/duplicates", DuplicateInfo, request)

    async def contest(self, duplicate: str) -> DuplicateInfo:
        """Return a contest: who takes part and, when all have finished, the ranking."""
        return await self.request("GET", f"/duplicates/{duplicate}", DuplicateInfo)

    async def join_contest(self, duplicate: str, contribution: str | None = None) -> DuplicateInfo:
        """Take part in a contest. `contribution` is your part of the shuffles."""
        request = requests.JoinDuplicate(contribution)
        return await self.request("POST", f"/duplicates/{duplicate}/join", DuplicateInfo, request)

    async def leave_contest(self, duplicate: str) -> DuplicateInfo:
        """Leave a contest before it begins."""
        return await self.request("POST", f"/duplicates/{duplicate}/leave", DuplicateInfo)

    async def start_contest(self, duplicate: str) -> DuplicateInfo:
        """Deal the same cards at all tables of a contest. Only for the host."""
        return await self.request("POST", f"/duplicates/{duplicate}/start", DuplicateInfo)

    async def close_contest(self, duplicate: str) -> DuplicateInfo:
        """Close a contest before it begins. Only for the host."""
        return await self.request("POST", f"/duplicates/{duplicate}/close", DuplicateInfo)

    # Results against people.

    async def opponents(self) -> Opponents:
        """Return your results against each person, friends first."""
        return await self.request("GET", "/me/opponents", Opponents)

    async def set_ranked(self, *, ranked: bool) -> Opponents:
        """Start being ranked from your next game on, or stop. Returns what `opponents` returns."""
        return await self.request("POST", "/me/ranked", Opponents, requests.SetRanked(ranked))

    async def ranks(self, variant: str) -> Ranks:
        """Return the ranks of a variant."""
        return await self.request("GET", f"/ranks/{variant}", Ranks)

    async def shuffles(self) -> ShuffleStatistics:
        """Return the statistics of all shuffles in finished games of this server."""
        return await self.request("GET", "/shuffles", ShuffleStatistics)
