"""A real nginx with deploy/nginx.conf in front of a server, with its own ports and paths."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests.support.programs import require
from tests.support.servers import free_port

NAME = "localhost"
SAMPLE = Path(__file__).parents[2] / "deploy" / "nginx.conf"

_AROUND = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/cartagena.conf;
}}
"""


@dataclass(frozen=True)
class Proxy:
    """The addresses of a running nginx."""

    plain: str
    secure: str


def _test_config(folder: Path, upstreams: tuple[int, ...]) -> Proxy:
    """Return the sample configuration with other ports and a test certificate."""
    plain, secure = free_port(), free_port()
    text = SAMPLE.read_text(encoding="utf-8")
    for old, new in (
        ("server 127.0.0.1:8000;", "".join(f"server 127.0.0.1:{port};" for port in upstreams)),
        ("listen 80", f"listen 127.0.0.1:{plain}"),
        ("listen 443 ssl", f"listen 127.0.0.1:{secure} ssl"),
        ("/etc/ssl/", f"{folder}/"),
        ("server_name cartagena.example", f"server_name {NAME}"),
    ):
        assert old in text, old
        text = text.replace(old, new)
    (folder / "cartagena.conf").write_text(text, encoding="utf-8")
    (folder / "nginx.conf").write_text(_AROUND.format(folder=folder), encoding="utf-8")
    files = ["-keyout", str(folder / "cartagena.key"), "-out", str(folder / "cartagena.pem")]
    subprocess.run(
        [
            str(require("OpenSSL")),
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-subj",
            "/CN=x",
            *files,
        ],
        check=True,
        capture_output=True,
        timeout=60,
    )
    return Proxy(f"http://{NAME}:{plain}", f"https://{NAME}:{secure}")


@contextmanager
def nginx(folder: Path, *upstreams: int) -> Iterator[Proxy]:
    """Run nginx in front of the servers at these ports."""
    program = require("nginx")
    proxy = _test_config(folder, upstreams)
    process = subprocess.Popen([str(program), "-c", str(folder / "nginx.conf"), "-p", str(folder)])
    try:
        end = time.monotonic() + 30
        while True:
            assert process.poll() is None, (folder / "error.log").read_text(encoding="utf-8")
            assert time.monotonic() < end
            try:
                httpx.get(f"{proxy.plain}/")
                break
            except httpx.HTTPError:
                time.sleep(0.05)
        yield proxy
    finally:
        process.terminate()
        process.wait(30)
