"""Write the server's catalogue for the unit tests of the client: tests/web/unit/catalogue.json.

Run it with `make art`. A test fails if the file is out of date.
"""

import json
from pathlib import Path

import msgspec

from cartagena.server.catalogue import whole_catalogue

CATALOGUE = Path(__file__).parents[1] / "tests" / "web" / "unit" / "catalogue.json"


def text() -> str:
    """Return the response to `GET /api/v1/catalogue` without the version of the release."""
    catalogue = {**msgspec.to_builtins(whole_catalogue()), "version": ""}
    return json.dumps(catalogue, indent=1) + "\n"


if __name__ == "__main__":
    CATALOGUE.write_text(text(), encoding="utf-8")
