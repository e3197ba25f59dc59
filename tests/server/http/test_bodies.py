"""Request bodies must have the described types, with the numbers of JSON."""

import pytest

from tests.support.servers import Person, me


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"seconds": 60}, 201),
        ({"seconds": 60.0}, 201),
        ({"seconds": 60.5}, 400),
        ({"seconds": "60"}, 400),
        ({"public": 0}, 400),
        ({"public": "no"}, 400),
    ],
    ids=str,
)
def test_types_are_strict(anna: Person, fields: dict[str, object], status: int) -> None:
    response = anna.post("/tables", {"seats": [me("blue"), me("red")], **fields})
    assert response.status_code == status, response.text
    if status == 400:
        (name,) = fields
        assert response.json()["detail"].startswith(f"{name}: Expected")
