"""How many processes play: what `arena` and `stats` have in common."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cartagena.lab.arena.workers import Workers


def choose_workers(jobs: int | None, cluster: bool = False) -> Workers:
    """So many processes, one for each core by default, or a Ray cluster."""
    from cartagena.errors import CartagenaError
    from cartagena.lab.arena.workers import InProcess, Processes, RayCluster

    if jobs is not None and jobs < 1:
        raise CartagenaError(f"At least one process plays, not {jobs}.")
    if cluster:
        return RayCluster(jobs)
    processes = jobs or _cores()
    return InProcess() if processes == 1 else Processes(processes)


def _cores() -> int:
    """The cores this process may use, where the system tells."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
