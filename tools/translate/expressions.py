"""Translate Python expressions to JavaScript.

Operators whose meaning differs between the two languages become calls of the runtime, `py` (see
`web/js/local/python.js`). Everything else becomes plain JavaScript.
"""

import ast
from collections.abc import Callable, Sequence
from typing import Any, Final, Self

from tools.translate.names import (
    Scope,
    Unsupported,
    identifier,
    quoted,
    singleton,
    target_names,
)

BINARY: Final = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "div",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
}
_COMPARE: Final = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


class ExpressionTranslator:
    """Translates the expressions of a function, and assignments to them."""

    def __init__(
        self,
        scope: Scope,
        outer: frozenset[str] | set[str] = frozenset(),
        local_names: frozenset[str] | set[str] = frozenset(),
        temporary: int = 0,
    ) -> None:
        """Build a translator. `outer` has the names of the functions around it."""
        self._scope = scope
        self._outer = frozenset(outer)
        self._locals = set(local_names)
        self._temporary = temporary
        self._catches: list[str] = []

    # Expressions.

    def condition(self, node: ast.expr) -> str:
        """Translate an expression that is used only as a condition."""
        match node:
            case ast.BoolOp(op, values):
                sign = " && " if isinstance(op, ast.And) else " || "
                return f"({sign.join(self.condition(value) for value in values)})"
            case ast.UnaryOp(ast.Not(), operand):
                return f"!{self.condition(operand)}"
            case ast.Compare():
                return self.expression(node)
            case ast.Call(ast.Name("isinstance" | "any" | "all" | "bool")):
                return self.expression(node)
        return f"py.truth({self.expression(node)})"

    def expression(self, node: ast.expr) -> str:
        """Translate an expression."""
        method = getattr(self, f"_e_{type(node).__name__.lower()}", None)
        if method is None:
            raise Unsupported(f"expression {type(node).__name__} in line {node.lineno}")
        return str(method(node))

    def _e_constant(self, node: ast.Constant) -> str:
        value = node.value
        if isinstance(value, str):
            return quoted(value)
        if value is None or isinstance(value, bool):
            return singleton(value)
        if isinstance(value, int) and abs(value) >= 1 << 53:
            return f"{value}n"
        if isinstance(value, int | float):
            return repr(value)
        if value is Ellipsis:
            return "null"
        if isinstance(value, bytes):
            return f"py.bytes({quoted(value.decode('latin-1'))})"
        raise Unsupported(f"constant {value!r}")

    def _e_name(self, node: ast.Name) -> str:
        if node.id in self._locals or node.id in self._outer:
            return identifier(node.id)
        resolved = self._scope.resolve(node)
        if resolved is None:
            raise Unsupported(f"unknown name {node.id} in line {node.lineno}")
        return resolved

    def _is_local(self, node: ast.expr) -> bool:
        while isinstance(node, ast.Attribute):
            node = node.value
        return not isinstance(node, ast.Name) or node.id in self._locals or node.id in self._outer

    def _e_attribute(self, node: ast.Attribute) -> str:
        if not self._is_local(node):
            resolved = self._scope.resolve(node)
            if resolved is not None:
                return resolved
        self._scope.note_attribute(node.attr)
        owner = self.expression(node.value)
        if self._scope.note_load(node.attr):
            return f"py.bound({owner}, {quoted(node.attr)})"
        return f"{owner}.{node.attr}"

    def _e_subscript(self, node: ast.Subscript) -> str:
        if isinstance(node.value, ast.Name) and node.value.id in ("list", "dict", "set", "tuple"):
            return self.expression(node.value)  # a type with parameters, such as list[int]()
        return f"py.getitem({self.expression(node.value)}, {self._key(node.slice)})"

    def _key(self, node: ast.expr) -> str:
        match node:
            case ast.Slice(lower, upper, step):
                parts = [
                    self.expression(one) if one is not None else "null"
                    for one in (lower, upper, step)
                ]
                return f"py.slice({', '.join(parts)})"
            case ast.Tuple(parts):
                return f"[{', '.join(self._key(part) for part in parts)}]"
        return self.expression(node)

    def _e_tuple(self, node: ast.Tuple) -> str:
        return self._items(node.elts)

    def _e_list(self, node: ast.List) -> str:
        return self._items(node.elts)

    def _e_set(self, node: ast.Set) -> str:
        return f"new py.PySet({self._items(node.elts)})"

    def _items(self, nodes: Sequence[ast.expr]) -> str:
        return f"[{', '.join(self._argument(node) for node in nodes)}]"

    def _argument(self, node: ast.expr) -> str:
        if isinstance(node, ast.Starred):
            return f"...py.iter({self.expression(node.value)})"
        return self.expression(node)

    def _e_dict(self, node: ast.Dict) -> str:
        parts = []
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                parts.append(f"...py.entries({self.expression(value)})")
            else:
                parts.append(f"[{self.expression(key)}, {self.expression(value)}]")
        return f"new py.Dict([{', '.join(parts)}])"

    def _e_binop(self, node: ast.BinOp) -> str:
        left, right = self.expression(node.left), self.expression(node.right)
        return f"py.{BINARY[type(node.op)]}({left}, {right})"

    def _e_unaryop(self, node: ast.UnaryOp) -> str:
        if isinstance(node.op, ast.Not):
            return f"!{self.condition(node.operand)}"
        if isinstance(node.op, ast.USub):
            if isinstance(node.operand, ast.Constant):
                return f"-{self.expression(node.operand)}"
            return f"py.neg({self.expression(node.operand)})"
        if isinstance(node.op, ast.Invert):
            return f"py.invert({self.expression(node.operand)})"
        raise Unsupported("unary operator")

    def _e_boolop(self, node: ast.BoolOp) -> str:
        name = "both" if isinstance(node.op, ast.And) else "either"
        written = self.expression(node.values[-1])
        for value in reversed(node.values[:-1]):
            written = f"py.{name}({self.expression(value)}, () => {written})"
        return written

    def _e_compare(self, node: ast.Compare) -> str:
        tests, left = [], node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            tests.append(self._comparison(left, operator, right))
            left = right
        return tests[0] if len(tests) == 1 else f"({' && '.join(tests)})"

    def _comparison(self, left: ast.expr, operator: ast.cmpop, right: ast.expr) -> str:
        a, b = self.expression(left), self.expression(right)
        match operator:
            case ast.Is():
                return f"({a} === {b})"
            case ast.IsNot():
                return f"({a} !== {b})"
            case ast.In():
                return f"py.contains({b}, {a})"
            case ast.NotIn():
                return f"!py.contains({b}, {a})"
            case ast.Eq():
                return f"py.eq({a}, {b})"
            case ast.NotEq():
                return f"py.ne({a}, {b})"
        return f"py.compare({a}, {quoted(_COMPARE[type(operator)])}, {b})"

    def _e_ifexp(self, node: ast.IfExp) -> str:
        test, then, other = (
            self.condition(node.test),
            self.expression(node.body),
            self.expression(node.orelse),
        )
        return f"({test} ? {then} : {other})"

    def _e_namedexpr(self, node: ast.NamedExpr) -> str:
        return f"({identifier(node.target.id)} = {self.expression(node.value)})"

    def with_names(self, names: set[str]) -> Self:
        """Return a translator for an inner scope with more names."""
        return type(self)(self._scope, self._outer, self._locals | names, self._temporary + 100)

    def _e_yield(self, node: ast.Yield) -> str:
        return f"(yield {self.expression(node.value) if node.value is not None else 'null'})"

    def _e_yieldfrom(self, node: ast.YieldFrom) -> str:
        return f"(yield* py.iter({self.expression(node.value)}))"

    def _e_joinedstr(self, node: ast.JoinedStr) -> str:
        parts = []
        for part in node.values:
            if isinstance(part, ast.Constant):
                parts.append(quoted(str(part.value)))
            elif isinstance(part, ast.FormattedValue):
                value = self.expression(part.value)
                if part.conversion == ord("r"):
                    value = f"py.repr({value})"
                spec = "" if part.format_spec is None else f", {self.expression(part.format_spec)}"
                parts.append(f"py.format({value}{spec})")
        return f"[{', '.join(parts)}].join('')"

    def _comprehension(self, node: Any, body: Callable[[Self], str], start: str, end: str) -> str:
        names: set[str] = set()
        for generator in node.generators:
            names |= target_names(generator.target)
        inner = self.with_names(names)
        lines = [f"(() => {{ const out = {start};"]
        lines.append(f"let {', '.join(sorted(map(identifier, names)))};")
        source = self
        closing = []
        for generator in node.generators:
            name = inner.new_name()
            lines.append(f"for (const {name} of py.iter({source.expression(generator.iter)})) {{")
            closing.append("}")
            lines += inner.store(generator.target, name)
            for test in generator.ifs:
                lines.append(f"if (!{inner.condition(test)}) continue;")
            source = inner
        lines.append(body(inner))
        return " ".join([*lines, *closing, f"return {end}; }})()"])

    def _e_listcomp(self, node: ast.ListComp | ast.GeneratorExp) -> str:
        return self._comprehension(
            node, lambda inner: f"out.push({inner.expression(node.elt)});", "[]", "out"
        )

    _e_generatorexp = _e_listcomp

    def _e_setcomp(self, node: ast.SetComp) -> str:
        return self._comprehension(
            node,
            lambda inner: f"out.push({inner.expression(node.elt)});",
            "[]",
            "new py.PySet(out)",
        )

    def _e_dictcomp(self, node: ast.DictComp) -> str:
        def body(inner: Self) -> str:
            return f"out.push([{inner.expression(node.key)}, {inner.expression(node.value)}]);"

        return self._comprehension(node, body, "[]", "new py.Dict(out)")

    def _e_starred(self, node: ast.Starred) -> str:
        return f"...py.iter({self.expression(node.value)})"

    def new_name(self) -> str:
        """Return a name for a value that has none."""
        self._temporary += 1
        return f"t{self._temporary}"

    # Assignments.

    def store(self, target: ast.expr, value: str) -> list[str]:
        """Translate an assignment."""
        match target:
            case ast.Name(name):
                return [f"{identifier(name)} = {value};"]
            case ast.Attribute(owner, name):
                self._scope.note_attribute(name)
                return [f"{self.expression(owner)}.{name} = {value};"]
            case ast.Subscript(owner, key):
                return [f"py.setitem({self.expression(owner)}, {self._key(key)}, {value});"]
            case ast.Tuple(parts) | ast.List(parts):
                return self._unpack(parts, value)
        raise Unsupported(f"assignment to {ast.dump(target)}")

    def _unpack(self, parts: Sequence[ast.expr], value: str) -> list[str]:
        name = self.new_name()
        star = next((i for i, part in enumerate(parts) if isinstance(part, ast.Starred)), -1)
        count = "" if star < 0 else f", {star}"
        lines = [f"const {name} = py.unpack({value}, {len(parts)}{count});"]
        for i, part in enumerate(parts):
            lines += self.store(
                part.value if isinstance(part, ast.Starred) else part, f"{name}[{i}]"
            )
        return lines
