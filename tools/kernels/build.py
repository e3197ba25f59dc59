"""Compile the rules and the bots ahead of time.

    python -m tools.kernels

writes the libraries for all platforms and `engine.wasm` for browsers into the package, with their
manifest and the generated modules of the browser client. Any Linux machine builds all of them:
Numba and LLVM compile, the linker of Zig links (`pip install ziglang`). The same sources give the
same bytes. `--target` builds some of them into another folder, as a trial. `--check` only says
whether the package is up to date.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from cartagena.jit.prebuilt import LIBRARIES
from tools.kernels import javascript, manifest
from tools.kernels.exports import FOR_BROWSERS, entry_points
from tools.kernels.link import LINKED, link


def build(targets: Sequence[str], folder: Path | None) -> None:
    """Build targets into a folder, or into the package."""
    from tools.kernels.compile import TARGETS, emit, translate

    program = translate()
    for target in targets:
        is_wasm = target == "wasm32"
        exports = manifest.export_names(entry_points(FOR_BROWSERS) if is_wasm else entry_points())
        into = folder or (javascript.WASM.parent if is_wasm else LIBRARIES)
        into.mkdir(parents=True, exist_ok=True)
        linked = link(target, emit(program, TARGETS[target], exports), into)
        print(f"{linked}: {linked.stat().st_size} bytes", flush=True)


def main() -> int:
    """Build the targets named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.kernels", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="default: the package")
    parser.add_argument("--target", choices=LINKED, action="append", help="default: all")
    parser.add_argument("--check", action="store_true", help="build nothing")
    options = parser.parse_args()
    if options.check:
        if manifest.is_current() and javascript.is_current():
            return 0
        print("The compiled rules are older than their sources. Run `make kernels`.")
        return 1
    if options.target and options.folder is None:
        parser.error("--target needs a folder: the package has all targets of the same sources")
    build(options.target or list(LINKED), options.folder)
    if options.folder is None:
        javascript.generate()
        manifest.write()
    return 0
