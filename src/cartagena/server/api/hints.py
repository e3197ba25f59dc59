"""The endpoint for hints: what the seat that must choose might do, and why."""

from litestar import post

from cartagena.protocol.hints import Hint
from cartagena.protocol.requests import AskHint
from cartagena.server.api.access import Caller, require_identity, watchable_table
from cartagena.server.api.openapi import IDENTITY, PROBLEMS, TableName
from cartagena.server.services import Services


@post("/api/v1/tables/{table:str}/hint", status_code=200, responses=PROBLEMS, security=IDENTITY)
async def hint(table: TableName, data: AskHint, services: Services, caller: Caller) -> Hint:
    """The best moves by what the sender may know; only where all the others are bots."""
    who = require_identity(caller)
    seen = await watchable_table(services, table, caller)
    return await services.hints.find(seen, who, data.answers)


HANDLERS = [hint]
