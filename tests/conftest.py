"""What all tests share: how Hypothesis looks for examples, and one server for each worker."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.support.servers import Person, Server, running

# Compiling a rule on its first call takes seconds, so no example has a deadline.
settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


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
