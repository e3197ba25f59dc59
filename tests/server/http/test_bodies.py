"""Bodies are read as the API's description has them: strictly, with JSON's idea of a number."""

import pytest

from tests.support.servers import Person, me


@pytest.mark.parametrize(
    ("given", "status"),
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
def test_types_are_exact(anna: Person, given: dict[str, object], status: int) -> None:
    answer = anna.post("/tables", {"seats": [me("blue"), me("red")], **given})
    assert answer.status_code == status, answer.text
    if status == 400:
        (name,) = given
        assert answer.json()["detail"].startswith(f"{name}: Expected")
