"""Golden streams: every client is sent the same as before."""

from collections import Counter

import pytest

from tests.server.streams.golden.streams import FOLDER, PRESETS_TOLD, stream_of


@pytest.mark.parametrize("preset", PRESETS_TOLD)
def test_a_change_of_what_clients_get_shows_as_a_diff(preset: str) -> None:
    stored = (FOLDER / f"{preset}.txt").read_text(encoding="utf-8")
    assert stream_of(preset) == stored, "see tests/server/streams/golden/__init__.py"


def test_every_kind_of_event_is_sent() -> None:
    kinds: Counter[str] = Counter()
    for preset in PRESETS_TOLD:
        for line in (FOLDER / f"{preset}.txt").read_text(encoding="utf-8").splitlines():
            if line.startswith("spectator: ") and not line.endswith("nothing"):
                kinds[line.split()[1]] += 1
    sent = {"joined", "contributed", "said", "muted", "started", "moved", "undone", "turn-ended"}
    sent |= {"snapshot", "paused", "time-refunded", "timed-out", "resumed", "left"}
    assert kinds.keys() == sent
