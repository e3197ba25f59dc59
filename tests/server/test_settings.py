"""The settings, and the table of limits in docs/deploy.md."""

import re
from dataclasses import fields
from importlib import import_module
from pathlib import Path

from cartagena.server.settings import SENTENCES, Settings

PAGE = Path(__file__).parents[2] / "docs" / "deploy.md"
NO_LIMITS = {
    "bot_pace",
    "database",
    "host",
    "log_level",
    "port",
    "public_url",
    "secure_cookies",
    "trust_proxy",
    "trusted_proxies",
}


def rows() -> dict[str, tuple[str, str]]:
    """The tables of limits: name, value, meaning."""
    text = PAGE.read_text("utf-8").split("\n## Limits\n")[1].split("\n## ")[0]
    found = re.findall(r"^\| `([^`]+)` \| ([^|]+) \| (.+) \|$", text, re.MULTILINE)
    return {name: (value, meaning) for name, value, meaning in found}


def test_every_limit_is_documented_with_its_default() -> None:
    told = {name: row for name, row in rows().items() if name.startswith("--")}
    limits = {field.name: field.default for field in fields(Settings)}
    assert limits.keys() >= NO_LIMITS
    expected = {
        "--" + name.replace("_", "-"): (f"{value:g}" if type(value) is float else str(value))
        for name, value in limits.items()
        if name not in NO_LIMITS
    }
    assert {name: value for name, (value, _) in told.items()} == expected
    for name, (_, meaning) in told.items():
        assert meaning == SENTENCES[name[2:].replace("-", "_")]


def test_fixed_limits_are_as_documented() -> None:
    fixed = {name: value for name, (value, _) in rows().items() if not name.startswith("--")}
    assert len(fixed) >= 9
    for name, value in fixed.items():
        module, _, constant = f"cartagena.{name}".rpartition(".")
        assert getattr(import_module(module), constant) == float(value), name
