"""HEAD requests, and the `Allow` header of wrong methods."""

import httpx

from tests.support.servers import Person, Server, me


def test_head_equals_get_without_a_body(server: Server, anna: Person) -> None:
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


def test_a_wrong_method_gets_the_allowed_ones(server: Server) -> None:
    for path, allowed in (
        ("/api/v1/tables", {"GET", "HEAD", "POST", "OPTIONS"}),
        ("/api/v1/identity", {"POST", "OPTIONS"}),
        ("/healthz", {"GET", "HEAD", "OPTIONS"}),
    ):
        response = httpx.delete(server.url + path)
        assert response.status_code == 405
        assert set(response.headers["allow"].split(", ")) == allowed
        options = httpx.options(server.url + path)
        assert (options.status_code, options.content) == (204, b"")
        assert set(options.headers["allow"].split(", ")) == allowed
