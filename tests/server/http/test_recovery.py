"""The recovery link brings an identity to another browser, until it is revoked."""

import hashlib
import sqlite3
from pathlib import Path

import httpx
import pytest

from cartagena.server.storage.recovery import MAX_BROWSERS
from tests.support.command import cartagena_in_process as cartagena
from tests.support.servers import Person, Server, me, plain_client, running


def elsewhere(person: Person, server: Server, secret: str) -> Person:
    """Return the same person in a program that has only the secret of the link."""
    other = server.person("Nobody")
    response = other.http.post("/api/v1/recovery", json={"secret": secret, "kind": "token"})
    assert response.status_code == 201, response.text
    assert response.json()["id"] == person.id
    other.http.headers["authorization"] = f"Bearer {response.json()['token']}"
    return other


def test_a_link_restores_the_games(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.table(me("blue"), me("red"))
    assert anna.get("/me/recovery").json() == {"created_at": None}
    secret = anna.done("/me/recovery")["secret"]
    assert anna.get("/me/recovery").json()["created_at"] > 0
    other = elsewhere(anna, server, secret)
    assert other.get("/me").json()["name"] == "Anna"
    assert other.look(table)["you"] == ["blue", "red"]
    assert anna.get("/me").status_code == 200  # both are Anna now
    assert elsewhere(anna, server, secret).get("/me").status_code == 200  # as often as needed
    other.done("/me", {"name": "Anna B."})
    assert anna.get("/me").json()["name"] == "Anna B."


def test_a_new_link_replaces_the_old_one_and_revoking_signs_others_out(
    server: Server,
) -> None:
    anna = server.person("Anna")
    old = anna.done("/me/recovery")["secret"]
    phone = elsewhere(anna, server, old)
    secret = anna.done("/me/recovery")["secret"]
    refused = anna.post("/recovery", {"secret": old})
    assert (refused.status_code, refused.json()["type"]) == (404, "urn:cartagena:problem:not-found")
    assert phone.get("/me").status_code == 200
    tablet = elsewhere(anna, server, secret)
    # Revoked from the phone, so the first browser is signed out, too.
    assert phone.done("/me/recovery/revoke") == {"created_at": None}
    assert phone.get("/me").status_code == 200
    assert [one.get("/me").status_code for one in (anna, tablet)] == [401, 401]
    assert phone.post("/recovery", {"secret": secret}).status_code == 404
    assert phone.get("/me/recovery").json() == {"created_at": None}


def test_browsers_get_a_cookie_and_other_sites_are_refused(server: Server) -> None:
    anna = server.person("Anna")
    secret = anna.done("/me/recovery")["secret"]
    with plain_client(server.url, timeout=60) as http:
        foreign = http.post(
            "/api/v1/recovery", json={"secret": secret}, headers={"origin": "https://evil.example"}
        )
        assert foreign.status_code == 403
        assert not http.cookies
        response = http.post("/api/v1/recovery", json={"secret": secret})
        assert response.json()["token"] is None
        assert "HttpOnly" in response.headers["set-cookie"]
        assert "SameSite=strict" in response.headers["set-cookie"]
        assert http.get("/api/v1/me").json()["id"] == anna.id
    # Neither the token of a browser nor the hash of a link works as a secret.
    for wrong in (
        anna.http.headers["authorization"].removeprefix("Bearer "),
        hashlib.sha256(secret.encode()).hexdigest(),
    ):
        assert anna.post("/recovery", {"secret": wrong}).status_code == 404
    for wrong in ("short", "x" * 101):
        assert anna.post("/recovery", {"secret": wrong}).status_code == 400
    for path in ("/me/recovery", "/me/recovery/revoke"):
        assert httpx.post(f"{server.url}/api/v1{path}").status_code == 401


@pytest.mark.slow
def test_secrets_are_not_logged_and_only_hashes_are_stored(tmp_path: Path) -> None:
    with running(tmp_path, identities_per_minute="3") as server:
        anna = server.person("Anna")
        secret = anna.done("/me/recovery")["secret"]
        token = elsewhere(anna, server, secret).http.headers["authorization"].split()[1]
        anna.post("/recovery", {"secret": secret + "x" * 100})
        anna.post("/recovery", {"secret": secret, "more": 1})
        statuses = [anna.post("/recovery", {"secret": secret}).status_code for _ in range(3)]
        assert 429 in statuses  # subject to the same limit as new identities
        where = ("--database", str(tmp_path / "test.db"))
        assert "/api/v1/recovery" in server.log()
        stored = b"".join(each.read_bytes() for each in tmp_path.glob("test.db*"))
        for hidden in (secret, token):
            assert hidden not in server.log()
            assert hidden.encode() not in stored
            assert hashlib.sha256(hidden.encode()).hexdigest().encode() in stored
        assert cartagena("admin", "revoke", anna.id, *where).returncode == 0
        rows = _credentials(tmp_path)
        assert rows == 0  # revocation by an operator includes the link
    assert secret not in server.log()


@pytest.mark.slow
def test_browsers_are_limited_and_erased_with_the_person(
    tmp_path: Path,
) -> None:
    with running(tmp_path) as server:
        anna, bert = server.person("Anna"), server.person("Bert")
        anna.table(me("blue"), me("red"))
        secret = anna.done("/me/recovery")["secret"]
        for _ in range(MAX_BROWSERS + 2):
            assert anna.post("/recovery", {"secret": secret}).status_code == 201
        assert _credentials(tmp_path) == MAX_BROWSERS + 1
        bert.done("/me/recovery")
    where = ("--database", str(tmp_path / "test.db"))
    assert cartagena("admin", "erase", anna.id, *where).returncode == 0
    assert _credentials(tmp_path) == 1
    assert cartagena("admin", "prune", "--people-days", "0", *where).returncode == 0
    assert _credentials(tmp_path) == 0


def _credentials(folder: Path) -> int:
    with sqlite3.connect(folder / "test.db") as connection:
        (count,) = connection.execute("SELECT count(*) FROM credentials").fetchone()
    connection.close()
    return int(count)
