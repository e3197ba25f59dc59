"""Running the server: listening, and stopping without losing anything."""

import asyncio
import logging
import os
import signal
import socket
import sys
from contextlib import suppress
from typing import Final

import uvicorn

from cartagena.server.app import build
from cartagena.server.http import connections
from cartagena.server.logs import set_up
from cartagena.server.ops import gc_policy
from cartagena.server.services import Services
from cartagena.server.settings import Settings
from cartagena.server.storage import database

_SEND_BUFFER: Final = 131_072


class Server(uvicorn.Server):
    """Sends listeners away before it waits for the open requests to end."""

    def __init__(self, config: uvicorn.Config, services: Services) -> None:
        super().__init__(config)
        self._services = services

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell listeners to come back, let requests end, then stop."""
        self._services.drain()
        await super().shutdown(sockets)


def _allow_many_connections() -> None:
    """As many open connections as the system lets this process have, not only the first 1024."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def serve(settings: Settings) -> int:
    """Serve until told to stop."""
    set_up(settings.log_level)
    url = database.read_url(settings.database)
    with database.file_locked(url):
        asyncio.run(database.prepare(url))
        return _serve(settings)


def _serve(settings: Settings) -> int:
    services = Services(settings)
    config = uvicorn.Config(
        build(services),
        host=settings.host,
        port=settings.port,
        http=connections.protocol(settings),
        log_config=None,
        access_log=False,
        proxy_headers=False,  # which proxy is trusted is decided by the middleware
        server_header=False,
        timeout_graceful_shutdown=settings.shutdown_seconds,
        timeout_keep_alive=30,
        backlog=4096,
        lifespan="on",
    )
    server = Server(config, services)
    _allow_many_connections()
    gc_policy.set_up()
    # The thread that writes gives the interpreter away at every row and must get it back soon:
    # by default it waits 5 ms each time while the loop is busy.
    sys.setswitchinterval(0.001)
    # After a graceful stop uvicorn raises the signal once more; it has been obeyed by then.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    listening = config.bind_socket()
    # Connections inherit both: a reader that does not read holds so much memory and no more, and
    # no answer waits 40 ms for the acknowledgement of what was sent before it.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    server.run([listening])
    status = 0 if server.started else 1
    if services.preparation.status.preparing is not None:
        # Everything is stored and closed. Taking the interpreter down while a thread is inside the
        # compiler could wait for ever for a lock that this thread holds.
        logging.shutdown()
        os._exit(status)
    return status
