"""Endpoints for notices to people who are not here: browsers, webhooks and quiet hours."""

import json
from typing import Annotated

from litestar import get, post
from litestar.params import Parameter

from cartagena.protocol.notices import ChannelInfo, NoticeSettings, Silence
from cartagena.protocol.requests import END, NewPush, NewWebhook, SetQuietHours, SetSilence
from cartagena.server.delivery.quiet_hours import find_zone
from cartagena.server.delivery.web_push import Subscription
from cartagena.server.errors import Forbidden, Invalid, NotFound, TooMany
from cartagena.server.http.access import check_watchable, require_identity
from cartagena.server.http.caller import Caller
from cartagena.server.http.costs import cost
from cartagena.server.http.openapi import IDENTITY, PROBLEMS, TableName
from cartagena.server.services import Services
from cartagena.server.storage import channels
from cartagena.server.storage.channels import NewChannel, Preferences
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.sanitize import clean_name

ChannelName = Annotated[str, Parameter(pattern=rf"^[0-9a-f]{{16}}{END}")]


async def settings_of(
    services: Services, who: Identity, secret: str | None = None
) -> NoticeSettings:
    """Return everything that the server stores about the notices of a person."""
    quiet = await channels.preferences_of(services.database, who.id)
    rows = await channels.channels_of(services.database, who.id)
    return NoticeSettings(
        push_key=(await services.courier.signer()).public,
        mail=services.mailer is not None,
        quiet_from=quiet.quiet_from,
        quiet_until=quiet.quiet_until,
        time_zone=quiet.time_zone,
        channels=[ChannelInfo(*each) for each in rows],  # type: ignore[arg-type]
        secret=secret,
    )


def _count(services: Services, caller: Caller) -> Identity:
    """Count a request that adds a channel or sends a test. Raises `TooMany`."""
    who = require_identity(caller)
    wait = services.limits.channels.take(who.id, caller.network)
    if wait:
        raise TooMany("Too many requests. Wait a moment.", wait)
    return who


async def _add(services: Services, who: Identity, new: NewChannel) -> None:
    name, now = services.entropy.hex(8), services.clock.now()
    await channels.add(services.database, who.id, name, now, new)
    services.news.reachable.add(who.id)


@get("/api/v1/me/notices", responses=PROBLEMS, security=IDENTITY, opt=cost(3))
async def notice_settings(services: Services, caller: Caller) -> NoticeSettings:
    """Return where the caller is notified, and everything else that is stored about it."""
    return await settings_of(services, require_identity(caller))


@post("/api/v1/me/notices", status_code=200, responses=PROBLEMS, security=IDENTITY, opt=cost(4))
async def set_quiet_hours(
    data: SetQuietHours, services: Services, caller: Caller
) -> NoticeSettings:
    """Change the caller's quiet hours."""
    who = require_identity(caller)
    if find_zone(data.time_zone) is None:
        raise Invalid("There is no time zone of this name.")
    wanted = Preferences(data.quiet_from, data.quiet_until, data.time_zone)
    await channels.set_preferences(services.database, who.id, wanted)
    return await settings_of(services, who)


@post("/api/v1/me/push", status_code=201, responses=PROBLEMS, security=IDENTITY, opt=cost(5))
async def add_push(data: NewPush, services: Services, caller: Caller) -> NoticeSettings:
    """Notify the caller in a browser, by web push. Sent again, it has no second effect."""
    services.address_rules.check_push(data.endpoint)
    if not Subscription(data.endpoint, data.p256dh, data.auth).is_valid():
        raise Invalid("The keys of this push subscription aren’t valid.")
    who = _count(services, caller)
    secret = json.dumps({"p256dh": data.p256dh, "auth": data.auth})
    label = clean_name(data.label) if data.label.strip() else ""
    await _add(services, who, NewChannel("push", data.endpoint, secret, data.language, label))
    return await settings_of(services, who)


@post("/api/v1/me/webhooks", status_code=201, responses=PROBLEMS, security=IDENTITY, opt=cost(5))
async def add_webhook(data: NewWebhook, services: Services, caller: Caller) -> NoticeSettings:
    """Post the caller's notices to a webhook, about all tables or one of the caller's."""
    services.address_rules.check_webhook(data.kind, data.address)
    who = _count(services, caller)
    if data.table:
        table = await services.registry.table(data.table)
        check_watchable(table, who.id)
        if not table.seats_of(who.id):
            raise Forbidden("You don’t play at this table.")
    secret = services.entropy.token(24)
    await _add(
        services,
        who,
        NewChannel(data.kind, data.address, secret, data.language, "", data.table),
    )
    return await settings_of(services, who, secret)


@post(
    "/api/v1/me/channels/{channel:str}/try",
    status_code=200,
    responses=PROBLEMS,
    security=IDENTITY,
    opt=cost(5),
)
async def try_channel(channel: ChannelName, services: Services, caller: Caller) -> NoticeSettings:
    """Send a test notice."""
    who = _count(services, caller)
    if not await channels.send_test(services.database, who.id, channel, services.clock.now()):
        raise NotFound("This isn’t on your list any more.")
    return await settings_of(services, who)


@post(
    "/api/v1/me/channels/{channel:str}/remove",
    status_code=200,
    responses=PROBLEMS,
    security=IDENTITY,
    opt=cost(5),
)
async def remove_channel(
    channel: ChannelName, services: Services, caller: Caller
) -> NoticeSettings:
    """Delete a channel, which gets no more notices."""
    who = require_identity(caller)
    await channels.remove(services.database, who.id, channel)
    return await settings_of(services, who)


@get("/api/v1/tables/{table:str}/notices", responses=PROBLEMS, security=IDENTITY, opt=cost(2))
async def table_notices(table: TableName, services: Services, caller: Caller) -> Silence:
    """Return whether the caller gets notices about this table."""
    who = require_identity(caller)
    check_watchable(await services.registry.table(table), who.id)
    return Silence(await channels.is_silenced(services.database, who.id, table))


@post(
    "/api/v1/tables/{table:str}/notices",
    status_code=200,
    responses=PROBLEMS,
    security=IDENTITY,
    opt=cost(4),
)
async def silence_table(
    table: TableName, data: SetSilence, services: Services, caller: Caller
) -> Silence:
    """Stop or resume the caller's notices about this table."""
    who = require_identity(caller)
    check_watchable(await services.registry.table(table), who.id)
    await channels.set_silenced(services.database, who.id, table, silenced=data.silenced)
    return Silence(data.silenced)


HANDLERS = [
    notice_settings,
    set_quiet_hours,
    add_push,
    add_webhook,
    try_channel,
    remove_channel,
    table_notices,
    silence_table,
]
