"""The settings of a server and their defaults: by flags of `cartagena serve`, or environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final
from urllib.parse import urlsplit

from cartagena.errors import CartagenaError

PREFIX: Final = "CARTAGENA_"
LOG_LEVELS: Final = ("debug", "info", "warning", "error")


def _setting(value: Any, sentence: str) -> Any:
    return field(default=value, metadata={"sentence": sentence})


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting with its default."""

    host: str = _setting("127.0.0.1", "the address to listen on")
    port: int = _setting(8000, "the port to listen on; 0 takes a free one")
    database: str = _setting(
        "cartagena.db", "a file for SQLite, or postgresql://user:password@host/name"
    )
    database_seconds: float = _setting(5.0, "seconds after which a silent database is given up")
    public_url: str = _setting(
        "", "this server's address for others, for pictures of links: https://play.example.org"
    )
    secure_cookies: bool = _setting(False, "send cookies over HTTPS only; set it behind a proxy")
    trust_proxy: bool = _setting(False, "believe the X-Forwarded-For of the proxy in front")
    trusted_proxies: str = _setting(
        "127.0.0.0/8,::1", "addresses or networks of that proxy, separated by commas"
    )
    bot_pace: float = _setting(0.6, "seconds a bot takes at least for a move")
    bot_seconds: float = _setting(0.5, "seconds a searching bot may think about a move")
    bot_budget: float = _setting(
        1.0, "seconds of thinking a second for the bots of one address, on average"
    )
    bot_threads: int = _setting(
        0, "how many searching bots may think at once; 0 is one fewer than there are processors"
    )
    body_bytes: int = _setting(65_536, "the largest body of a request")
    header_bytes: int = _setting(32_768, "the longest request line and headers together")
    header_seconds: float = _setting(10.0, "seconds until the headers of a request must be there")
    body_seconds: float = _setting(20.0, "seconds until the body of a request must be there")
    write_seconds: float = _setting(20.0, "seconds that a client may read nothing of a response")
    connections_each: int = _setting(
        1000, "connections of one address at once; not counted behind a trusted proxy"
    )
    connections_per_second: float = _setting(
        50.0, "new connections of one address, on average; not counted behind a trusted proxy"
    )
    tables_each: int = _setting(50, "unfinished tables that one identity may have created")
    requests_per_second: float = _setting(
        50.0, "requests of one identity, on average; costly ones count several times"
    )
    request_burst: int = _setting(200, "requests of one identity at once")
    address_requests_per_second: float = _setting(
        500.0, "requests of one address, or IPv6 network, on average: wide enough for a school"
    )
    address_request_burst: int = _setting(4000, "requests of one address at once")
    identities_per_minute: float = _setting(60.0, "new identities for one address, on average")
    streams_each: int = _setting(32, "open event streams of one identity or address")
    stream_backlog: int = _setting(256, "events that may wait for a slow reader before it is cut")
    keep_alive: float = _setting(15.0, "seconds of silence after which a stream says it is alive")
    chat_per_minute: float = _setting(20.0, "chat lines of one identity, on average")
    hints_per_minute: float = _setting(12.0, "hints for one identity, on average")
    tries_per_minute: float = _setting(
        30.0, "positions of an analysis board for one identity, on average"
    )
    idle_tables: int = _setting(2000, "tables kept in memory that nobody listens to")
    shutdown_seconds: int = _setting(10, "seconds that requests get to end at shutdown")
    log_level: str = _setting("info", "debug, info, warning or error")


SENTENCES: Final = {item.name: item.metadata["sentence"] for item in fields(Settings)}
_DEFAULTS: Final = Settings()


def default(name: str) -> Any:
    """The value of a setting that was not given."""
    return getattr(_DEFAULTS, name)


def read_value(name: str, text: str) -> Any:
    """A setting from text."""
    kind = type(default(name))
    try:
        if kind is bool:
            return {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}[
                text.strip().lower()
            ]
        value = kind(text)
    except (KeyError, ValueError):
        raise CartagenaError(f"{name} cannot be {text!r}: it is {SENTENCES[name]}.") from None
    if kind in (int, float) and not 0 <= value < 1e9:
        raise CartagenaError(f"{name} cannot be {text!r}: it is a number from 0.")
    if name == "port" and value > 65_535:
        raise CartagenaError(f"{name} cannot be {text!r}: it is a number up to 65535.")
    if name == "public_url":
        return _public_url(value)
    if name == "log_level" and value.lower() not in LOG_LEVELS:
        raise CartagenaError(f"{name} cannot be {text!r}: it is {SENTENCES[name]}.")
    return value


def _public_url(text: str) -> str:
    """An address without a slash at its end; empty is none."""
    parts = urlsplit(text)
    if text and (parts.scheme not in ("http", "https") or not parts.hostname):
        raise CartagenaError(f"public_url cannot be {text!r}: it is {SENTENCES['public_url']}.")
    if parts.query or parts.fragment or parts.username:
        raise CartagenaError(f"public_url cannot be {text!r}: it is {SENTENCES['public_url']}.")
    return text.rstrip("/")


def from_environment(environment: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The settings that the environment names, as CARTAGENA_PORT and the like."""
    given = os.environ if environment is None else environment
    return {
        name: read_value(name, given[PREFIX + name.upper()])
        for name in SENTENCES
        if PREFIX + name.upper() in given
    }
