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
    zig = [sys.executable, "-m", "ziglang"]
    with tempfile.TemporaryDirectory() as temporary:
        file, linked = Path(temporary) / "kernels.o", Path(temporary) / LINKED[target]
        file.write_bytes(data)
        # Linkers for macOS write the path of the output into it, so they get no path of this machine.
        # That for Windows finds no other.
        output = str(linked) if "windows" in target else linked.name
        if target == "wasm32":
            command = [*zig, "wasm-ld", file.name, "--no-entry", "--export-dynamic"]
            command += ["--export=__heap_base", "--import-memory", "--strip-all", "--gc-sections"]
        else:
            command = [*zig, "cc", file.name, "-target", _ZIG_TARGETS[target], "-shared", "-s"]
            # On Linux the library uses the C library that Python has loaded, GNU's or musl.
            command += ["-nostdlib"] if "linux" in target else []
        subprocess.run([*command, "-o", output], check=True, cwd=temporary)
        built = folder / LINKED[target]
        content = linked.read_bytes()
        built.write_bytes(_without_time(content) if "windows" in target else content)
    return built


def _without_time(library: bytes) -> bytes:
    """Return a library for Windows without the time of linking in its header."""
    header = int.from_bytes(library[0x3C:0x40], "little")
    return library[: header + 8] + bytes(4) + library[header + 12 :]
