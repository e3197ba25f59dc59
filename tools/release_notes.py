"""Prints the notes of a release: its section of the changelog.

python -m tools.release_notes 0.2.0
"""

import sys
from pathlib import Path
from typing import Final

CHANGELOG: Final = Path(__file__).parents[1] / "CHANGELOG.md"


def notes(version: str, changelog: str) -> str:
    """Return the section of a version without its heading. Raises ValueError if there is none."""
    for section in changelog.split("\n## ")[1:]:
        heading, _, text = section.partition("\n")
        if heading.split(",")[0].strip() == version:
            return text.strip() + "\n"
    raise ValueError(f"The changelog has no section {version}.")


if __name__ == "__main__":
    print(notes(sys.argv[1], CHANGELOG.read_text("utf-8")), end="")
