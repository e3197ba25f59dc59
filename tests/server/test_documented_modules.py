"""The files and classes that docs/server.md names step by step exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "src" / "cartagena" / "server"


def test_the_steps_name_existing_files_and_classes() -> None:
    page = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    steps = page.split("## A click, step by step")[1].split("## The folders")[0]
    files = set(re.findall(r"`([a-z_/]+\.py)", steps))
    assert len(files) > 10
    for name in files:
        assert (SERVER / name).exists(), name
    source = "\n".join(path.read_text(encoding="utf-8") for path in SERVER.rglob("*.py"))
    classes = set(re.findall(r"`([A-Z][a-z]+(?:[A-Z][a-z]+)+)[`.]", steps))
    assert len(classes) > 10
    for name in classes:
        assert f"class {name}" in source, name
