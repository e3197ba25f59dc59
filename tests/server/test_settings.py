"""The settings, and the table of limits in docs/deploy.md."""

import re
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest

from cartagena.errors import CartagenaError
from cartagena.server.settings import HELP, Settings, from_environment, read_value

PAGE = Path(__file__).parents[2] / "docs" / "deploy.md"
NO_LIMITS = {
    "bot_pace",
    "database",
    "host",
    "log_level",
    "port",
    "public_url",
    "push_services",
    "notify_loopback",
    "secure_cookies",
    "metrics_host",
    "metrics_port",
    "mail_from",
    "smtp_host",
    "smtp_password",
    "smtp_password_file",
    "smtp_port",
    "smtp_tls",
    "smtp_user",
    "trust_proxy",
    "trusted_proxies",
}


def rows() -> dict[str, tuple[str, str]]:
    """Return value and meaning of each limit in the documentation."""
    text = PAGE.read_text("utf-8").split("\n## Limits\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `([^`]+)` \| ([^|]+) \| (.+) \|$", text, re.MULTILINE)
    return {name: (value, meaning) for name, value, meaning in rows}


def test_every_limit_is_documented_with_its_default() -> None:
    documented = {name: row for name, row in rows().items() if name.startswith("--")}
    limits = {field.name: field.default for field in fields(Settings)}
    assert limits.keys() >= NO_LIMITS
    expected = {
        "--" + name.replace("_", "-"): (f"{value:g}" if type(value) is float else str(value))
        for name, value in limits.items()
        if name not in NO_LIMITS
    }
    assert {name: value for name, (value, _) in documented.items()} == expected
    for name, (_, meaning) in documented.items():
        assert meaning == HELP[name[2:].replace("-", "_")]


def test_fixed_limits_are_as_documented() -> None:
    fixed = {name: value for name, (value, _) in rows().items() if not name.startswith("--")}
    assert len(fixed) >= 9
    for name, value in fixed.items():
        module, _, constant = f"cartagena.{name}".rpartition(".")
        assert getattr(import_module(module), constant) == float(value), name


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("port", "x", "port must be a whole number of at least 0, not 'x'."),
        ("port", "70000", "port must be at most 65535, not '70000'."),
        ("bot_pace", "-1", "bot_pace must be a number of at least 0, not '-1'."),
        ("bot_pace", "nan", "bot_pace must be a number of at least 0, not 'nan'."),
        ("trust_proxy", "maybe", "trust_proxy must be yes or no, not 'maybe'."),
        ("smtp_tls", "ssl", "smtp_tls must be starttls, tls or none, not 'ssl'."),
        ("log_level", "loud", "log_level must be debug, info, warning or error, not 'loud'."),
    ],
)
def test_an_invalid_value_is_refused_with_what_is_allowed(
    name: str, text: str, expected: str
) -> None:
    with pytest.raises(CartagenaError) as refusal:
        read_value(name, text)
    assert str(refusal.value) == expected


def test_environment_variables_set_values() -> None:
    variables = {"CARTAGENA_PORT": "9000", "CARTAGENA_TRUST_PROXY": "Yes", "PORT": "1"}
    assert from_environment(variables) == {"port": 9000, "trust_proxy": True}
