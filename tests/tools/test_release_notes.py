"""The notes of a release come from the changelog."""

import tomllib
from pathlib import Path

import pytest

from tools.release_notes import CHANGELOG, notes

ROOT = Path(__file__).parents[2]
TEXT = "# Changelog\n\n## 0.3.0, not yet released\n\n- New.\n\n## 0.2.0\n\n### Fixed\n\n- Old.\n"


def test_notes_are_the_section_of_the_version() -> None:
    assert notes("0.3.0", TEXT) == "- New.\n"
    assert notes("0.2.0", TEXT) == "### Fixed\n\n- Old.\n"


def test_a_version_without_a_section_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"no section 0\.2"):
        notes("0.2", TEXT)


def test_this_version_has_notes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert notes(project["version"], CHANGELOG.read_text("utf-8"))
