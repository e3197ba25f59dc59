"""Metrics for Prometheus."""

import gc
import time

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_STALLS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0, 5.0)


class Metrics:
    """The metrics of one node."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "cartagena_requests", "Requests handled", ["method", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "cartagena_request_seconds",
            "Duration of requests in seconds, without streams",
            registry=self.registry,
            buckets=_SECONDS,
        )
        self.events = Counter("cartagena_events", "Events made durable", registry=self.registry)
        self.commits = Counter("cartagena_commits", "Commits of events", registry=self.registry)
        self.commit_seconds = Histogram(
            "cartagena_commit_seconds",
            "Duration of commits in seconds",
            registry=self.registry,
            buckets=_SECONDS,
        )
        self.streams = Gauge("cartagena_streams", "Open event streams", registry=self.registry)
        self.dropped = Gauge(
            "cartagena_streams_dropped",
            "Streams disconnected because the reader was too slow",
            registry=self.registry,
        )
        self.tables = Gauge("cartagena_tables", "Tables in memory", registry=self.registry)
        self.bots_waiting = Gauge(
            "cartagena_bots_waiting", "Bots waiting for a search", registry=self.registry
        )
        self.task_failures = Counter(
            "cartagena_task_failures",
            "Failures of background tasks, which are then restarted",
            ["task"],
            registry=self.registry,
        )
        self.failed_writes = Counter(
            "cartagena_failed_writes", "Events that could not be saved", registry=self.registry
        )
        self.ready = Gauge(
            "cartagena_ready", "1 if this node can serve, like /readyz", registry=self.registry
        )
        self.listener_down = Gauge(
            "cartagena_listener_down",
            "1 while notifications of other nodes are not received (PostgreSQL only)",
            registry=self.registry,
        )
        self.loop_lag = Histogram(
            "cartagena_loop_lag_seconds",
            "Delay of the event loop in seconds, measured ten times a second",
            registry=self.registry,
            buckets=_STALLS,
        )
        self._gc_pauses = Histogram(
            "cartagena_gc_pause_seconds",
            "Pauses of the garbage collector in seconds",
            ["generation"],
            registry=self.registry,
            buckets=_STALLS,
        )
        self._gc_began = 0.0

    def watch_gc(self) -> None:
        """Start measuring the pauses of the garbage collector."""
        gc.callbacks.append(self._on_collection)

    def _on_collection(self, phase: str, details: dict[str, int]) -> None:
        # Thread time, because waiting for the interpreter lock afterwards is not a pause.
        now = time.thread_time()
        if phase == "start":
            self._gc_began = now
        else:
            pauses = self._gc_pauses.labels(str(details["generation"]))
            pauses.observe(now - self._gc_began)

    def committed(self, events: int, seconds: float) -> None:
        """Record a commit of `events` events that took `seconds` seconds."""
        self.events.inc(events)
        self.commits.inc()
        self.commit_seconds.observe(seconds)

    def text(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(self.registry)
