"""Endpoints for operators: liveness and readiness."""

from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec

from cartagena.protocol.operations import Health
from cartagena.server.services import Services

_NOT_READY = {503: ResponseSpec(Health, generate_examples=False, description="Not ready")}


@get("/healthz")
async def health() -> Health:
    """Report that the process is alive."""
    return Health("ok")


@get("/readyz", responses=_NOT_READY)
async def ready(services: Services) -> Response[Health]:
    """Report whether the node can serve: the database is writable and all background tasks run."""
    reason = await services.why_not_ready()
    age = services.probe.age
    write_age = None if age is None else round(age, 1)
    if not reason:
        return Response(Health("ready", write_age=write_age))
    return Response(Health("not ready", reason, write_age), status_code=503)


HANDLERS = [health, ready]
