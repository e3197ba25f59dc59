"""Metrics for Prometheus."""

import gc
import time

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_STALLS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0, 5.0)


class Metrics:
    """The counters of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "cartagena_requests", "Requests answered", ["method", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "cartagena_request_seconds",
            "Seconds until a request was answered, streams left out",
            registry=self.registry,
            buckets=_SECONDS,
        )
        self.events = Counter("cartagena_events", "Events made durable", registry=self.registry)
        self.commits = Counter("cartagena_commits", "Commits of events", registry=self.registry)
        self.commit_seconds = Histogram(
            "cartagena_commit_seconds",
            "Seconds for one commit",
            registry=self.registry,
            buckets=_SECONDS,
        )
        self.streams = Gauge("cartagena_streams", "Open event streams", registry=self.registry)
        self.dropped = Gauge(
            "cartagena_streams_dropped",
            "Streams cut for reading too slowly",
            registry=self.registry,
        )
        self.tables = Gauge("cartagena_tables", "Tables in memory", registry=self.registry)
        self.bots_waiting = Gauge(
            "cartagena_bots_waiting", "Bots that wait to think", registry=self.registry
        )
        self.task_failures = Counter(
            "cartagena_task_failures",
            "Background tasks that failed and were started again",
            ["task"],
            registry=self.registry,
        )
        self.failed_writes = Counter(
            "cartagena_failed_writes", "Events that could not be saved", registry=self.registry
        )
        self.ready = Gauge(
            "cartagena_ready", "1 if this node can serve, as /readyz says", registry=self.registry
        )
        self.deaf = Gauge(
            "cartagena_deaf",
            "1 while what other nodes write is not heard, on PostgreSQL",
            registry=self.registry,
        )
        self.loop_lag = Histogram(
            "cartagena_loop_lag_seconds",
            "How late the event loop was, measured ten times a second",
            registry=self.registry,
            buckets=_STALLS,
        )
        self._collector_pauses = Histogram(
            "cartagena_collector_pause_seconds",
            "Seconds for which the garbage collector held everything up",
            ["generation"],
            registry=self.registry,
            buckets=_STALLS,
        )
        self._collecting_since = 0.0

    def watch_collector(self) -> None:
        """Measure the pauses of this process's garbage collector from now on."""
        gc.callbacks.append(self._on_collection)

    def _on_collection(self, phase: str, about: dict[str, int]) -> None:
        # By this thread's own time: what it waits for the interpreter afterwards is no pause.
        now = time.thread_time()
        if phase == "start":
            self._collecting_since = now
        else:
            pauses = self._collector_pauses.labels(str(about["generation"]))
            pauses.observe(now - self._collecting_since)

    def committed(self, events: int, seconds: float) -> None:
        """A commit of so many events took so long."""
        self.events.inc(events)
        self.commits.inc()
        self.commit_seconds.observe(seconds)

    def text(self) -> bytes:
        """All counters as Prometheus reads them."""
        return generate_latest(self.registry)
