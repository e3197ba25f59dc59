"""Stalls of a server by its own metrics: event loop, garbage collector, disk.

The metrics are histograms, so each figure is the upper bound of a bucket.
"""

from typing import Self

from prometheus_client.parser import text_string_to_metric_families

from tests.support.servers import Server

LAG = "cartagena_loop_lag_seconds"
PAUSES = "cartagena_gc_pause_seconds"
COMMITS = "cartagena_commit_seconds"


class Stalls:
    """Counters of one server, by name, generation and bound."""

    def __init__(self, counted: dict[tuple[str, str, str], float]) -> None:
        self._counted = counted

    @classmethod
    def of(cls, server: Server) -> Self:
        """Read the counters since the start of the server."""
        counted = {}
        metrics = server.metrics()
        for family in text_string_to_metric_families(metrics):
            if family.name in (LAG, PAUSES, COMMITS):
                for sample in family.samples:
                    labels = sample.labels
                    key = sample.name, labels.get("generation", ""), labels.get("le", "")
                    counted[key] = sample.value
        return cls(counted)

    def since(self, before: Self) -> "Stalls":
        """Return what was counted between two moments."""
        return Stalls(
            {key: value - before._counted.get(key, 0.0) for key, value in self._counted.items()}
        )

    def loop_lag(self) -> list[float]:
        """Return median, 99th percentile and maximum in milliseconds."""
        return [self._bound(LAG, "", share) for share in (0.5, 0.99, 1.0)]

    def commits(self) -> list[float]:
        """Return median, 99th percentile and maximum of a commit in milliseconds."""
        return [self._bound(COMMITS, "", share) for share in (0.5, 0.99, 1.0)]

    def collections(self) -> list[tuple[int, int, float, float]]:
        """Return the number, total and maximum in milliseconds of collections, by generation."""
        return [
            (
                generation,
                int(self._get(f"{PAUSES}_count", str(generation))),
                round(1000 * self._get(f"{PAUSES}_sum", str(generation)), 1),
                self._bound(PAUSES, str(generation), 1.0),
            )
            for generation in range(3)
        ]

    def _get(self, name: str, generation: str, bound: str = "") -> float:
        return self._counted.get((name, generation, bound), 0.0)

    def _bound(self, name: str, generation: str, share: float) -> float:
        """Return the bound in milliseconds below which this share of the measurements lies."""
        rank = share * self._get(f"{name}_count", generation)
        bounds = sorted(
            float(bound)
            for metric, labelled, bound in self._counted
            if metric == f"{name}_bucket" and labelled == generation
        )
        for bound in bounds:
            if self._get(f"{name}_bucket", generation, _text(bound)) >= rank > 0:
                return round(1000 * bound, 1)
        return 0.0


def _text(bound: float) -> str:
    return "+Inf" if bound == float("inf") else str(bound)
