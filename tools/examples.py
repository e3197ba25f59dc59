"""The positions of the rulebooks' worked examples, for the lessons and for tests.

That of 2000 is read off its example sheet. The document of 2017 names some spaces and their symbols
and tells who stands where as far as its examples need it; the rest is filled in, on ways of the
project's own tiles, so that every sentence of the examples comes true. The slow implementation in
tests/reference keeps positions of its own, so that a slip here is found.
"""

import json
from pathlib import Path
from typing import Any, Final

EXAMPLES: Final[dict[str, dict[str, Any]]] = json.loads(
    Path(__file__).with_suffix(".json").read_text(encoding="utf-8")
)
"""Official, escape, complete and black-magic: each a position as `Game.from_position` reads it."""
