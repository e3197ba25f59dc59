"""The unchanged files of deploy/: a game through nginx, with HTTPS, cookies and streams."""

import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.support.nginx import nginx
from tests.support.servers import Listening, free_port, running_fresh

DEPLOY = Path(__file__).parents[2] / "deploy"


def test_plays_a_game_through_nginx(tmp_path: Path) -> None:
    settings = {"trust_proxy": "yes", "secure_cookies": "yes"}
    with running_fresh(tmp_path, **settings) as server, nginx(tmp_path, server.port) as proxy:
        redirect = httpx.get(f"{proxy.plain}/table/x")
        assert redirect.status_code == 301
        assert redirect.headers["location"].startswith("https://")
        with httpx.Client(base_url=proxy.secure, verify=False, timeout=60) as browser:
            come_in(browser, proxy.secure)
            play(browser)
            assert server.process is not None
            with Listening(browser, quick_start(browser), None) as listening:
                events = listening.events()
                assert next(events)[1] == "snapshot"
                server.process.terminate()
                assert [kind for _, kind, _ in events][-1] == "bye"
            assert server.process.wait(30) == 0
        assert '"address": "127.0.0.1"' in server.log()


def test_nginx_answers_to_no_other_name(tmp_path: Path) -> None:
    with nginx(tmp_path, free_port()) as proxy:
        with pytest.raises(httpx.RemoteProtocolError):
            httpx.get(proxy.plain, headers={"host": "elsewhere.example"})
        with pytest.raises(httpx.ConnectError):
            httpx.get(proxy.secure.replace("localhost", "127.0.0.1"), verify=False)


def come_in(browser: httpx.Client, origin: str) -> None:
    page = browser.get("/")
    assert page.status_code == 200
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert "strict-transport-security" in page.headers
    for spelling in ("/metrics", "/metrics/", "/metrics%2f", "//metrics", "/Metrics"):
        assert browser.get(f"{origin}{spelling}").status_code == 404
    body = {"name": "Anna"}
    strange = browser.post("/api/v1/identity", json=body, headers={"origin": "https://elsewhere"})
    assert strange.status_code == 403
    response = browser.post("/api/v1/identity", json=body, headers={"origin": origin})
    assert response.status_code == 201
    assert "secure" in response.headers["set-cookie"].lower()


def quick_start(browser: httpx.Client) -> str:
    body = {"rules": "short", "players": 2, "level": "drunk"}
    response = browser.post("/api/v1/quick-start", json=body)
    assert response.status_code == 201, response.text
    return str(response.json()["id"])


def play(browser: httpx.Client) -> None:
    """Play a game in which each event must arrive before the next move, without buffering."""
    table, rng, moves = quick_start(browser), Random(1), 0
    with Listening(browser, table, None) as listening:
        for _, _, data in listening.events():
            if moves == 10:
                return
            if data.get("legal"):
                moves += 1
                body = {
                    "move": rng.choice(data["legal"]),
                    "expected_seq": data["expected_seq"],
                    "key": str(moves),
                }
                assert browser.post(f"/api/v1/tables/{table}/moves", json=body).status_code == 200
    raise AssertionError("the stream ended")


def test_systemd_understands_the_units(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd here")
    command = "/opt/cartagena/bin/cartagena"
    for name in ("cartagena.service", "cartagena-backup.service", "cartagena-backup.timer"):
        text = (DEPLOY / name).read_text(encoding="utf-8")
        assert command in text or name.endswith(".timer")
        # The host decides where it is installed, but the program must exist.
        text = text.replace(command, f"{sys.executable} -m cartagena")
        (tmp_path / name).write_text(text, encoding="utf-8")
    units = [str(tmp_path / "cartagena.service"), str(tmp_path / "cartagena-backup.timer")]
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "cartagena" not in done.stderr.replace(str(tmp_path), "")
    assert done.returncode == 0, done.stderr
