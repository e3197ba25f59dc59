"""What every handler may answer besides what it is for, so that the API's description is whole."""

from http import HTTPStatus
from typing import Annotated, Final

from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter

from cartagena.server.problems import MEDIA_TYPE, ProblemDocument

TableName = Annotated[
    str, Parameter(pattern=r"^[A-Za-z0-9_-]{16}$", description="The table's unguessable name.")
]

PROBLEMS: Final = {
    status: ResponseSpec(
        ProblemDocument,
        generate_examples=False,
        description=HTTPStatus(status).phrase,
        media_type=MEDIA_TYPE,
    )
    for status in (400, 401, 403, 404, 405, 409, 413, 422, 429, 500, 503)
}
