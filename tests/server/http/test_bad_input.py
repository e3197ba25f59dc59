"""Bad input and bad people: a problem document, no change, and nothing told that helps."""

import http.client
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.servers import Person, Server, me, running, seat

LONG = "x" * 100


def is_problem(answer: httpx.Response) -> bool:
    document = answer.json()
    assert answer.headers["content-type"] == "application/problem+json"
    assert document["status"] == answer.status_code
    assert {"type", "title", "detail"} <= document.keys()
    assert "Traceback" not in answer.text
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
def test_what_is_not_a_table_is_refused(anna: Person, body: bytes) -> None:
    before = anna.get("/tables?mine=true").json()
    answer = anna.http.post(
        "/api/v1/tables", content=body, headers={"content-type": "application/json"}
    )
    assert answer.status_code in (400, 422)
    assert is_problem(answer)
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
def test_what_is_not_a_move_is_refused(anna: Person, change: dict[str, Any]) -> None:
    table = anna.table(me("blue"), me("red"))
    anna.done(f"/tables/{table}/start")
    seen = anna.look(table)
    body = {"move": seen["legal"][0], "expected_seq": seen["expected_seq"], "key": "k", **change}
    answer = anna.post(f"/tables/{table}/moves", body)
    assert answer.status_code in (400, 422)
    assert is_problem(answer)
    assert {**anna.look(table), "now": seen["now"]} == seen


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
def test_odd_requests_are_problems(anna: Person, method: str, path: str, status: int) -> None:
    answer = anna.http.request(method, path)
    assert answer.status_code == status
    assert is_problem(answer)


def test_who_shows_no_secret_is_nobody(server: Server, anna: Person) -> None:
    table = anna.table(me("blue"), me("red"))
    with httpx.Client(base_url=server.url) as nobody:
        for headers in ({}, {"authorization": "Bearer " + "x" * 43}, {"cookie": "cartagena=;;"}):
            nobody.headers.clear()
            nobody.headers.update(headers)
            for path in ("/api/v1/tables", f"/api/v1/tables/{table}/start", "/api/v1/quick-start"):
                body = {"seats": [me("blue"), me("red")]} if path == "/api/v1/tables" else {}
                answer = nobody.post(path, json=body)
                assert answer.status_code == 401, (path, answer.text)
                assert is_problem(answer)
            assert nobody.get("/api/v1/me").status_code == 401
            assert nobody.get(f"/api/v1/tables/{table}").json()["you"] == []


def test_a_cookie_serves_as_well_and_is_kept_from_scripts(server: Server) -> None:
    with httpx.Client(base_url=server.url) as browser:
        made = browser.post("/api/v1/identity", json={"name": "Eva"})
        cookie = made.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "samesite=strict" in cookie.lower()
        assert made.json()["token"] is None
        assert browser.get("/api/v1/me").json()["name"] == "Eva"
        for origin in ("https://evil.example", "null", "http://127.0.0.1.evil.example"):
            answer = browser.post("/api/v1/me", json={"name": "x"}, headers={"origin": origin})
            assert answer.status_code == 403
        answer = browser.post(
            "/api/v1/me", json={"name": "x"}, headers={"sec-fetch-site": "cross-site"}
        )
        assert answer.status_code == 403
        same = browser.post("/api/v1/me", json={"name": "Eve"}, headers={"origin": server.url})
        assert same.json()["name"] == "Eve"


def test_every_answer_has_the_security_headers(server: Server) -> None:
    for path in ("/healthz", "/api/v1/catalogue", "/api/v1/nothing", "/api/v1/me", "/metrics"):
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
    """A body whose size is not told beforehand."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    body = (b'{"name": "' + b"x" * 500 if n == 0 else b"x" * 500 for n in range(size // 500))
    connection.request(
        "POST", "/api/v1/identity", body, {"content-type": "application/json"}, encode_chunked=True
    )
    try:
        return connection.getresponse().status
    finally:
        connection.close()


def test_the_server_tells_what_it_counts(server: Server, anna: Person) -> None:
    anna.table(me("blue"), me("red"))
    text = httpx.get(f"{server.url}/metrics").text
    for name in ("requests_total", "events_total", "commit_seconds_count", "streams", "tables"):
        assert f"cartagena_{name}" in text
    for line in server.log().splitlines():
        json.loads(line)
