"""Choice of worker processes, shared by `arena` and `stats`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cartagena.lab.arena.workers import Workers


def choose_workers(jobs: int | None, cluster: bool = False) -> Workers:
    """Return `jobs` worker processes (default: one per core), or a Ray cluster."""
    from cartagena.errors import CartagenaError
    from cartagena.lab.arena.workers import InProcess, Processes, RayCluster

    if jobs is not None and jobs < 1:
        raise CartagenaError(f"--jobs must be at least 1, not {jobs}.")
    if cluster:
        return RayCluster(jobs)
    processes = jobs or _cores()
    return InProcess() if processes == 1 else Processes(processes)


def _cores() -> int:
    """Return the number of cores this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
