"""Translate the syntax tree of one Python function to JavaScript.

Operators whose meaning differs between the two languages become calls of the runtime, `py` (see
`web/js/local/python.js`). Everything else becomes plain JavaScript.
"""

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Protocol


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


RESERVED: Final = _words(
    "arguments await break case catch class const continue debugger default delete do else enum eval export "
    "extends false finally for function if implements import in instanceof interface let new null package "
    "private protected public py return static super switch this throw true try typeof var void while with yield"
)

_BINARY: Final = {
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

BUILT_IN_METHODS: Final = _words(
    "add all any append astype bit_count bit_length capitalize casefold clear copy count difference decode discard elements encode endswith "
    "extend find findall format get group groupdict hex index insert isdigit isdecimal item items join keys lower "
    "lstrip max mean min partition pop popitem remove removeprefix removesuffix replace reverse rpartition "
    "rstrip search fullmatch match setdefault sort split splitlines std startswith strip sum tobytes tolist "
    "translate union update upper values"
)
"""Methods of built-in types. Their calls are resolved when the program runs."""


class Unsupported(Exception):  # noqa: N818
    """A construct that cannot be translated."""


def identifier(name: str) -> str:
    """Return a Python name as a name in JavaScript."""
    return f"{name}_" if name in RESERVED else name


def quoted(text: str) -> str:
    """Return a text as a literal."""
    import json

    return json.dumps(text, ensure_ascii=False)


class Scope(Protocol):
    """The global names that a function can use."""

    def resolve(self, node: ast.expr) -> str | None:
        """Return the value of a global name or of an attribute of a module, or None."""

    def kind(self, node: ast.expr) -> str:
        """Return "class" or "function" for such a value, or "" for anything else."""

    def add_import(self, node: ast.ImportFrom) -> None:
        """Make the names of an import inside of a function known."""

    def note_attribute(self, name: str) -> None:
        """Note that an attribute of this name is used."""

    def note_load(self, name: str) -> bool:
        """Note that an attribute is used as a value. Return whether it may be a method."""


class FunctionTranslator:
    """Translates the body of a function, with the names of its scope."""

    def __init__(self, scope: Scope, outer: frozenset[str] | set[str] = frozenset()) -> None:
        """Build a translator. `outer` has the names of the functions around it."""
        self._scope = scope
        self._outer = frozenset(outer)
        self._locals: set[str] = set()
        self._temporary = 0
        self._catches: list[str] = []

    # Functions.

    def function(self, node: ast.FunctionDef, *, is_method: bool = False) -> tuple[str, str, bool]:
        """Return parameters, body and whether it is a generator."""
        parameters = [*node.args.posonlyargs, *node.args.args]
        first = parameters.pop(0).arg if is_method and parameters else ""
        names = {one.arg for one in (*parameters, *node.args.kwonlyargs)}
        for extra in (node.args.vararg, node.args.kwarg):
            if extra is not None:
                names.add(extra.arg)
        assigned = _assigned(node.body) - _nonlocal(node.body)
        self._locals = {first} | names | assigned if first else names | assigned
        written = self.parameters(node.args, skip_first=is_method)
        declared = sorted(assigned - names - _declared_inline(node.body))
        lines = [f"const {identifier(first)} = this;"] if first and _mentions(node, first) else []
        if declared:
            lines.append(f"let {', '.join(map(identifier, declared))};")
        lines += self.block(node.body)
        return written, "\n".join(lines), _is_generator(node)

    def parameters(self, args: ast.arguments, *, skip_first: bool = False) -> str:
        """Return the parameters of a function."""
        positional = [*args.posonlyargs, *args.args]
        defaults: list[ast.expr | None] = [None] * (len(positional) - len(args.defaults))
        defaults += args.defaults
        pairs = list(zip(positional, defaults, strict=True))[skip_first:]
        pairs += zip(args.kwonlyargs, args.kw_defaults, strict=True)
        written = [
            identifier(one.arg) + (f" = {self.expression(default)}" if default is not None else "")
            for one, default in pairs
        ]
        if args.kwarg is not None:
            written.append(f"{identifier(args.kwarg.arg)} = new py.Dict()")
        if args.vararg is not None:
            if args.kwarg:
                raise Unsupported("*args with **kwargs")
            written.append(f"...{identifier(args.vararg.arg)}")
        return ", ".join(written)

    # Statements.

    def block(self, body: Sequence[ast.stmt]) -> list[str]:
        """Translate statements to lines."""
        lines: list[str] = []
        for statement in body:
            lines += self.statement(statement)
        return lines

    def statement(self, node: ast.stmt) -> list[str]:
        """Translate one statement."""
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise Unsupported(f"statement {type(node).__name__} in line {node.lineno}")
        lines: list[str] = method(node)
        return lines

    def _expr(self, node: ast.Expr) -> list[str]:
        if isinstance(node.value, ast.Constant):
            return []
        return [f"{self.expression(node.value)};"]

    def _pass(self, _node: ast.Pass) -> list[str]:
        return []

    def _assert(self, _node: ast.Assert) -> list[str]:
        return []

    def _return(self, node: ast.Return) -> list[str]:
        return [f"return {self.expression(node.value) if node.value is not None else 'null'};"]

    def _assign(self, node: ast.Assign) -> list[str]:
        value = self.expression(node.value)
        if len(node.targets) == 1:
            return self.store(node.targets[0], value)
        name = self.new_name()
        lines = [f"const {name} = {value};"]
        for target in node.targets:
            lines += self.store(target, name)
        return lines

    def _annassign(self, node: ast.AnnAssign) -> list[str]:
        return [] if node.value is None else self.store(node.target, self.expression(node.value))

    def _augassign(self, node: ast.AugAssign) -> list[str]:
        current = self.expression(_loaded(node.target))
        value = f"py.i{_BINARY[type(node.op)]}({current}, {self.expression(node.value)})"
        return self.store(node.target, value)

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

    def _delete(self, node: ast.Delete) -> list[str]:
        lines = []
        for target in node.targets:
            if not isinstance(target, ast.Subscript):
                raise Unsupported("del of a name")
            lines.append(f"py.delitem({self.expression(target.value)}, {self._key(target.slice)});")
        return lines

    def _if(self, node: ast.If) -> list[str]:
        lines = [f"if ({self.condition(node.test)}) {{", *self.block(node.body)]
        if node.orelse:
            lines += ["} else {", *self.block(node.orelse)]
        return [*lines, "}"]

    def _for(self, node: ast.For) -> list[str]:
        if node.orelse:
            raise Unsupported("for … else")
        name = self.new_name()
        lines = [f"for (const {name} of py.iter({self.expression(node.iter)})) {{"]
        return [*lines, *self.store(node.target, name), *self.block(node.body), "}"]

    def _while(self, node: ast.While) -> list[str]:
        if node.orelse:
            raise Unsupported("while … else")
        return [f"while ({self.condition(node.test)}) {{", *self.block(node.body), "}"]

    def _break(self, _node: ast.Break) -> list[str]:
        return ["break;"]

    def _continue(self, _node: ast.Continue) -> list[str]:
        return ["continue;"]

    def _raise(self, node: ast.Raise) -> list[str]:
        if node.exc is None:
            return [f"throw {self._catches[-1]};"]
        return [f"throw py.raised({self.expression(node.exc)});"]

    def _try(self, node: ast.Try) -> list[str]:
        lines = ["try {", *self.block(node.body), *self.block(node.orelse)]
        if node.handlers:
            caught = self.new_name()
            self._catches.append(caught)
            lines.append(f"}} catch ({caught}) {{")
            for i, handler in enumerate(node.handlers):
                kinds = "null" if handler.type is None else self.expression(handler.type)
                lines.append(f"{'} else ' if i else ''}if (py.catches({caught}, {kinds})) {{")
                if handler.name is not None:
                    lines.append(f"const {identifier(handler.name)} = {caught};")
                lines += self.block(handler.body)
            lines += ["} else {", f"throw {caught};", "}"]
            self._catches.pop()
        if node.finalbody:
            lines += ["} finally {", *self.block(node.finalbody)]
        return [*lines, "}"]

    def _with(self, node: ast.With) -> list[str]:
        lines: list[str] = []
        managers: list[str] = []
        for item in node.items:
            name = self.new_name()
            managers.append(name)
            lines.append(f"const {name} = {self.expression(item.context_expr)};")
            if item.optional_vars is not None:
                lines += self.store(item.optional_vars, f"{name}.enter()")
            else:
                lines.append(f"{name}.enter();")
            lines.append("try {")
        lines += self.block(node.body)
        for name in reversed(managers):
            lines += ["} finally {", f"{name}.exit();", "}"]
        return lines

    def _functiondef(self, node: ast.FunctionDef) -> list[str]:
        inner = FunctionTranslator(self._scope, outer=self._outer | self._locals)
        parameters, body, generates = inner.function(node)
        if generates:
            raise Unsupported("a generator inside of a function")
        params = ", ".join(quoted(one) for one in parameter_names(node.args))
        return [f"{identifier(node.name)} = py.named([{params}], ({parameters}) => {{", body, "});"]

    def _classdef(self, node: ast.ClassDef) -> list[str]:
        raise Unsupported(f"the class {node.name} inside of a function")

    def _importfrom(self, node: ast.ImportFrom) -> list[str]:
        self._scope.add_import(node)
        return []

    def _nonlocal(self, _node: ast.Nonlocal) -> list[str]:
        return []

    def _match(self, node: ast.Match) -> list[str]:
        subject = self.new_name()
        lines = [f"const {subject} = {self.expression(node.subject)};"]
        for i, case in enumerate(node.cases):
            test, bound = self._pattern(case.pattern, subject)
            if case.guard is not None:
                test = f"{test} && {self.condition(case.guard)}"
            opening = "} else " if i else ""
            lines.append(f"{opening}if ({test}) {{")
            lines += [f"{identifier(name)} = {value};" for name, value in bound]
            lines += self.block(case.body)
        return [*lines, "}"]

    def _pattern(self, pattern: ast.pattern, subject: str) -> tuple[str, list[tuple[str, str]]]:
        match pattern:
            case ast.MatchValue(value):
                return f"py.eq({subject}, {self.expression(value)})", []
            case ast.MatchSingleton(value):
                return f"{subject} === {_singleton(value)}", []
            case ast.MatchOr(patterns):
                tests = [self._pattern(one, subject)[0] for one in patterns]
                return f"({' || '.join(tests)})", []
            case ast.MatchAs(None, None):
                return "true", []
            case ast.MatchAs(inner, str(name)):
                test, bound = ("true", []) if inner is None else self._pattern(inner, subject)
                return test, [*bound, (name, subject)]
            case ast.MatchClass(cls, [], _, []):
                return f"py.isinstance({subject}, {self.expression(cls)})", []
        raise Unsupported(f"pattern {ast.dump(pattern)}")

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
            return _singleton(value)
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
        return f"py.{_BINARY[type(node.op)]}({left}, {right})"

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

    def _e_lambda(self, node: ast.Lambda) -> str:
        names = set(parameter_names(node.args))
        inner = self._with_names(names)
        params = ", ".join(quoted(one) for one in parameter_names(node.args))
        return f"py.named([{params}], ({inner.parameters(node.args)}) => {inner.expression(node.body)})"

    def _with_names(self, names: set[str]) -> "FunctionTranslator":
        inner = FunctionTranslator(self._scope, self._outer)
        inner._locals = self._locals | names
        inner._temporary = self._temporary + 100
        return inner

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

    def _comprehension(
        self, node: Any, body: Callable[["FunctionTranslator"], str], start: str, end: str
    ) -> str:
        names: set[str] = set()
        for generator in node.generators:
            names |= _stored(generator.target)
        inner = self._with_names(names)
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
        def body(inner: FunctionTranslator) -> str:
            return f"out.push([{inner.expression(node.key)}, {inner.expression(node.value)}]);"

        return self._comprehension(node, body, "[]", "new py.Dict(out)")

    def _e_starred(self, node: ast.Starred) -> str:
        return f"...py.iter({self.expression(node.value)})"

    # Calls.

    def _e_call(self, node: ast.Call) -> str:
        function = node.func
        if isinstance(function, ast.Attribute):
            special = self._special_method(node, function)
            if special is not None:
                return special
        if isinstance(function, ast.Name) and not self._is_local(function):
            special = self._special_function(node, function.id)
            if special is not None:
                return special
        arguments = ", ".join(self._argument(one) for one in node.args)
        keywords = self._keywords(node)
        is_method = isinstance(function, ast.Attribute) and (
            self._is_local(function) or self._scope.resolve(function) is None
        )
        if is_method:
            assert isinstance(function, ast.Attribute)
            self._scope.note_attribute(function.attr)
            owner = self.expression(function.value)
            if function.attr in BUILT_IN_METHODS or keywords:
                extra = f", {keywords}" if keywords else ""
                return f"py.invoke({owner}, {quoted(function.attr)}, [{arguments}]{extra})"
            return f"{owner}.{function.attr}({arguments})"
        called = self.expression(function)
        kind = "" if keywords or self._is_local(function) else self._scope.kind(function)
        if kind:
            return f"{'new ' if kind == 'class' else ''}{called}({arguments})"
        return f"py.call({called}, [{arguments}]{f', {keywords}' if keywords else ''})"

    def _keywords(self, node: ast.Call) -> str:
        if not node.keywords:
            return ""
        parts = []
        for keyword in node.keywords:
            value = self.expression(keyword.value)
            parts.append(
                f"...py.options({value})"
                if keyword.arg is None
                else f"{quoted(keyword.arg)}: {value}"
            )
        return f"{{ {', '.join(parts)} }}"

    def _special_method(self, node: ast.Call, function: ast.Attribute) -> str | None:
        match function.value:
            case ast.Call(ast.Name("super"), []):
                keywords = self._keywords(node)
                arguments = ", ".join(self._argument(one) for one in node.args)
                self._scope.note_attribute(function.attr)
                if keywords:
                    return f"py.invokeWith(super.{function.attr}, this, [{arguments}], {keywords})"
                return f"super.{function.attr}({arguments})"
        if function.attr == "__new__":
            return f"py.blank({self.expression(node.args[0])})"
        return None

    def _special_function(self, node: ast.Call, name: str) -> str | None:
        if name == "cast" and len(node.args) == 2:
            return self.expression(node.args[1])
        if name == "isinstance":
            kinds = node.args[1]
            flat = list(_union(kinds))
            written = ", ".join(self.expression(one) for one in flat)
            return f"py.isinstance({self.expression(node.args[0])}, {written if len(flat) == 1 else f'[{written}]'})"
        return None

    def new_name(self) -> str:
        """Return a name for a value that has none."""
        self._temporary += 1
        return f"t{self._temporary}"


def parameter_names(args: ast.arguments) -> list[str]:
    """Return the names of the parameters that can be passed by name, in the order of JavaScript."""
    names = [one.arg for one in (*args.posonlyargs, *args.args, *args.kwonlyargs)]
    if args.vararg is not None and args.kwonlyargs:
        names.append(f"*{args.vararg.arg}")
    return [*names, f"**{args.kwarg.arg}"] if args.kwarg is not None else names


def _union(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        yield from _union(node.left)
        yield from _union(node.right)
    else:
        yield node


def _singleton(value: Any) -> str:
    return {None: "null", True: "true", False: "false"}[value]


def _loaded(target: ast.expr) -> ast.expr:
    copied = ast.parse(ast.unparse(target), mode="eval").body
    return ast.copy_location(copied, target)


def _stored(target: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}


def _own_nodes(body: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    """Yield the nodes of a function's own scope."""
    todo: list[ast.AST] = list(body)
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            continue
        if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            # Only a walrus inside of it belongs to the function.
            todo += [one.target for one in ast.walk(node) if isinstance(one, ast.NamedExpr)]
            continue
        todo += ast.iter_child_nodes(node)


def _assigned(body: Sequence[ast.stmt]) -> set[str]:
    names: set[str] = set()
    for node in _own_nodes(body):
        match node:
            case ast.Name(name, ast.Store()):
                names.add(name)
            case ast.FunctionDef(name):
                names.add(name)
            case ast.MatchAs(_, str(name)):
                names.add(name)
            case ast.ExceptHandler(_, str(name)):
                names.add(name)
    return names


def _nonlocal(body: Sequence[ast.stmt]) -> set[str]:
    return {
        name for node in _own_nodes(body) if isinstance(node, ast.Nonlocal) for name in node.names
    }


def _declared_inline(body: Sequence[ast.stmt]) -> set[str]:
    return {
        node.name for node in _own_nodes(body) if isinstance(node, ast.ExceptHandler) and node.name
    }


def _mentions(node: ast.FunctionDef, name: str) -> bool:
    return any(isinstance(one, ast.Name) and one.id == name for one in ast.walk(node))


def _is_generator(node: ast.FunctionDef) -> bool:
    return any(isinstance(one, ast.Yield | ast.YieldFrom) for one in _own_nodes(node.body))
