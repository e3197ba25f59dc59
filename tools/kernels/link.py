"""Link object files to shared libraries and WebAssembly modules, with the linker of Zig."""

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

LINKED: Final = {
    "wasm32": "engine.wasm",
    "x86_64-linux": "x86_64-linux.so",
    "aarch64-linux": "aarch64-linux.so",
    "aarch64-macos": "aarch64-macos.dylib",
    "x86_64-macos": "x86_64-macos.dylib",
    "x86_64-windows": "x86_64-windows.dll",
}
"""For each target the name of the linked file."""

_ZIG_TARGETS: Final = {
    "x86_64-linux": "x86_64-linux-gnu.2.17",
    "aarch64-linux": "aarch64-linux-gnu.2.17",
    "aarch64-macos": "aarch64-macos",
    "x86_64-macos": "x86_64-macos",
    "x86_64-windows": "x86_64-windows-gnu",
}


def link(target: str, data: bytes, folder: Path) -> Path:
    """Link an object file for a target and return the path of the result."""
    linked = folder / LINKED[target]
    zig = [sys.executable, "-m", "ziglang"]
    with tempfile.TemporaryDirectory() as temporary:
        file = Path(temporary) / "kernels.o"
        file.write_bytes(data)
        if target == "wasm32":
            command = [*zig, "wasm-ld", str(file), "--no-entry", "--export-dynamic"]
            command += ["--export=__heap_base"]
            command += ["--import-memory", "--strip-all", "--gc-sections", "-o", str(linked)]
        else:
            options = ["-target", _ZIG_TARGETS[target], "-shared", "-s"]
            command = [*zig, "cc", *options, "-o", str(linked), str(file)]
        subprocess.run(command, check=True)
    linked.chmod(0o644)
    return linked
