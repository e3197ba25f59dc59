"""Bad input gets a problem document, changes nothing and reveals nothing."""

import http.client
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.servers import Person, Server, me, running, seat

LONG = "x" * 100


def is_problem(response: httpx.Response) -> bool:
    document = response.json()
    assert response.headers["content-type"] == "application/problem+json"
    assert document["status"] == response.status_code
    assert {"type", "title", "detail"} <= document.keys()
    assert "Traceback" not in response.text
    return True


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"text"',
        b"\xff\xfe",
        b'{"seats": "\xed\xa0\x80"}',
        b'{"seats": [], "x": 1}',
        b'{"seats": [{"colour": "blue"}, {"colour": "pink"}]}',
        b'{"seats": [{"colour": "blue"}, {"colour": "red"}], "seconds": 1e300}',
        b'{"seats": [{"colour": "blue"}, {"colour": "red"}], "seconds": -1}',
        b'{"seats": [{"colour": "blue"}, {"colour": "red"}], "seconds": 99999999999999999999}',
        b'{"seats": [{"colour": "blue"}, {"colour": "red"}], "rules": 5}',
        b'{"seats": [{"colour": "blue"}, {"colour": "red"}], "seconds": "60"}',
        b'{"seats": [{"colour": "blue"}, {"colour": "red"}], "public": 0}',
        b"[" * 30_000,
        json.dumps({"seats": [me("blue"), me("red")], "name": LONG}).encode(),
    ],
)
def test_rejects_invalid_tables(anna: Person, body: bytes) -> None:
    before = anna.get("/tables?mine=true").json()
    response = anna.http.post(
        "/api/v1/tables", content=body, headers={"content-type": "application/json"}
    )
    assert response.status_code in (400, 422)
    assert is_problem(response)
    assert anna.get("/tables?mine=true").json() == before


@pytest.mark.parametrize(
    "change",
    [
        {"expected_seq": "one"},
        {"expected_seq": -1},
        {"expected_seq": 10**30},
        {"expected_seq": None},
        {"move": 5},
        {"move": ""},
        {"move": "m" * 81},
        {"key": ""},
        {"key": LONG},
        {"key": {"a": 1}},
        {"more": 1},
    ],
)
def test_rejects_invalid_moves(anna: Person, change: dict[str, Any]) -> None:
    table = anna.table(me("blue"), me("red"))
    anna.done(f"/tables/{table}/start")
    snapshot = anna.look(table)
    move, expected_seq = snapshot["legal"][0], snapshot["expected_seq"]
    body = {"move": move, "expected_seq": expected_seq, "key": "k", **change}
    response = anna.post(f"/tables/{table}/moves", body)
    assert response.status_code in (400, 422)
    assert is_problem(response)
    assert {**anna.look(table), "now": snapshot["now"]} == snapshot


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/v1/nothing", 404),
        ("GET", "/api/v1/tables/short", 400),
        ("GET", "/api/v1/tables/AAAAAAAAAAAAAAAA", 404),
        ("POST", "/api/v1/tables/AAAAAAAAAAAAAAAA/start", 404),
        ("GET", "/api/v1/tables/%00AAAAAAAAAAAAAAA", 400),
        ("DELETE", "/api/v1/tables", 405),
        ("PUT", "/api/v1/identity", 405),
        ("GET", "/api/v1/tables?limit=0", 400),
        ("GET", "/api/v1/tables?limit=many", 400),
        ("GET", "/api/v1/tables?status=lost", 400),
    ],
)
def test_odd_requests_get_problems(anna: Person, method: str, path: str, status: int) -> None:
    response = anna.http.request(method, path)
    assert response.status_code == status
    assert is_problem(response)


def test_requests_without_a_valid_token_are_anonymous(server: Server, anna: Person) -> None:
    table = anna.table(me("blue"), me("red"))
    with httpx.Client(base_url=server.url) as nobody:
        for headers in ({}, {"authorization": "Bearer " + "x" * 43}, {"cookie": "cartagena=;;"}):
            nobody.headers.clear()
            nobody.headers.update(headers)
            for path in ("/api/v1/tables", f"/api/v1/tables/{table}/start", "/api/v1/quick-start"):
                body = {"seats": [me("blue"), me("red")]} if path == "/api/v1/tables" else {}
                response = nobody.post(path, json=body)
                assert response.status_code == 401, (path, response.text)
                assert is_problem(response)
            assert nobody.get("/api/v1/me").status_code == 401
            assert nobody.get(f"/api/v1/tables/{table}").json()["you"] == []


def test_a_cookie_works_like_a_token_and_is_hidden_from_scripts(server: Server) -> None:
    with httpx.Client(base_url=server.url) as browser:
        created = browser.post("/api/v1/identity", json={"name": "Eva"})
        cookie = created.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "samesite=strict" in cookie.lower()
        assert created.json()["token"] is None
        assert browser.get("/api/v1/me").json()["name"] == "Eva"
        for origin in ("https://evil.example", "null", "http://127.0.0.1.evil.example"):
            response = browser.post("/api/v1/me", json={"name": "x"}, headers={"origin": origin})
            assert response.status_code == 403
        response = browser.post(
            "/api/v1/me", json={"name": "x"}, headers={"sec-fetch-site": "cross-site"}
        )
        assert response.status_code == 403
        same = browser.post("/api/v1/me", json={"name": "Eve"}, headers={"origin": server.url})
        assert same.json()["name"] == "Eve"


def test_every_response_has_security_headers(server: Server) -> None:
    for path in ("/healthz", "/api/v1/catalogue", "/api/v1/nothing", "/api/v1/me"):
        headers = httpx.get(server.url + path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


@pytest.mark.slow
def test_limits_on_size_tables_and_requests(tmp_path: Path) -> None:
    limits = {"tables_each": "2", "request_burst": "40", "requests_per_second": "1"}
    with running(tmp_path, body_bytes="2000", identities_per_minute="3", **limits) as server:
        anna, _ = server.person("Anna"), server.person("Bert")
        anna.table(me("blue"), me("red"))
        anna.table(me("blue"), seat("red"))
        third = anna.post("/tables", {"seats": [me("blue"), me("red")]})
        assert third.status_code == 429
        assert anna.post("/tables", {"name": "x" * 3000}).status_code == 413
        assert _chunked(server, 3000) == 413
        statuses = [anna.get("/catalogue").status_code for _ in range(50)]
        assert statuses[0] == 200
        assert statuses[-1] == 429
        crowd = [httpx.post(f"{server.url}/api/v1/identity", json={}).status_code for _ in range(5)]
        assert 429 in crowd
        token = anna.http.headers["authorization"].removeprefix("Bearer ")
        assert token not in server.log()
        assert token.encode() not in (tmp_path / "test.db").read_bytes()


def _chunked(server: Server, size: int) -> int:
    """Send a body of unknown length and return the status."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    body = (b'{"name": "' + b"x" * 500 if n == 0 else b"x" * 500 for n in range(size // 500))
    connection.request(
        "POST", "/api/v1/identity", body, {"content-type": "application/json"}, encode_chunked=True
    )
    try:
        return connection.getresponse().status
    finally:
        connection.close()


def test_metrics_count_requests(server: Server, anna: Person) -> None:
    anna.table(me("blue"), me("red"))
    text = server.metrics()
    # They are for operators: nothing on the port of players leads to them.
    for path in ("/metrics", "/metrics/", "/metrics%2f", "//metrics"):
        assert httpx.get(f"{server.url}{path}").status_code == 404
    elsewhere = httpx.get(f"http://127.0.0.1:{server.metrics_port}/")
    assert elsewhere.status_code == 404
    for name in ("requests_total", "events_total", "commit_seconds_count", "streams", "tables"):
        assert f"cartagena_{name}" in text
    for line in server.log().splitlines():
        json.loads(line)
