"""Endpoints for email about turns: adding an address, and the links in every email.

An address gets nothing but one question until its owner has confirmed it.
"""

from typing import Annotated

from litestar import post
from litestar.params import Parameter

from cartagena.protocol.notices import MailLink, MailPurpose, NoticeSettings
from cartagena.protocol.requests import END, NewMail, SetDigest
from cartagena.server.delivery.mailer import Mailer, is_address
from cartagena.server.delivery.quiet_hours import find_zone
from cartagena.server.errors import Invalid, NotFound, TooMany
from cartagena.server.http.access import require_identity
from cartagena.server.http.caller import Caller
from cartagena.server.http.costs import cost
from cartagena.server.http.openapi import ANYBODY, IDENTITY, PROBLEMS
from cartagena.server.http.routes.notices import ChannelName, settings_of
from cartagena.server.services import Services
from cartagena.server.storage import asked_addresses, channels
from cartagena.server.storage.channels import NewChannel, Preferences

_Digits = Annotated[str, Parameter(pattern=rf"^[0-9a-f]{{16,32}}{END}")]


def _mailer(services: Services) -> Mailer:
    if services.mailer is None:
        raise NotFound("This server doesn’t send email.")
    return services.mailer


@post("/api/v1/me/mail", status_code=201, responses=PROBLEMS, security=IDENTITY, opt=cost(5))
async def add_mail(data: NewMail, services: Services, caller: Caller) -> NoticeSettings:
    """Ask the owner of an email address to confirm it. Notices are sent there once that is done.

    The same address can be asked once a day, no matter who adds it. Sent again, the request asks nobody twice.
    """
    who, mailer = require_identity(caller), _mailer(services)
    if not is_address(data.address):
        raise Invalid("This isn’t an email address.")
    if find_zone(data.time_zone) is None:
        raise Invalid("There is no time zone of this name.")
    for known in await channels.channels_of(services.database, who.id):
        if known.kind == "mail" and known.address == data.address:
            await channels.set_digest(services.database, who.id, known.id, digest=data.digest)
            return await settings_of(services, who)
    wait = services.limits.mails.take(who.id, caller.network)
    if wait:
        raise TooMany("Too many requests. Wait a moment.", wait)
    now, name = services.clock.now(), services.entropy.hex(8)
    new = NewChannel(
        "mail", data.address, "", data.language, "", confirmed=False, digest=data.digest
    )
    digest = await mailer.digest_of(data.address)
    if not await asked_addresses.ask(services.database, who.id, name, now, new, digest):
        raise TooMany(
            "We can’t send an email to this address at the moment.", asked_addresses.DAY_MS / 1000
        )
    quiet = await channels.preferences_of(services.database, who.id)
    if quiet == Preferences():
        quiet = quiet._replace(time_zone=data.time_zone)
        await channels.set_preferences(services.database, who.id, quiet)
    services.news.reachable.add(who.id)
    return await settings_of(services, who)


@post(
    "/api/v1/me/channels/{channel:str}/digest",
    status_code=200,
    responses=PROBLEMS,
    security=IDENTITY,
    opt=cost(5),
)
async def set_digest(
    channel: ChannelName, data: SetDigest, services: Services, caller: Caller
) -> NoticeSettings:
    """Send one email a day to an address, or one for each notice."""
    who = require_identity(caller)
    if not await channels.set_digest(services.database, who.id, channel, digest=data.digest):
        raise NotFound("This isn’t on your list any more.")
    return await settings_of(services, who)


@post(
    "/api/v1/mail/{purpose:str}/{name:str}/{token:str}",
    status_code=200,
    responses=PROBLEMS,
    security=ANYBODY,
    opt=cost(5),
)
async def use_link(
    purpose: MailPurpose, name: _Digits, token: _Digits, services: Services
) -> MailLink:
    """Follow a link of an email: confirm an address, stop email to it, or never ask it again.

    It needs no identity. Mailboxes use it to unsubscribe with one click (RFC 8058).
    """
    mailer = _mailer(services)
    is_done = await mailer.allows(purpose, name, token)
    if is_done and purpose == "confirm":
        is_done = await asked_addresses.confirm(services.database, name, services.clock.now())
    elif is_done and purpose == "stop":
        await asked_addresses.stop(services.database, name)
    elif is_done:
        await asked_addresses.refuse(services.database, name)
    if not is_done:
        raise NotFound("This link doesn’t work any more.")
    return MailLink(purpose)


HANDLERS = [add_mail, set_digest, use_link]
