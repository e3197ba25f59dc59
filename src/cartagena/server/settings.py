"""The settings of a server and their defaults. Flags and environment variables override them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final
from urllib.parse import urlsplit

from cartagena.errors import CartagenaError

PREFIX: Final = "CARTAGENA_"
"""The prefix of environment variables: `CARTAGENA_PORT` sets `port`."""
LOG_LEVELS: Final = ("debug", "info", "warning", "error")
_SMTP_TLS: Final = ("starttls", "tls", "none")
_BOOLEANS: Final = {
    **dict.fromkeys(("1", "true", "yes"), True),
    **dict.fromkeys(("0", "false", "no"), False),
}
_LIMIT: Final = 1e9
"""All numbers must be below this."""


def _setting(value: Any, help_text: str) -> Any:
    return field(default=value, metadata={"help": help_text})


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a server."""

    host: str = _setting("127.0.0.1", "the address to listen on")
    port: int = _setting(8000, "the port to listen on; 0 picks a free one")
    metrics_port: int = _setting(0, "the port for Prometheus metrics; 0 turns them off")
    metrics_host: str = _setting("127.0.0.1", "the address to listen on for metrics")
    database: str = _setting(
        "cartagena.db", "an SQLite file, or postgresql://user:password@host/name"
    )
    database_seconds: float = _setting(5.0, "database timeout in seconds")
    public_url: str = _setting(
        "",
        "this server's public address, for link previews and QR codes: https://play.example.org",
    )
    secure_cookies: bool = _setting(False, "send cookies over HTTPS only; use it behind a proxy")
    trust_proxy: bool = _setting(False, "trust X-Forwarded-For from the proxy in front")
    trusted_proxies: str = _setting(
        "127.0.0.0/8,::1", "addresses or networks of that proxy, separated by commas"
    )
    notice_seconds: float = _setting(
        60.0, "seconds after which players who have not moved are notified of their turn"
    )
    push_services: str = _setting(
        "", "more push services that browsers may use, as host names separated by commas"
    )
    notify_loopback: bool = _setting(
        False, "allow notices to be sent to this machine itself; only for tests"
    )
    smtp_host: str = _setting(
        "", "the SMTP server that sends email; without one, this server sends none"
    )
    smtp_port: int = _setting(587, "the port of the SMTP server")
    smtp_tls: str = _setting(
        "starttls", "starttls, tls (from the first byte) or none (for a server on this machine)"
    )
    smtp_user: str = _setting("", "the user name at the SMTP server")
    smtp_password: str = _setting(
        "",
        "the password at the SMTP server; set it in the environment, because everybody on the"
        " machine can see flags",
    )
    smtp_password_file: str = _setting("", "a file that contains this password")
    mail_from: str = _setting("", "the sender of email: cartagena@play.example.org")
    vacation_days: int = _setting(
        30, "days a year for which the clock of a player who is away stands still"
    )
    bot_pace: float = _setting(0.6, "minimum seconds per bot move")
    bot_seconds: float = _setting(0.5, "maximum seconds a searching bot thinks about a move")
    bot_budget: float = _setting(
        1.0, "average thinking time that the bots of one address may use, in seconds per second"
    )
    bot_threads: int = _setting(
        0,
        "maximum number of bots that search at the same time; 0 means one fewer than there are cores",
    )
    body_bytes: int = _setting(65_536, "maximum size of a request body in bytes")
    header_bytes: int = _setting(32_768, "maximum size of request line and headers in bytes")
    header_seconds: float = _setting(10.0, "seconds to receive the headers of a request")
    body_seconds: float = _setting(20.0, "seconds to receive the body of a request")
    write_seconds: float = _setting(
        20.0, "seconds before a client that reads nothing is disconnected"
    )
    connections_each: int = _setting(
        1000, "maximum open connections per address; not counted behind a trusted proxy"
    )
    connections_per_second: float = _setting(
        50.0, "average new connections per second per address; not counted behind a trusted proxy"
    )
    tables_each: int = _setting(50, "maximum unfinished tables created per identity")
    tables_per_minute: float = _setting(30.0, "average new tables per minute per identity")
    requests_per_second: float = _setting(
        50.0, "average requests per second per identity; costly ones count several times"
    )
    request_burst: int = _setting(200, "maximum burst of requests per identity")
    address_requests_per_second: float = _setting(
        500.0, "average requests per second per address or IPv6 network; enough for a school"
    )
    address_request_burst: int = _setting(4000, "maximum burst of requests per address")
    identities_per_minute: float = _setting(60.0, "average new identities per minute per address")
    streams_each: int = _setting(32, "maximum open event streams per identity or address")
    stream_backlog: int = _setting(
        256, "events a slow reader may fall behind before it is disconnected"
    )
    keep_alive: float = _setting(15.0, "keep-alive interval of event streams in seconds")
    chat_per_minute: float = _setting(20.0, "average chat messages per minute per identity")
    events_per_second: float = _setting(
        10.0, "average events (moves, chat messages and so on) per second per identity at one table"
    )
    hints_per_minute: float = _setting(12.0, "average hints per minute per identity")
    positions_per_minute: float = _setting(
        30.0, "average positions per minute per identity on analysis boards"
    )
    daily_per_minute: float = _setting(
        6.0, "average daily escapes per minute that an identity may send in"
    )
    idle_tables: int = _setting(2000, "maximum tables kept in memory without listeners")
    shutdown_seconds: int = _setting(10, "seconds for running requests to finish at shutdown")
    log_level: str = _setting("info", "debug, info, warning or error")


HELP: Final = {item.name: item.metadata["help"] for item in fields(Settings)}
"""The help text of each setting."""
_DEFAULTS: Final = Settings()


def default(name: str) -> Any:
    """Return the default of a setting."""
    return getattr(_DEFAULTS, name)


def read_value(name: str, text: str) -> Any:
    """Parse the value of a setting. Raises `CartagenaError` if it is invalid."""
    kind = type(default(name))
    if kind is bool:
        if text.strip().lower() not in _BOOLEANS:
            raise _invalid(name, text, "yes or no")
        return _BOOLEANS[text.strip().lower()]
    if kind is str:
        return _read_text(name, text)
    try:
        value = kind(text)
    except ValueError:
        value = -1
    if not 0 <= value < _LIMIT:
        number = "a whole number" if kind is int else "a number"
        raise _invalid(name, text, f"{number} of at least 0")
    if name in ("port", "metrics_port", "smtp_port") and value > 65_535:
        raise _invalid(name, text, "at most 65535")
    return value


def _read_text(name: str, text: str) -> str:
    if name == "public_url":
        return _read_public_url(text)
    if name == "log_level" and text.lower() not in LOG_LEVELS:
        raise _invalid(name, text, HELP[name])
    if name == "smtp_tls" and text not in _SMTP_TLS:
        raise _invalid(name, text, "starttls, tls or none")
    return text


def _read_public_url(text: str) -> str:
    """Return the address without a trailing slash. An empty one means that there is none."""
    parts = urlsplit(text)
    is_web = parts.scheme in ("http", "https") and parts.hostname
    if (text and not is_web) or parts.query or parts.fragment or parts.username:
        raise _invalid("public_url", text, "an address like https://play.example.org")
    return text.rstrip("/")


def _invalid(name: str, text: str, expected: str) -> CartagenaError:
    return CartagenaError(f"{name} must be {expected}, not {text!r}.")


def from_environment(environment: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the settings that environment variables such as `CARTAGENA_PORT` set."""
    variables = os.environ if environment is None else environment
    return {
        name: read_value(name, variables[PREFIX + name.upper()])
        for name in HELP
        if PREFIX + name.upper() in variables
    }
