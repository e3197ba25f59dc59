"""Clients that block connections are disconnected, and others are still served."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.support.servers import Person, Server, me, running
from tests.support.waiting import wait_until


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run a server with short timeouts."""
    limits = {
        "header_seconds": "0.5",
        "body_seconds": "0.5",
        "write_seconds": "0.5",
        "connections_each": "40",
    }
    with running(tmp_path_factory.mktemp("strict"), **limits) as server:
        yield server


def connect(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=10)


def ended(connection: socket.socket) -> bytes:
    """Return everything the server sends until it closes the connection."""
    received = b""
    try:
        while piece := connection.recv(65536):
            received += piece
    except ConnectionResetError:
        pass
    return received


def cut_off_while_sending(
    connection: socket.socket, data: bytes, times: int, pause: float = 0.0
) -> bool:
    """Return True if the server closes the connection while this is sent repeatedly."""
    try:
        for _ in range(times):
            connection.sendall(data)
            time.sleep(pause)
    except ConnectionError:
        return True
    return False


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GET / HTT",
        b"GET / HTTP/1.1\r\nhost: a\r\nx: ",
        b"POST /api/v1/identity HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\n{",
    ],
    ids=["nothing", "half a line", "half a header", "half a body"],
)
def test_an_incomplete_request_times_out(strict: Server, data: bytes) -> None:
    with connect(strict) as connection:
        connection.sendall(data)
        began = time.monotonic()
        ended(connection)
        assert time.monotonic() - began < 5


def test_a_slow_header_is_disconnected(strict: Server) -> None:
    with connect(strict) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: a\r\nx: ")
        assert cut_off_while_sending(connection, b"a", 100, pause=0.05)


@pytest.mark.parametrize("size", [40_000, 2_000_000])
def test_rejects_long_headers(strict: Server, size: int) -> None:
    for head in (
        b"GET /" + b"a" * size + b" HTTP/1.1\r\nhost: a\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: a\r\ncookie: " + b"a" * size + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: a\r\n" + b"x: y\r\n" * (size // 6) + b"\r\n",
    ):
        with connect(strict) as connection:
            try:
                connection.sendall(head)
            except OSError:
                continue  # disconnected while sending
            response = ended(connection)
            assert not response or response.startswith(b"HTTP/1.1 431 ")


def test_normal_headers_are_served_repeatedly(strict: Server) -> None:
    with httpx.Client(base_url=strict.url) as client:
        for _ in range(5):
            response = client.get("/healthz", headers={"cookie": "a=" + "b" * 3000})
            assert response.status_code == 200


def test_a_keep_alive_connection_may_be_idle(strict: Server) -> None:
    with httpx.Client(base_url=strict.url) as client:
        assert client.get("/healthz").status_code == 200
        time.sleep(0.8)
        assert client.get("/healthz").status_code == 200
        assert client.post("/api/v1/identity", json={"name": "Anna"}).status_code == 201


def test_a_client_that_does_not_read_is_disconnected(strict: Server) -> None:
    anna = strict.person()
    request = (
        f"GET /api/v1/schema/openapi.json HTTP/1.1\r\nhost: 127.0.0.1:{strict.port}\r\n"
        f"authorization: {anna.http.headers['authorization']}\r\n\r\n"
    ).encode()
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", strict.port))
        connection.settimeout(10)
        for _ in range(30):
            connection.sendall(request)
        time.sleep(2)
        assert cut_off_while_sending(connection, request, 10_000)


def test_connections_per_address_are_limited(strict: Server) -> None:
    with ExitStack() as stack:
        crowd = [stack.enter_context(connect(strict)) for _ in range(60)]
        closed = [one for one in crowd[40:] if _is_closed(one)]
        assert closed
    time.sleep(0.2)
    assert httpx.get(f"{strict.url}/healthz").status_code == 200


def _is_closed(connection: socket.socket) -> bool:
    connection.settimeout(0.2)
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False


def test_a_cookie_full_of_quotes_is_cheap(server: Server) -> None:
    cookie = 'cartagena="' + '\\"' * 14_000 + '"'
    began = time.monotonic()
    response = httpx.get(f"{server.url}/api/v1/me", headers={"cookie": cookie})
    assert response.status_code == 401
    assert time.monotonic() - began < 1.0


@pytest.mark.parametrize("origin", ["http://[", "null", "http://", "http://evil.example"])
def test_rejects_strange_origins(server: Server, origin: str) -> None:
    response = httpx.post(f"{server.url}/api/v1/identity", json={}, headers={"origin": origin})
    assert response.status_code == 403


def test_rejects_a_newline_in_a_path(server: Server) -> None:
    assert httpx.get(f"{server.url}/static/1/boards/6-0-3.svg").status_code == 200
    assert httpx.get(f"{server.url}/static/1/boards/6-0-3.svg%0A").status_code == 404


def test_control_characters_in_a_path_get_an_answer(server: Server) -> None:
    answer = httpx.get(f"{server.url}/api/x%0d%0aset-cookie:%20a=b")
    assert answer.status_code == 404
    assert "set-cookie" not in answer.headers


def test_rejects_a_newline_after_a_contribution(anna: Person) -> None:
    seats = [me("blue", contribution="0" * 32 + "\n"), me("red")]
    assert anna.post("/tables", {"seats": seats}).status_code in (400, 422)
    table = anna.table(me("blue"), me("red"))
    body = {"seat": "blue", "value": "0" * 32 + "\n"}
    assert anna.post(f"/tables/{table}/contribution", body).status_code in (400, 422)


@pytest.mark.slow
def test_new_connections_per_address_are_limited(tmp_path: Path) -> None:
    request = b"GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n"

    def served(address: str) -> bool:
        with socket.create_connection(
            ("127.0.0.1", server.port), 10, source_address=(address, 0)
        ) as one:
            try:
                one.sendall(request)
            except ConnectionError:
                return False
            return ended(one).startswith(b"HTTP/1.1 200")

    limits = {"connections_each": "30", "connections_per_second": "0.1"}
    with running(tmp_path, **limits) as server:
        assert [served("127.0.0.3") for _ in range(32)] == [True] * 30 + [False] * 2
        assert served("127.0.0.4"), "others are served"


def test_disconnecting_with_queued_requests_logs_nothing(strict: Server) -> None:
    before = len(strict.log())
    connection = connect(strict)
    connection.sendall(b"GET /api/v1/catalogue HTTP/1.1\r\nHost: x\r\n\r\n" * 200)
    time.sleep(1.0)  # longer than the server waits for a reader
    connection.close()
    assert httpx.get(f"{strict.url}/readyz").status_code == 200
    assert "Exception" not in strict.log()[before:]


def test_refuses_two_hosts(server: Server) -> None:
    """A proxy in front might choose a different one than we do."""
    with socket.create_connection(("127.0.0.1", server.port), 10) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n")
        assert connection.recv(1000).startswith(b"HTTP/1.1 400")


def test_a_request_that_is_cut_off_does_not_count_as_a_server_error(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        with socket.create_connection(("127.0.0.1", server.port), 10) as connection:
            connection.sendall(
                b"POST /api/v1/identity HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{"
            )
        wait_until(lambda: '"path": "/api/v1/identity"' in server.log())
        assert '"status": 500' not in server.log()
        assert "Traceback" not in server.log()


def test_the_encoding_is_named_once(server: Server) -> None:
    for path in ("/", "/api/v1/schema"):
        kind = httpx.get(f"{server.url}{path}").headers["content-type"]
        assert kind.count("charset") == 1, kind
