"""The positions of the rulebooks' worked examples, for lessons and tests.

The position of 2000 is copied from its example sheet. The rulebook of 2017 names only the spaces,
symbols and pirates that its examples need. The rest is filled in with the project's own tiles, so that
every sentence of the examples holds. The reference implementation in tests/reference has its own
positions, so that a mistake here is found.
"""

import json
from pathlib import Path
from typing import Any, Final

EXAMPLES: Final[dict[str, dict[str, Any]]] = json.loads(
    Path(__file__).with_suffix(".json").read_text(encoding="utf-8")
)
"""The positions `official`, `escape`, `complete` and `black-magic`, for `Game.from_position`."""
