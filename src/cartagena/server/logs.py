"""Logs in JSON lines. Tokens, cookies and cards are never logged.

Only the beginning of a table's id is logged, because anybody who knows the whole id may watch.
"""

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Final

_FIELDS: Final = ("method", "path", "status", "ms", "identity", "table", "address")
_TABLE: Final = re.compile(
    r"(?<![A-Za-z0-9_-])([A-Za-z0-9_-]{6})[A-Za-z0-9_-]{10}(?![A-Za-z0-9_-])"
)


class JsonLines(logging.Formatter):
    """Formats each record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line for a record."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line.update((name, getattr(record, name)) for name in _FIELDS if hasattr(record, name))
        for name in ("path", "table"):
            if name in line:
                line[name] = _TABLE.sub(r"\1…", str(line[name]))
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(level: str) -> None:
    """Log to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    for name in ("cartagena", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(level.upper())
