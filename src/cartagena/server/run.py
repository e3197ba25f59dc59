"""Start the server, and stop it without losing anything."""

import asyncio
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
    """A uvicorn server that closes event streams before it waits for open requests."""

    def __init__(self, config: uvicorn.Config, services: Services) -> None:
        super().__init__(config)
        self._services = services

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close event streams, wait for requests to finish, then stop."""
        self._services.drain()
        await super().shutdown(sockets)


def _allow_many_connections() -> None:
    """Raise the limit of open files, and so of connections, from 1024 to the system's maximum."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def serve(settings: Settings) -> int:
    """Serve until stopped by a signal, and return the exit status."""
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
        proxy_headers=False,  # the middleware decides which proxy to trust
        server_header=False,
        timeout_graceful_shutdown=settings.shutdown_seconds,
        timeout_keep_alive=30,
        backlog=4096,
        lifespan="on",
    )
    server = Server(config, services)
    _allow_many_connections()
    gc_policy.set_up()
    # The writer thread releases the interpreter lock at every row. By default it waits 5 ms to get
    # it back each time while the event loop is busy.
    sys.setswitchinterval(0.001)
    # After a graceful stop uvicorn raises the signal again, although the server has already
    # stopped.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    listening = config.bind_socket()
    # Connections inherit both options. A slow reader then uses a bounded amount of memory, and no
    # response waits 40 ms for the acknowledgement of the previous one.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    server.run([listening])
    return 0 if server.started else 1
