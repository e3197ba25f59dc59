"""A real SMTP server that keeps what has arrived."""

import base64
import re
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread


@dataclass
class Mailbox:
    """A server for all recipients, and how it behaves."""

    port: int = 0
    messages: list[EmailMessage] = field(default_factory=list)
    replies: dict[str, str] = field(default_factory=dict)
    """Replies to commands, such as `RCPT`, instead of success."""
    tls: ssl.SSLContext | None = None
    login: str = ""
    """User and password, if they are required: `anna:secret`."""
    silent: bool = False
    """True if it says nothing after the sender has connected."""

    def wait_for(
        self, count: int, seconds: float = 30, of: Callable[[EmailMessage], bool] = lambda _: True
    ) -> list[EmailMessage]:
        """Wait until `count` messages have arrived, and return them all."""
        end = time.monotonic() + seconds
        while len(found := [one for one in self.messages if of(one)]) < count:
            assert time.monotonic() < end, f"only {len(found)} of {count} messages arrived"
            time.sleep(0.05)
        return found


class _Session(StreamRequestHandler):
    """One connection."""

    box: Mailbox

    def handle(self) -> None:
        if self.box.silent:
            self.rfile.read(1)
            return
        self._say("220 mailbox")
        is_known = not self.box.login
        while line := self.rfile.readline().decode().strip():
            command = line.partition(" ")[0].upper()
            if command in self.box.replies:
                self._say(self.box.replies[command])
            elif command == "EHLO":
                offers = ["mailbox", "AUTH PLAIN", *(["STARTTLS"] if self.box.tls else [])]
                for offer in offers[:-1]:
                    self._say(f"250-{offer}")
                self._say(f"250 {offers[-1]}")
            elif command == "STARTTLS" and self.box.tls:
                self._say("220 go ahead")
                self.request = self.box.tls.wrap_socket(self.request, server_side=True)
                self.setup()
            elif command == "AUTH":
                _, user, password = base64.b64decode(line.split()[2]).decode().split("\0")
                is_known = f"{user}:{password}" == self.box.login
                self._say("235 welcome" if is_known else "535 unknown")
            elif command == "QUIT":
                self._say("221 bye")
                return
            elif not is_known:
                self._say("530 who are you?")
            elif command == "DATA":
                self._say("354 go on")
                self.box.messages.append(message_from_bytes(self._data(), policy=default))
                self._say("250 kept")
            else:
                self._say("250 fine")

    def finish(self) -> None:
        super().finish()
        self.request.close()  # After STARTTLS it is not the one that the server closes.

    def _data(self) -> bytes:
        lines = iter(self.rfile.readline, b".\r\n")
        return b"".join(line.removeprefix(b".") for line in lines)

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


class _Server(ThreadingTCPServer):
    daemon_threads = True
    request_queue_size = 100

    def handle_error(self, *_: object) -> None:
        """Say nothing: senders are killed, and refuse certificates."""


@contextmanager
def mailbox() -> Iterator[Mailbox]:
    box = Mailbox()
    server = _Server(("127.0.0.1", 0), type("Session", (_Session,), {"box": box}))
    box.port = server.server_address[1]
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield box
    finally:
        server.shutdown()
        thread.join(10)
        server.server_close()


def settings(box: Mailbox) -> dict[str, str]:
    """Return the settings of a table server that sends its email there."""
    return {
        "smtp_host": "127.0.0.1",
        "smtp_port": str(box.port),
        "smtp_tls": "none",
        "mail_from": "Cartagena <cartagena@play.example.org>",
        "public_url": "https://play.example.org",
        "notice_seconds": "0",
    }


def link(message: EmailMessage, purpose: str) -> str:
    """Return the link with this purpose in a message: purpose, name and token."""
    found = re.search(rf"https://play\.example\.org/mail#({purpose}/\S+)", text_of(message))
    assert found, text_of(message)
    return found[1]


def text_of(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")
