"""Write the golden streams again: `python -m tests.server.streams.golden`."""

from tests.server.streams.golden.streams import FOLDER, PRESETS_TOLD, stream_of

for preset in PRESETS_TOLD:
    (FOLDER / f"{preset}.txt").write_text(stream_of(preset), encoding="utf-8")
