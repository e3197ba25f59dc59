"""One server for all tests of a worker that only need a generous one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.running import Person, Server, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("server")
    with running(folder) as started:
        yield started


@pytest.fixture
def anna(server: Server) -> Person:
    return server.person("Anna")


@pytest.fixture
def bert(server: Server) -> Person:
    return server.person("Bert")
