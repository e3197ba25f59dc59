"""What the server counts."""

import gc

from cartagena.server.metrics import Metrics


def test_pauses_of_the_collector_are_counted_by_generation() -> None:
    metrics = Metrics()
    before = list(gc.callbacks)
    metrics.watch_collector()
    try:
        gc.collect(1)
        gc.collect(1)
    finally:
        gc.callbacks[:] = before
    counted = metrics.text().decode()
    assert 'cartagena_collector_pause_seconds_count{generation="1"} 2.0' in counted
