"""Small changes of a program, each of which a test should notice."""

import ast
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Final

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


def all_mutants(package: Path, root: Path) -> list[Mutant]:
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
