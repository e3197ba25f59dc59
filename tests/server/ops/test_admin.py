"""`cartagena admin`: backups, records, pruning, lists and commands."""

import json
import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from cartagena.fairness.verify import verify
from cartagena.server.storage.database import connect, read_url
from tests.support.command import cartagena_in_process as cartagena
from tests.support.servers import SHORT, Server, me, play_out, running, seat


@pytest.mark.slow
def test_backup_restore_export_and_prune(tmp_path: Path) -> None:
    database, copy, records = tmp_path / "test.db", tmp_path / "copy.db", tmp_path / "records"
    where = ("--database", str(database))
    with running(tmp_path) as server:
        anna = server.person("Anna")
        table = anna.table(me("blue"), me("red"), rules=SHORT)
        anna.done(f"/tables/{table}/start")
        play_out([anna], table, Random(1))
        waiting = anna.table(me("blue"), me("red"))
        # While the server is running.
        assert cartagena("admin", "backup", str(copy), *where).returncode == 0
        refused = cartagena("admin", "restore", str(copy), "--replace", *where)
        assert (refused.returncode, "Stop the server" in refused.stderr) == (2, True)
        token = anna.http.headers["authorization"]
    assert cartagena("admin", "export", str(records), *where).stdout.startswith("1 records")
    verify(json.loads((records / f"cartagena-{table}.json").read_text()))
    assert "0 abandoned" in cartagena("admin", "prune", "--days", "1", *where).stdout
    assert "1 abandoned" in cartagena("admin", "prune", "--days", "0", *where).stdout
    refused = cartagena("admin", "restore", str(copy), *where)
    assert refused.returncode == 2
    assert "--replace" in refused.stderr
    assert cartagena("admin", "restore", str(copy), "--replace", *where).returncode == 0
    with running(tmp_path) as server:
        anna = server.person("Anna again")
        anna.http.headers["authorization"] = token
        assert anna.look(table)["table"]["status"] == "finished"
        assert anna.look(waiting)["you"] == ["blue", "red"]


def test_backups_are_rotated_and_can_be_restored(tmp_path: Path) -> None:
    folder, where = tmp_path / "copies", ("--database", str(tmp_path / "test.db"))
    assert cartagena("admin", "migrate", *where).returncode == 0
    folder.mkdir()
    old = [f"cartagena-2025010{day}T000000Z.db" for day in range(1, 4)]
    for name in (*old, "notes.txt", "cartagena-mine.db"):
        (folder / name).write_text("old")
    done = cartagena("admin", "backup", str(folder), "--keep", "2", *where)
    assert done.returncode == 0, done.stderr
    (newest,) = {each.name for each in folder.iterdir()} - {*old, "notes.txt", "cartagena-mine.db"}
    left = sorted(each.name for each in folder.iterdir())
    assert left == sorted([old[-1], newest, "notes.txt", "cartagena-mine.db"])
    assert (folder / newest).stat().st_mode & 0o077 == 0
    (tmp_path / "test.db").unlink()
    assert cartagena("admin", "restore", str(folder / newest), *where).returncode == 0
    assert cartagena("admin", "load", *where).stdout.splitlines()[0].split() == ["0", "identities"]
    assert cartagena("admin", "backup", str(folder), "--keep", "0", *where).returncode == 2


def test_rejects_files_that_are_not_databases(tmp_path: Path) -> None:
    junk = tmp_path / "junk.db"
    junk.write_text("junk " * 1000)
    where = ("--database", str(tmp_path / "none.db"))
    for work in (("backup", str(tmp_path / "x.db")), ("restore", str(junk))):
        done = cartagena("admin", *work, *where)
        assert done.returncode == 2, work
        assert done.stderr.startswith("cartagena: ")
    assert cartagena("serve", "--database", "mysql://x/y").returncode == 2
    assert cartagena("serve", "--port", "many").returncode == 2
    assert cartagena("serve", "--port", "70000").returncode == 2
    assert cartagena("serve", "--log-level", "loud").returncode == 2
    unreachable = ("--database", "postgresql://anna:geheim@127.0.0.1:1/x")
    for command in (("serve", "--port", "0"), ("admin", "migrate")):
        done = cartagena(*command, *unreachable)
        assert done.returncode == 2, command
        assert done.stderr.startswith("cartagena: ")
        assert "geheim" not in done.stderr
    idle: list[tuple[str, ...]] = [("export", str(tmp_path / "x")), ("prune",)]
    for arguments in (*idle, ("prune", "--days", "nan")):
        assert cartagena("admin", *arguments, *where).returncode == 2, arguments
    assert not (tmp_path / "x").exists(), "an export that fails leaves no folder"


async def test_database_errors_hide_parameters(tmp_path: Path) -> None:
    engine = connect(read_url(str(tmp_path / "test.db")))
    async with engine.connect() as connection:
        with pytest.raises(SQLAlchemyError) as error:
            await connection.execute(text("INSERT INTO nowhere VALUES (:it)"), {"it": "geheim"})
    await engine.dispose()
    assert "geheim" not in str(error.value)


def test_files_are_private_and_keep_their_owner(tmp_path: Path) -> None:
    database, copy = tmp_path / "test.db", tmp_path / "copy.db"
    where = ("--database", str(database))
    assert cartagena("admin", "migrate", *where).returncode == 0
    assert database.stat().st_mode & 0o077 == 0
    assert cartagena("admin", "backup", str(copy), *where).returncode == 0
    assert copy.stat().st_mode & 0o077 == 0
    if os.geteuid() == 0:
        os.chown(database, 12_345, 12_345)
    before = database.stat()
    assert cartagena("admin", "restore", str(copy), "--replace", *where).returncode == 0
    after = database.stat()
    assert (after.st_uid, after.st_gid) == (before.st_uid, before.st_gid)
    assert after.st_mode & 0o077 == 0


@pytest.mark.slow
def test_a_second_server_on_one_file_is_refused(tmp_path: Path) -> None:
    with running(tmp_path):
        second = cartagena("serve", "--port", "0", "--database", str(tmp_path / "test.db"))
        assert second.returncode == 2
        assert "Another server uses" in second.stderr


def test_rejects_unusable_databases(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    impossible = ("--database", str(tmp_path / "file" / "test.db"))
    newer = tmp_path / "newer.db"
    assert cartagena("admin", "migrate", "--database", str(newer)).returncode == 0
    with sqlite3.connect(newer) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    for where in (impossible, ("--database", str(newer))):
        for command in (("serve", "--port", "0"), ("admin", "migrate")):
            done = cartagena(*command, *where)
            assert done.returncode == 2, (command, done.stderr)
            assert done.stderr.startswith("cartagena: "), done.stderr


@pytest.mark.slow
def test_lists_and_commands_while_a_server_runs(tmp_path: Path) -> None:
    where = ("--database", str(tmp_path / "test.db"))

    def admin(*task: str) -> str:
        done = cartagena("admin", *task, *where)
        assert done.returncode == 0, done.stderr
        return done.stdout

    with running(tmp_path) as server:
        anna, bert = server.person("Anna"), server.person("Bert")
        table = anna.table(me("blue"), me("red"))
        anna.done(f"/tables/{table}/start")
        assert f"{table}  running   {anna.id}" in admin("tables")
        assert "1  Anna" in admin("people")
        assert "1  tables running" in admin("load")
        with anna.stream(table) as listening:
            events = listening.events()
            assert next(events)[1] == "snapshot"
            admin("close", table)
            assert next(events)[1] == "closed"
        assert anna.look(table)["table"]["status"] == "closed"
        admin("revoke", anna.id)
        _until(lambda: anna.get("/me").status_code == 401)
        admin("ban", "127.0.0.1")
        _until(lambda: bert.get("/me").status_code == 403)
        admin("unban", "127.0.0.1")
        _until(lambda: bert.get("/me").status_code == 200)
        erase_a_person(server, admin)
    nobody = ("revoke", "nobody"), ("erase", "nobody")
    for wrong in (("close", "x" * 16), *nobody, ("ban", "somewhere")):
        assert cartagena("admin", *wrong, *where).returncode == 2


def erase_a_person(server: Server, admin: Callable[..., str]) -> None:
    """Erase a person. Names and chat disappear everywhere, and the record still verifies."""
    cleo, dora = server.person("Cleopatra"), server.person("Dora")
    table = cleo.table(me("blue", name="Cleo's sister"), seat("red"), name="Cleo's", rules=SHORT)
    dora.done(f"/tables/{table}/join", {"contribution": "ab" * 16})
    cleo.done(f"/tables/{table}/start")
    cleo.done(f"/tables/{table}/chat", {"text": "Cleo was here"})
    dora.done(f"/tables/{table}/chat", {"text": "Hi Cleo"})
    play_out([cleo, dora], table, Random(2))
    other = dora.table(me("blue"), seat("red"))
    cleo.done(f"/tables/{other}/join", {"name": "Cleopatra"})
    record = cleo.get(f"/tables/{table}/record").json()
    assert "Erased. Tables changed: 2." in admin("erase", cleo.id)
    assert cleo.get("/me").status_code == 401
    _until(lambda: dora.look(table)["table"]["seats"][0]["name"] == "—")
    snapshot = dora.look(table)
    assert [line["text"] for line in snapshot["chat"]] == ["—", "Hi Cleo"]
    assert [line["name"] for line in snapshot["chat"]] == ["—", "Dora"]
    assert snapshot["table"]["name"] == "—"
    _until(lambda: dora.look(other)["table"]["seats"][1]["name"] == "—")
    assert dora.get(f"/tables/{table}/record").json() == record
    verify(record, "ab" * 16)
    assert "Cleo" not in admin("people")


@pytest.mark.slow
def test_prunes_by_age(tmp_path: Path) -> None:
    where = ("--database", str(tmp_path / "test.db"))
    with running(tmp_path) as server:
        anna, bert = server.person("Anna"), server.person("Bert")
        finished = anna.table(me("blue"), me("red"), rules=SHORT)
        anna.done(f"/tables/{finished}/start")
        play_out([anna], finished, Random(1))
        waiting = bert.table(me("blue"), me("red"))
        server.person("Cleo")
        later = ("--finished-days", "1", "--people-days", "1")
        output = cartagena("admin", "prune", "--days", "1", *later, *where).stdout
        assert [line[:2] for line in output.splitlines()] == ["0 ", "0 ", "0 "]
        output = cartagena("admin", "prune", "--days", "0", "--people-days", "0", *where).stdout
        assert [line[:2] for line in output.splitlines()] == ["1 ", "2 "]  # Bert has no seat now
        assert anna.look(finished)["table"]["status"] == "finished"
        _until(lambda: anna.get(f"/tables/{waiting}").status_code == 404)
        ages = ("--finished-days", "0", "--people-days", "0")
        output = cartagena("admin", "prune", *ages, *where).stdout
        assert [line[:2] for line in output.splitlines()] == ["0 ", "1 ", "1 "]
        _until(lambda: anna.get(f"/tables/{finished}").status_code == 404)
    with sqlite3.connect(tmp_path / "test.db") as connection:
        for name in ("events", "tables", "members", "analyses", "identities"):
            assert connection.execute(f"SELECT count(*) FROM {name}").fetchone() == (0,), name
    connection.close()


def _until(happened: Callable[[], bool]) -> None:
    """Wait until a command has taken effect: 5 seconds, or more on a busy machine."""
    end = time.monotonic() + 15
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.1)
