"""Compile the rules and the bots ahead of time.

    python -m tools.kernels --target wasm32

writes `engine.wasm`, or a shared library for a platform, and the generated modules of the browser
client. Any Linux machine builds all targets: Numba and LLVM compile, the linker of Zig links
(`pip install ziglang`). The same sources give the same bytes.
"""

import argparse
from pathlib import Path
from typing import Final

from tools.kernels import javascript
from tools.kernels.compile import TARGETS, Program, emit, host_target, translate
from tools.kernels.link import LINKED, link

HOST: Final = "host"
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
    parser.add_argument("folder", type=Path, nargs="?", help="default: the package")
    targets = [*LINKED, HOST]
    parser.add_argument("--target", choices=targets, action="append", help="default: wasm32")
    options = parser.parse_args()
    if options.folder is None:
        javascript.generate()
    else:
        options.folder.mkdir(parents=True, exist_ok=True)
    program = translate()
    for target in options.target or ("wasm32",):
        linked = build(program, target, options.folder or javascript.WASM.parent)
        print(f"{linked}: {linked.stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main()
