"""Translate the syntax tree of one Python function to JavaScript: its parameters and statements."""

import ast
from collections.abc import Sequence

from tools.translate.calls import CallTranslator
from tools.translate.expressions import BINARY
from tools.translate.names import (
    Unsupported,
    assigned_names,
    identifier,
    inline_names,
    is_generator,
    mentions,
    nonlocal_names,
    parameter_names,
    quoted,
    singleton,
)


class FunctionTranslator(CallTranslator):
    """Translates a function, with the names of its scope."""

    # Functions.

    def function(self, node: ast.FunctionDef, *, is_method: bool = False) -> tuple[str, str, bool]:
        """Return parameters, body and whether it is a generator."""
        parameters = [*node.args.posonlyargs, *node.args.args]
        first = parameters.pop(0).arg if is_method and parameters else ""
        names = {one.arg for one in (*parameters, *node.args.kwonlyargs)}
        for extra in (node.args.vararg, node.args.kwarg):
            if extra is not None:
                names.add(extra.arg)
        assigned = assigned_names(node.body) - nonlocal_names(node.body)
        self._locals = {first} | names | assigned if first else names | assigned
        written = self.parameters(node.args, skip_first=is_method)
        declared = sorted(assigned - names - inline_names(node.body))
        lines = [f"const {identifier(first)} = this;"] if first and mentions(node, first) else []
        if declared:
            lines.append(f"let {', '.join(map(identifier, declared))};")
        lines += self.block(node.body)
        return written, "\n".join(lines), is_generator(node)

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
        value = f"py.i{BINARY[type(node.op)]}({current}, {self.expression(node.value)})"
        return self.store(node.target, value)

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
                return f"{subject} === {singleton(value)}", []
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


def _loaded(target: ast.expr) -> ast.expr:
    copied = ast.parse(ast.unparse(target), mode="eval").body
    return ast.copy_location(copied, target)
