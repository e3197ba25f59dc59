"""What handlers share for the API's description (OpenAPI): problems, parameters, streams."""

from http import HTTPStatus
from typing import Annotated, Final

from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, Parameter

from cartagena.protocol.events import StreamEvent
from cartagena.protocol.requests import END
from cartagena.server.api.problems import MEDIA_TYPE, ProblemDocument

TableName = Annotated[
    str,
    Parameter(pattern=rf"^[A-Za-z0-9_-]{{16}}{END}", description="The table's unguessable name."),
]

PROBLEMS: Final = {
    status: ResponseSpec(
        ProblemDocument,
        generate_examples=False,
        description=HTTPStatus(status).phrase,
        media_type=MEDIA_TYPE,
    )
    for status in (400, 401, 403, 404, 405, 409, 410, 413, 422, 429, 500, 503)
}

LastEventId = Annotated[str | None, HeaderParameter(name="Last-Event-ID")]


def event_stream(description: str) -> dict[int, ResponseSpec]:
    """A response that is a stream of events; what is described is one of them."""
    return {
        200: ResponseSpec(
            StreamEvent,
            generate_examples=False,
            description=description,
            media_type="text/event-stream",
        )
    }


def resume_after(last_event_id: str | None, after: int | None) -> int | None:
    """The number after which a stream goes on; `Last-Event-ID` overrides the query."""
    if last_event_id is not None and last_event_id.isascii() and last_event_id.isdigit():
        return int(last_event_id[:12])
    return after
