"""Hints: what the one who must choose might do, and why."""

from litestar import post

from cartagena.protocol.messages import AskHint, Hint
from cartagena.server.api.middleware import Caller
from cartagena.server.api.openapi import PROBLEMS, TableName
from cartagena.server.services import Services, require


@post("/api/tables/{table:str}/hint", status_code=200, responses=PROBLEMS)
async def hint(table: TableName, data: AskHint, services: Services, caller: Caller) -> Hint:
    """The best moves by what the sender may know; only where all the others are bots."""
    who = require(caller)
    return await services.hints.find(await services.watchable(table, caller), who, data.answers)


HANDLERS = [hint]
