"""The catalogue of the server for the unit tests of the client: tests/web/unit/catalogue.json.

Run it with `make art`. A test says when it is due.
"""

import json
from pathlib import Path

import msgspec

from cartagena.server.catalogue import whole_catalogue

CATALOGUE = Path(__file__).parents[1] / "tests" / "web" / "unit" / "catalogue.json"


def text() -> str:
    """What `GET /api/v1/catalogue` answers, without the version, which changes with each release."""
    answer = {**msgspec.to_builtins(whole_catalogue()), "version": ""}
    return json.dumps(answer, indent=1) + "\n"


if __name__ == "__main__":
    CATALOGUE.write_text(text(), encoding="utf-8")
