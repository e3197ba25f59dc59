"""Drives Firefox through Marionette, its own remote control: JSON messages over a socket."""

import json
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tests.support.programs import require
from tests.support.servers import free_port

_PATIENCE: Final = 60
"""Seconds for Firefox to start."""


class Firefox:
    """A window of Firefox."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection, self._count = connection, 0
        self._read()  # the greeting
        self._send("WebDriver:NewSession", {})
        self._send("WebDriver:SetTimeouts", {"script": 240_000, "pageLoad": 60_000})

    def open(self, address: str) -> None:
        """Load a page."""
        self._send("WebDriver:Navigate", {"url": address})

    def evaluate(self, function: str, *arguments: Any) -> Any:
        """Call an asynchronous function in the page and return its result."""
        script = f"""const done = arguments[arguments.length - 1];
            const call = {function};
            call(...[...arguments].slice(0, -1)).then(
                (result) => done({{ result: result ?? null }}), (error) => done({{ error: String(error) }}));"""
        answer = self._send(
            "WebDriver:ExecuteAsyncScript",
            {"script": script, "args": list(arguments), "newSandbox": True},
        )["value"]
        assert "error" not in answer, answer["error"]
        return answer["result"]

    def wait_for(self, expression: str, seconds: float = 30) -> None:
        """Wait until an expression is true in the page."""
        end = time.monotonic() + seconds
        while not self.evaluate(f"async () => Boolean({expression})"):
            assert time.monotonic() < end, expression
            time.sleep(0.1)

    def _send(self, command: str, parameters: dict[str, Any]) -> Any:
        self._count += 1
        message = json.dumps([0, self._count, command, parameters]).encode()
        self._connection.sendall(str(len(message)).encode() + b":" + message)
        _, _, error, result = self._read()
        assert error is None, error
        return result

    def _read(self) -> Any:
        length = b""
        while (digit := self._connection.recv(1)) != b":":
            assert digit, "Firefox has closed the connection"
            length += digit
        message = b""
        while len(message) < int(length):
            message += self._connection.recv(int(length) - len(message))
        return json.loads(message)


@contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    """Start Firefox without a window, with a profile in this folder."""
    port = free_port()
    profile.mkdir(exist_ok=True)
    settings = {
        "marionette.port": port,
        "browser.shell.checkDefaultBrowser": False,
        "datareporting.policy.dataSubmissionEnabled": False,
        "app.update.enabled": False,
        "network.captive-portal-service.enabled": False,
        "network.connectivity-service.enabled": False,
        "services.settings.server": "http://127.0.0.1:1",
        "browser.safebrowsing.malware.enabled": False,
        "browser.safebrowsing.phishing.enabled": False,
    }
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(one)});" for name, one in settings.items()]
    (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
    process = subprocess.Popen(
        [str(require("Firefox")), "--headless", "--marionette", "--profile", str(profile)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={"HOME": str(profile), "MOZ_DISABLE_AUTO_SAFE_MODE": "1", "PATH": "/usr/bin:/bin"},
    )
    try:
        with _connect(port) as connection:
            yield Firefox(connection)
    finally:
        process.terminate()
        process.wait(30)


def _connect(port: int) -> socket.socket:
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            connection = socket.create_connection(("127.0.0.1", port))
            connection.settimeout(300)
            return connection
        except ConnectionRefusedError:
            assert time.monotonic() < end, "Firefox did not start"
            time.sleep(0.2)
