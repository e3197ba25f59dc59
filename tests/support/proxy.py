"""A TCP proxy that imitates a broken network: its connections can be silenced or cut."""

import selectors
import socket
import time
from contextlib import suppress
from threading import Thread
from typing import Self

from tests.support.servers import free_port


class Proxy:
    """Forwards bytes between a free port and another one."""

    def __init__(self, target: int) -> None:
        self.port, self._target = free_port(), target
        self._passing = True
        self._stopping = False
        self._pairs: dict[socket.socket, socket.socket] = {}
        self._listening = socket.create_server(("127.0.0.1", self.port))
        self._thread = Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping = True
        self._thread.join(10)
        self._listening.close()
        for one in list(self._pairs):
            one.close()

    def silence(self) -> None:
        """Stop forwarding, without closing any connection."""
        self._passing = False

    def heal(self) -> None:
        """Forward everything again, including what was sent in the meantime."""
        self._passing = True

    def cut(self) -> None:
        """Close all connections."""
        for one in list(self._pairs):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def _run(self) -> None:
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._listening, selectors.EVENT_READ)
            while not self._stopping:
                if not self._passing:
                    time.sleep(0.02)  # nothing is read, so nothing is answered
                    continue
                for key, _ in waiting.select(0.05):
                    if key.fileobj is self._listening:
                        self._accept(waiting)
                    elif isinstance(key.fileobj, socket.socket):
                        self._pass_on(waiting, key.fileobj)

    def _accept(self, waiting: selectors.BaseSelector) -> None:
        near, _ = self._listening.accept()
        far = socket.create_connection(("127.0.0.1", self._target))
        for one, other in ((near, far), (far, near)):
            self._pairs[one] = other
            waiting.register(one, selectors.EVENT_READ)

    def _pass_on(self, waiting: selectors.BaseSelector, source: socket.socket) -> None:
        if source not in self._pairs:  # closed a moment ago, as was its other end
            return
        try:
            data = source.recv(65536)
            if data:
                self._pairs[source].sendall(data)
                return
        except OSError:
            pass
        other = self._pairs.pop(source)
        self._pairs.pop(other, None)
        for one in (source, other):
            with suppress(KeyError, ValueError, OSError):
                waiting.unregister(one)
            one.close()
