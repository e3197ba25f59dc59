"""Read and write files for the command. Raises `CartagenaError` if that fails."""

import json
import sys
from pathlib import Path
from typing import Any

from cartagena.errors import CartagenaError


def read_json(path: Path) -> Any:
    """Read a JSON document from a file, or from standard input if the path is `-`."""
    try:
        content = sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8")
        return json.loads(content)
    except OSError as error:
        raise CartagenaError(f"{path} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        raise CartagenaError(f"{path} is not JSON: {error}.") from None


def write_text(path: Path, content: str) -> None:
    """Write a file."""
    try:
        path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise CartagenaError(f"{path} cannot be written: {error.strerror}.") from None


def write_json(path: Path, document: Any) -> None:
    """Write a JSON document to a file."""
    write_text(path, json.dumps(document, indent=1, ensure_ascii=False) + "\n")
