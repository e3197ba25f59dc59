"""Sending email over SMTP: one connection for each message, in a thread, with a time limit for all of it."""

import asyncio
import logging
import smtplib
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from email.message import EmailMessage
from typing import Final

from cartagena.server.delivery.posting import Reply

MAX_CONNECTIONS: Final = 8
"""Maximum number of connections to the SMTP server at the same time."""
_SECONDS: Final = 12.0
"""Maximum time for a message in seconds. It must be less than a lease."""
_STEP_SECONDS: Final = 6.0
"""Maximum time in seconds for a reply of the SMTP server."""
_NO_MAILBOX: Final = (550, 551, 553)
"""Codes by which a server says that an address does not exist."""
_PERMANENT: Final = 500
"""The lowest code of an error that will not go away."""
_LATER, _GONE, _REFUSED = Reply(503), Reply(410), Reply(400)

log = logging.getLogger("cartagena.server")


class _Attempt:
    """A message that a thread is sending."""

    def __init__(self) -> None:
        self.connection: smtplib.SMTP | None = None
        self.is_over = False

    def cut(self) -> None:
        """Cut the connection, so that the thread stops."""
        self.is_over = True
        if self.connection is not None and self.connection.sock is not None:
            with suppress(OSError):
                self.connection.sock.shutdown(socket.SHUT_RDWR)


class SmtpRelay:
    """The host's SMTP server."""

    def __init__(self, host: str, port: int, tls: str, user: str, password: str) -> None:
        """Build a relay. `tls` is starttls, tls or none."""
        self._host, self._port, self._tls = host, port, tls
        self._user, self._password = user, password
        self._threads = ThreadPoolExecutor(MAX_CONNECTIONS, "smtp")
        self._sending = 0

    @property
    def is_busy(self) -> bool:
        """Return True if another message would have to wait."""
        return self._sending >= MAX_CONNECTIONS

    async def send(self, message: EmailMessage) -> Reply:
        """Send a message to its only recipient. Never raises an error of the network."""
        attempt = _Attempt()
        self._sending += 1
        try:
            loop = asyncio.get_running_loop()
            work = loop.run_in_executor(self._threads, self._send, message, attempt)
            return await asyncio.wait_for(asyncio.shield(work), _SECONDS)
        except TimeoutError:
            attempt.cut()
            return _LATER
        except (OSError, smtplib.SMTPException) as error:
            return _reply(error)
        finally:
            self._sending -= 1

    def _send(self, message: EmailMessage, attempt: _Attempt) -> Reply:
        """Send a message in this thread, and note the connection so that it can be cut."""
        context = ssl.create_default_context()
        connection = (
            smtplib.SMTP_SSL(self._host, self._port, timeout=_STEP_SECONDS, context=context)
            if self._tls == "tls"
            else smtplib.SMTP(self._host, self._port, timeout=_STEP_SECONDS)
        )
        attempt.connection = connection
        try:
            if attempt.is_over:
                return _LATER
            if self._tls == "starttls":
                connection.starttls(context=context)
            if self._user:
                connection.login(self._user, self._password)
            connection.send_message(message)
        finally:
            with suppress(smtplib.SMTPException, OSError):
                connection.quit()
            connection.close()
        return Reply(250)

    def close(self) -> None:
        """Send nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _reply(error: Exception) -> Reply:
    """Return what an error means for the notice. Only the last kind is the notice's own fault."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code = max((code for code, _ in error.recipients.values()), default=0)
        return _GONE if code in _NO_MAILBOX else _of_code(code)
    if isinstance(error, smtplib.SMTPAuthenticationError):
        log.error("the SMTP server refuses user or password", extra={"status": error.smtp_code})
        return _LATER
    if isinstance(error, smtplib.SMTPResponseException):
        return _of_code(error.smtp_code)
    return _LATER


def _of_code(code: int) -> Reply:
    return _REFUSED if code >= _PERMANENT else _LATER
