"""Costs of requests: expensive requests count more."""

import pytest

from cartagena.server.http.costs import cost

TABLE = "/api/v1/tables/abcdefghijklmnop"


@pytest.mark.parametrize(
    ("method", "path", "units"),
    [
        ("GET", "/", 3),
        ("GET", "/table/abcdefghijklmnop/qr.svg", 5),
        ("GET", "/api/v1/me", 1),
        ("GET", "/api/v1/catalogue", 2),
        ("GET", "/api/v1/schema/openapi.json", 5),
        ("POST", "/api/v1/identity", 2),
        ("POST", "/api/v1/recovery", 20),
        ("GET", "/api/v1/me/games", 10),
        ("GET", "/api/v1/me/results", 10),
        ("POST", "/api/v1/me/recovery", 5),
        ("POST", "/api/v1/me/recovery/revoke", 5),
        ("POST", f"{TABLE}/moves", 1),
        ("GET", TABLE, 1),
        ("POST", f"{TABLE}/explore", 10),
        ("GET", f"{TABLE}/stream", 5),
        ("GET", f"{TABLE}/replay", 20),
        ("GET", f"{TABLE}/replay/stream", 20),
        ("GET", "/api/v1/tables/abcdefghijklmnop/replay", 20),
        ("GET", "/static/1/boards/6-0-3.svg", 5),
        ("POST", "/api/v1/tables", 5),
        ("POST", "/api/v1/quick-start", 5),
        ("POST", "/api/v1/quick-match", 10),
        ("GET", "/api/v1/turns", 3),
        ("GET", "/api/v1/lobby", 1),
    ],
)
def test_expensive_requests_cost_more(method: str, path: str, units: float) -> None:
    assert cost(method, path, resumes=False) == units


def test_a_resumed_stream_costs_more_than_a_new_one() -> None:
    assert cost("GET", f"{TABLE}/stream", resumes=True) == 20
    assert cost("GET", TABLE, resumes=True) == 1
