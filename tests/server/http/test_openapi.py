"""The API matches its OpenAPI description, for valid and for invalid requests."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.support.servers import Person, Server, me, plain_client

CONFIGURATION = """
# Requests that violate the description get 400. Requests that are impossible for another reason,
# such as an illegal move, get 422: types cannot describe that.
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "401", "403", "404", "409", "422", "429"]
"""

WITHOUT_IDENTITY = (
    "/api/v1/identity",
    "/api/v1/recovery",
    "/api/v1/mail/{purpose}/{name}/{token}",
)
"""Requests that change something for callers without an identity. The last two prove one by a secret."""

CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture
def at_a_table(server: Server) -> tuple[Person, str]:
    """Return the owner of a running table, so that requests pass the first checks."""
    anna = server.person("Anna")
    table = anna.table(me("blue"), me("red"))
    anna.done(f"/tables/{table}/start")
    return anna, table


def first_of(http: httpx.Client, case: Any, headers: dict[str, str]) -> httpx.Response:
    """Return the response to a case, or the first chunk of a stream, which never ends."""
    request = case.as_transport_kwargs(headers=headers)
    request.pop("cookies", None)
    if "data" in request:
        request["content"] = request.pop("data")
    with http.stream(**request) as response:
        streams = response.headers.get("content-type", "").startswith("text/event-stream")
        body = next(response.iter_raw()) if streams else response.read()
    whole = httpx.Response(
        response.status_code,
        headers={"content-type": response.headers.get("content-type", "")},
        content=body,
        request=response.request,
    )
    whole.elapsed = response.elapsed
    return whole


def test_schemathesis_finds_no_fault(
    server: Server, at_a_table: tuple[Person, str], tmp_path: Path
) -> None:
    """Run all phases, except for streams, which never end. The next test checks those."""
    anna, _ = at_a_table
    (tmp_path / "schemathesis.toml").write_text(CONFIGURATION)
    done = subprocess.run(
        [
            str(Path(sys.executable).with_name("schemathesis")),
            *("--config-file", str(tmp_path / "schemathesis.toml")),
            *("run", f"{server.url}/api/v1/schema/openapi.json", "--checks", "all"),
            *("--header", f"Authorization:{anna.http.headers['authorization']}"),
            *("--exclude-path-regex", "stream$", "--max-examples", "2", "--no-shrink"),
            *("--seed", "2000"),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    for phase in ("Coverage", "Fuzzing", "Stateful"):
        assert f"✅ {phase}" in " ".join(done.stdout.split()), done.stdout[-3000:]


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=str)
def test_streams_match_the_description(
    server: Server, at_a_table: tuple[Person, str], mode: GenerationMode
) -> None:
    anna, table = at_a_table
    headers = {"authorization": anna.http.headers["authorization"]}
    schema = schemathesis.openapi.from_url(f"{server.url}/api/v1/schema/openapi.json")
    operations: Any = schema.include(path_regex="stream$").get_all_operations()
    strategies = [operation.ok().as_strategy(generation_mode=mode) for operation in operations]
    assert len(strategies) == 2
    with plain_client(server.url, timeout=60) as http:
        for strategy in strategies:

            @settings(
                max_examples=6,
                deadline=None,
                database=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(case=strategy)
            def check(case: Any) -> None:
                case.path_parameters["table"] = table
                case.validate_response(first_of(http, case, headers), checks=CHECKS)

            check()


def test_identities_bodies_and_events_are_described(server: Server) -> None:
    document = httpx.get(f"{server.url}/api/v1/schema/openapi.json").json()
    assert set(document["components"]["securitySchemes"]) == {"token", "cookie"}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            needs = bool(operation.get("security")) and {} not in operation["security"]
            if method == "post":
                assert needs == (path not in WITHOUT_IDENTITY), path
            for status, response in operation["responses"].items():
                for kind in response.get("content", {}):
                    assert kind != "application/problem+json" or status >= "400", (path, status)
    for name in ("leave", "return", "start", "rematch", "close"):
        body = document["paths"][f"/api/v1/tables/{{table}}/{name}"]["post"]["requestBody"]
        assert body["required"] is False
    schemas = document["components"]["schemas"]
    for name in ("NewTable", "Play", "Join", "Mute", "NewSeat"):
        assert schemas[name]["additionalProperties"] is False
    moves = schemas["ExploreMoves"]["properties"]["moves"]["items"]
    assert moves == {"type": "string", "minLength": 1, "maxLength": 80}
    events = document["paths"]["/api/v1/tables/{table}/stream"]["get"]["responses"]["200"]
    (stream,) = events["content"].values()
    for event in stream["schema"]["oneOf"]:
        reference = event["properties"]["data"]["contentSchema"]["$ref"]
        assert reference.rpartition("/")[2] in schemas


def test_views_positions_and_rules_are_described(server: Server) -> None:
    document = httpx.get(f"{server.url}/api/v1/schema/openapi.json").json()
    schemas = document["components"]["schemas"]
    view = schemas["SeatUpdate"]["properties"]
    for name in ("Snapshot", "Moved", "Started", "TableChanged"):
        items = schemas[name]["properties"]["views"]["items"]
        assert items == {"$ref": "#/components/schemas/SeatUpdate"}
    assert {"pirates", "hands", "hand_sizes", "turn", "pending", "viewer"} <= set(view)
    assert view["viewer"]["description"].startswith("The seat that sees this")
    assert schemas["PendingDecision"]["properties"]["kind"]["enum"][0] == "take"
    assert schemas["ReplayPosition"]["properties"]["position"]["$ref"].endswith("OpenPosition")
    assert schemas["TableInfo"]["properties"]["rules"]["$ref"].endswith("Rules")
    assert schemas["Rules"]["properties"]["supply"]["enum"] == ["deck", "row"]
    undescribed = [name for name, schema in schemas.items() if not schema.get("description")]
    assert undescribed == []
