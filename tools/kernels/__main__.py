"""Build the compiled rules for some platforms.

    python -m tools.kernels --target wasm32 build/kernels

writes a shared library or a WebAssembly module for each target, all of them by default. Any Linux
machine builds all of them: Numba and LLVM compile, the linker of Zig links (`pip install ziglang`).
The same sources give the same bytes.
"""

import argparse
from pathlib import Path

from tools.kernels.compile import TARGETS, Program, emit, host_target, translate
from tools.kernels.link import LINKED, link

HOST = "host"
"""An object file for this very machine, which is not linked."""


def build(program: Program, target: str, folder: Path) -> Path:
    """Build one target and return the path of the result."""
    if target != HOST:
        return link(target, emit(program, TARGETS[target]), folder)
    path = folder / "host.o"
    path.write_bytes(emit(program, host_target()))
    return path


def main() -> None:
    """Build the targets of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.kernels", description=__doc__)
    parser.add_argument("folder", type=Path, help="folder to write to")
    targets = [*LINKED, HOST]
    parser.add_argument("--target", choices=targets, action="append", help="default: all but host")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    program = translate()
    for target in options.target or LINKED:
        linked = build(program, target, options.folder)
        print(f"{linked}: {linked.stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main()
