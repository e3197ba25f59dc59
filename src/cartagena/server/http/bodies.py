"""Strict parsing of request bodies, exactly as the API describes them."""

from functools import cache
from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import SerializationException, ValidationException


class StrictRequest(Request[Any, Any, Any]):
    """A request whose JSON must have the described types: 0 is not `false`, "1" is not a number."""

    async def json(self) -> Any:
        """Parse the body as the type of the handler's `data`."""
        data_field = self.route_handler.parsed_data_field
        kind = data_field.annotation if data_field else Any
        body = await self.body()
        try:
            return _read(body, kind)
        except msgspec.ValidationError as error:
            message, _, key = str(error).partition(" - at `$")
            part = {"message": message, "key": key.strip(".`"), "source": "body"}
            raise ValidationException(extra=[part]) from None
        except msgspec.DecodeError as error:
            raise SerializationException(str(error)) from None


def _read(body: bytes, kind: Any) -> Any:
    try:
        return _decoder(kind).decode(body)
    except msgspec.ValidationError:
        # JSON does not distinguish 2.0 from 2, and some programs write integers like that.
        return msgspec.convert(_with_whole_numbers(msgspec.json.decode(body)), kind)


def _with_whole_numbers(value: Any) -> Any:
    match value:
        case float() if value.is_integer():
            return int(value)
        case list():
            return [_with_whole_numbers(each) for each in value]
        case dict():
            return {key: _with_whole_numbers(each) for key, each in value.items()}
    return value


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
