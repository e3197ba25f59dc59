"""The activity of the machine during a measurement: load, time stolen by its host, page reads.

It works only on Linux, because it reads /proc.
"""

import os
from pathlib import Path
from typing import NamedTuple

_TICKS = os.sysconf("SC_CLK_TCK")


class Did(NamedTuple):
    """The activity of the machine between two moments."""

    used: float
    """Seconds of processor time that these processes used."""
    busy: float
    """Seconds of processor time that anybody used."""
    stolen: float
    """Seconds stolen by the host: this machine wanted to compute, but its host did not let it."""
    faults: int
    """Number of times these processes waited for a page of memory that was on disk."""


class Machine:
    """A starting point for measuring the machine and some of its processes."""

    def __init__(self, pids: list[int]) -> None:
        self._pids, self._began = pids, self._now(pids)

    def since(self) -> Did:
        """Return what happened since that moment."""
        now, began = self._now(self._pids), self._began
        return Did(
            now.used - began.used,
            now.busy - began.busy,
            now.stolen - began.stolen,
            now.faults - began.faults,
        )

    @staticmethod
    def _now(pids: list[int]) -> Did:
        line = Path("/proc/stat").read_text().split("\n")[0]
        user, nice, system, _, _, irq, softirq, stolen = map(int, line.split()[1:9])
        busy = user + nice + system + irq + softirq
        processes = [_stat(pid) for pid in pids]
        used = sum(int(each[11]) + int(each[12]) for each in processes)
        faults = sum(int(each[9]) for each in processes)
        return Did(used / _TICKS, busy / _TICKS, stolen / _TICKS, faults)


def memory(pid: int) -> float:
    """Return the memory in use, in megabytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def _stat(pid: int) -> list[str]:
    """Return the fields of /proc/PID/stat from the state on. The name before may contain spaces."""
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
