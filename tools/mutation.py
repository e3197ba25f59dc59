"""Measure how many small bugs the tests find: `make mutation`.

    python -m tools.mutation rules --count 500

Each mutant is a copy of the program with one small change: another operator, a condition the other way
round, a number one larger, a statement left out. Tests that fit its package run until one fails. A
mutant that no test notices has survived, and should be read: either a test is missing, or the
change makes no difference.

The sample depends only on the seed, and results are stored in `build/mutation`, so a run can be stopped
and continued.
"""

import argparse
import ast
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / "build" / "mutation"
CPU_FACTOR: Final = 5.0
"""A mutant may use this many times the processor time of the unchanged program."""
WALL_SECONDS: Final = 300.0
"""Time limit of a phase, for mutants that wait for something that never happens."""
PRELOADED: Final = (
    "hypothesis.extra.numpy",
    "httpx",
    "litestar",
    "msgspec",
    "numpy",
    "pytest",
    "sqlalchemy.ext.asyncio",
    "uvicorn",
)
"""Modules that every mutant needs. They are imported once."""


@dataclass(frozen=True, slots=True)
class Target:
    """A package to change, and the tests that should notice."""

    package: str
    phases: tuple[tuple[str, ...], ...]
    """Arguments of pytest. A later phase runs only if nothing has failed yet."""
    environment: dict[str, str]
    unchanged: tuple[str, ...] = ()
    """Modules of the program that do not import the package. They are imported once, too."""


_TABLES: Final = ("tests/server/tables", "tests/server/streams")
_NOT_SLOW: Final = ("-m", "not slow")

TARGETS: Final = {
    # Compiled rules would not change with their sources, so they run as ordinary Python.
    "rules": Target(
        "src/cartagena/rules",
        (
            ("tests/rules/test_examples.py", "tests/rules/test_memory.py"),
            ("tests/rules/test_against_reference.py", *_NOT_SLOW, "-k", "random_options_agree"),
            ("tests/rules/playthroughs", "tests/rules/test_rulings.py"),
            ("tests/rules/test_presets.py", "tests/rules/test_state.py"),
        ),
        {"CARTAGENA_KERNELS": "python"},
    ),
    "tables": Target(
        "src/cartagena/server/tables",
        (
            (*_TABLES, "tests/fairness", "tests/server/test_settings.py", *_NOT_SLOW),
            ("tests/simulation/test_simulation.py::test_all_invariants_hold[0]",),
            (*_TABLES, "tests/server/test_lobby.py", "-m", "slow"),
        ),
        {},
        (
            "cartagena.analysis",
            "cartagena.bots.deckhand",
            "cartagena.client.client",
            "cartagena.game",
            "cartagena.protocol.lobby",
            "cartagena.server.storage.queries",
        ),
    ),
}

_OPPOSITES: Final[dict[type[ast.AST], type[ast.AST]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


@dataclass(frozen=True, slots=True, order=True)
class Mutant:
    """One change of a file: other text between two offsets, in bytes."""

    file: str
    line: int
    start: int
    end: int
    before: str
    after: str

    @property
    def text(self) -> str:
        """Return the change on one line."""
        return f"{self.file}:{self.line}: {_brief(self.before)} → {_brief(self.after)}"


def _brief(code: str) -> str:
    return " ".join(code.split())[:100]


class _Finder(ast.NodeVisitor):
    """Finds all changes of one file. Annotations, assertions, logs and texts stay as they are."""

    def __init__(self, file: str, source: bytes) -> None:
        self.found: list[Mutant] = []
        self._file, self._source = file, source
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def _offset(self, line: int, column: int) -> int:
        return self._starts[line - 1] + column

    def _add(self, node: ast.expr | ast.stmt, after: str) -> None:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self._offset(node.lineno, node.col_offset)
        end = self._offset(node.end_lineno, node.end_col_offset)
        before = self._source[start:end].decode()
        self.found.append(Mutant(self._file, node.lineno, start, end, before, after))

    def _replace(self, node: ast.expr, changed: ast.expr) -> None:
        self._add(node, f"({ast.unparse(changed)})")

    def visit_Compare(self, node: ast.Compare) -> None:
        for number, operator in enumerate(node.ops):
            operators = list(node.ops)
            operators[number] = _OPPOSITES[type(operator)]()  # type: ignore[call-overload]
            self._replace(node, ast.Compare(node.left, operators, node.comparators))
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        texts = any(_is_text(side) for side in (node.left, node.right))
        if type(node.op) in _OPPOSITES and not texts:
            opposite = _OPPOSITES[type(node.op)]()
            assert isinstance(opposite, ast.operator)
            self._replace(node, ast.BinOp(node.left, opposite, node.right))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        opposite = _OPPOSITES[type(node.op)]()
        assert isinstance(opposite, ast.boolop)
        self._replace(node, ast.BoolOp(opposite, node.values))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, (ast.Not, ast.USub, ast.Invert)):
            self._replace(node, node.operand)
        self.generic_visit(node)

    def _negate(self, test: ast.expr) -> None:
        if not isinstance(test, (ast.Compare, ast.UnaryOp, ast.Constant)):
            self._replace(test, ast.UnaryOp(ast.Not(), test))

    def visit_If(self, node: ast.If) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._add(node, str(not node.value))
        elif isinstance(node.value, (int, float)):
            self._add(node, str(node.value + 1))

    def visit_Break(self, node: ast.Break) -> None:
        self._add(node, "continue")

    def visit_Continue(self, node: ast.Continue) -> None:
        self._add(node, "break")

    def visit_Raise(self, node: ast.Raise) -> None:
        self._add(node, "pass")

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._add(node, "pass")
        if type(node.op) in _OPPOSITES and not _is_text(node.value):
            opposite = _OPPOSITES[type(node.op)]()
            assert isinstance(opposite, ast.operator)
            self._add(node, ast.unparse(ast.AugAssign(node.target, opposite, node.value)))
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if not node.col_offset and isinstance(node.value, ast.BinOp):
            return  # a union of types
        # Nearly any program fails without one of its local variables.
        if all(isinstance(target, (ast.Attribute, ast.Subscript)) for target in node.targets):
            self._add(node, "pass")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call):
            if ast.unparse(node.value.func).startswith("log."):
                return
            self._add(node, "pass")
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Assert(self, node: ast.Assert) -> None:
        """Change no assertion: it is a test itself."""

    def visit_arguments(self, node: ast.arguments) -> None:
        for default in (*node.defaults, *filter(None, node.kw_defaults)):
            self.visit(default)

    def _visit_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.visit(node.args)
        for statement in node.body:
            self.visit(statement)

    visit_FunctionDef = _visit_function  # noqa: N815
    visit_AsyncFunctionDef = _visit_function  # noqa: N815


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def all_mutants(package: Path, root: Path = ROOT) -> list[Mutant]:
    """Return all changes of a package, in order."""
    mutants: list[Mutant] = []
    for path in sorted(package.rglob("*.py")):
        source = path.read_bytes()
        finder = _Finder(str(path.relative_to(root)), source)
        finder.visit(ast.parse(source))
        mutants += sorted(finder.found)
    return mutants


def sample(mutants: list[Mutant], count: int, seed: int) -> list[Mutant]:
    """Return a random sample in random order, so that a part of it is a sample, too."""
    return random.Random(seed).sample(mutants, min(count, len(mutants)))


def changed(mutant: Mutant, source: bytes) -> bytes:
    """Return the source of a file with the change."""
    return source[: mutant.start] + mutant.after.encode() + source[mutant.end :]


def _copy(folder: Path) -> None:
    """Copy what tests need into a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    listed = subprocess.run(
        ["git", "ls-files", "src", "tests", "tools", "pyproject.toml", "docs"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in listed.stdout.splitlines():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target)


def _run_phase(
    copy: Path, arguments: tuple[str, ...], target: Target, cpu_seconds: int = 3600
) -> tuple[str, float]:
    """Run tests in a child process. Return `passed`, `failed` or `timeout`, and its processor time."""
    before = _cpu_of_children()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
        _run_tests(copy, arguments, target)
    end = time.monotonic() + WALL_SECONDS
    done, status = 0, 0
    while not done and time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        time.sleep(0.02)
    with suppress(ProcessLookupError):  # also servers that the tests left behind
        os.killpg(child, signal.SIGKILL)
    if not done:
        os.waitpid(child, 0)
        return "timeout", 0.0
    exit_code = os.waitstatus_to_exitcode(status)
    result = {0: "passed", -signal.SIGKILL: "timeout", -signal.SIGXCPU: "timeout"}
    return result.get(exit_code, "failed"), _cpu_of_children() - before


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _run_tests(copy: Path, arguments: tuple[str, ...], target: Target) -> None:
    os.setsid()
    with (FOLDER / f"{copy.name}.log").open("wb") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    os.environ.update(target.environment, PYTHONPATH=str(copy / "src"), HYPOTHESIS_PROFILE="ci")
    os.chdir(copy)
    # The servers of tests must not import this program again.
    sys.modules["__main__"] = ModuleType("__main__")
    import pytest

    # Assertions cannot be rewritten in modules that are already imported.
    options = ["-x", "-q", "-p", "no:cacheprovider", "--assert=plain", "--tb=line"]
    status = 1
    try:
        status = int(pytest.main([*options, *arguments]))
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def examine(
    copy: Path, mutant: Mutant, target: Target, limits: list[int], number: int
) -> tuple[str, int]:
    """Return the verdict on a mutant, and the phase that decided it."""
    path = copy / mutant.file
    source = path.read_bytes()
    path.write_bytes(changed(mutant, source))
    # Python recognizes stale bytecode by time and size, which could both be equal.
    os.utime(path, (1e9 + number, 1e9 + number))
    try:
        for phase, arguments in enumerate(target.phases):
            result, _ = _run_phase(copy, arguments, target, limits[phase])
            if result != "passed":
                return result, phase
        return "survived", len(target.phases)
    finally:
        path.write_bytes(source)
        os.utime(path, (9e8, 9e8))


def run(name: str, count: int, seed: int, minutes: float) -> Iterator[str]:
    """Test a sample of mutants, and yield a line for each."""
    target = TARGETS[name]
    FOLDER.mkdir(parents=True, exist_ok=True)
    results = FOLDER / f"{name}-{seed}.jsonl"
    stored = [json.loads(line) for line in results.open()] if results.exists() else []
    tested = {(each["file"], each["start"], each["after"]) for each in stored}
    mutants = sample(all_mutants(ROOT / target.package), count, seed)
    copy = FOLDER / f"copy-{name}"
    _copy(copy)
    sys.path[:0] = [str(copy / "src"), str(copy)]
    for module in (*PRELOADED, *target.unchanged):
        import_module(module)
    limits = []
    for arguments in target.phases:
        result, cpu = _run_phase(copy, arguments, target)
        if result != "passed":
            raise SystemExit(f"The tests must pass without a change: {arguments} {result}")
        limits.append(int(CPU_FACTOR * cpu) + 10)
    end = time.monotonic() + 60 * minutes
    for number, mutant in enumerate(mutants):
        if (mutant.file, mutant.start, mutant.after) in tested:
            continue
        if time.monotonic() > end:
            return
        result, phase = examine(copy, mutant, target, limits, number)
        with results.open("a") as out:
            out.write(json.dumps({**asdict(mutant), "result": result, "phase": phase}) + "\n")
        yield f"{result:8} {mutant.text}"


def summary(name: str, seed: int) -> str:
    """Return the score of all stored results, and the survivors."""
    results = FOLDER / f"{name}-{seed}.jsonl"
    stored = [json.loads(line) for line in results.open()]
    counts = Counter(each["result"] for each in stored)
    found = len(stored) - counts["survived"]
    return f"{name}: {found} of {len(stored)} mutants found ({found / len(stored):.1%}), {dict(counts)}"


def main() -> None:
    """Test mutants of one package."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("package", choices=sorted(TARGETS))
    parser.add_argument("--count", type=int, default=500, help="size of the sample")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=600.0, help="stop after this time")
    chosen = parser.parse_args()
    for line in run(chosen.package, chosen.count, chosen.seed, chosen.minutes):
        print(line, flush=True)
    print(summary(chosen.package, chosen.seed))


if __name__ == "__main__":
    main()
