"""HEAD and Allow as HTTP has them, and addresses without a version."""

import httpx

from tests.support.servers import Person, Server, me


def test_head_is_as_get_without_a_body(server: Server, anna: Person) -> None:
    table = anna.table(me("blue"), me("red"))
    for path in (
        "/",
        "/healthz",
        "/api/v1/catalogue",
        f"/api/v1/tables/{table}",
        "/api/v1/nothing",
    ):
        get, head = anna.http.get(path), anna.http.head(path)
        assert (head.status_code, head.content) == (get.status_code, b"")
        for name in ("content-type", "content-length", "cache-control"):
            assert head.headers.get(name) == get.headers.get(name), (path, name)
    stream = anna.http.head(f"/api/v1/tables/{table}/stream")
    assert stream.headers["content-type"].startswith("text/event-stream")
    assert httpx.head(f"{server.url}/api/v1/me").status_code == 401


def test_a_wrong_method_is_told_the_right_ones(server: Server) -> None:
    for path, allowed in (
        ("/api/v1/tables", {"GET", "HEAD", "POST", "OPTIONS"}),
        ("/api/v1/identity", {"POST", "OPTIONS"}),
        ("/healthz", {"GET", "HEAD", "OPTIONS"}),
    ):
        answer = httpx.delete(server.url + path)
        assert answer.status_code == 405
        assert set(answer.headers["allow"].split(", ")) == allowed
        asked = httpx.options(server.url + path)
        assert (asked.status_code, asked.content) == (204, b"")
        assert set(asked.headers["allow"].split(", ")) == allowed


def test_an_address_without_a_version_leads_to_the_same(server: Server, anna: Person) -> None:
    table = anna.table(me("blue"), me("red"))
    old = anna.http.get(f"/api/tables/{table}")
    assert old.json()["table"] == anna.look(table)["table"]
    assert old.headers["deprecation"].startswith("@")
    assert old.headers["link"] == f'</api/v1/tables/{table}>; rel="successor-version"'
    assert "deprecation" not in anna.get(f"/tables/{table}").headers
    started = anna.http.post(f"/api/tables/{table}/start")
    assert started.json()["status"] == "running"
    seen = anna.look(table)
    body = {"move": seen["legal"][0], "expected_seq": seen["expected_seq"], "key": "k"}
    assert anna.http.post(f"/api/tables/{table}/moves", json=body).status_code == 200
    with anna.http.stream("GET", f"/api/tables/{table}/stream") as stream:
        assert "event: snapshot" in next(stream.iter_text())
    assert httpx.get(f"{server.url}/api/schema/openapi.json").status_code == 200
