"""Metrics of the server, and the alerts that use them."""

import gc
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import yaml

from cartagena.server.metrics import Metrics


def test_gc_pauses_are_counted_by_generation() -> None:
    metrics = Metrics()
    before = list(gc.callbacks)
    metrics.watch_gc()
    try:
        gc.collect(1)
        gc.collect(1)
    finally:
        gc.callbacks[:] = before
    counted = metrics.text().decode()
    assert 'cartagena_gc_pause_seconds_count{generation="1"} 2.0' in counted


ALERTS = Path(__file__).parents[2] / "deploy" / "alerts.yml"
SUFFIXES = {"counter": ["_total"], "gauge": [""], "histogram": ["_bucket", "_count", "_sum"]}


def test_every_metric_of_the_alerts_exists() -> None:
    names = {
        family.name + suffix
        for family in Metrics().registry.collect()
        for suffix in SUFFIXES[family.type]
    }
    (group,) = yaml.safe_load(ALERTS.read_text("utf-8"))["groups"]
    rules: list[dict[str, Any]] = group["rules"]
    named = {name for rule in rules for name in re.findall(r"cartagena_\w+", rule["expr"])}
    assert named <= names
    for needed in (
        "failed_writes_total",
        "bots_waiting",
        "loop_lag_seconds_bucket",
        "listener_down",
    ):
        assert f"cartagena_{needed}" in named
    assert all(rule["labels"]["severity"] in ("page", "ticket") for rule in rules)
    assert all(rule["annotations"]["summary"] for rule in rules)
    promtool = shutil.which("promtool")
    if promtool is not None:  # skipped unless Prometheus is installed
        command = [promtool, "check", "rules", str(ALERTS)]
        checked = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert checked.returncode == 0, checked.stdout + checked.stderr
