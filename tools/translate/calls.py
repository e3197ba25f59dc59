"""Translate calls and parameters of Python functions to JavaScript."""

import ast
from collections.abc import Iterator
from typing import Final

from tools.translate.expressions import ExpressionTranslator
from tools.translate.names import Unsupported, identifier, parameter_names, quoted, words

BUILT_IN_METHODS: Final = words(
    "add all any append astype bit_count bit_length capitalize casefold clear copy count difference decode discard elements encode endswith "
    "extend find findall format get group groupdict hex index insert isdigit isdecimal item items join keys lower "
    "lstrip max mean min partition pop popitem remove removeprefix removesuffix replace reverse rpartition "
    "rstrip search fullmatch match setdefault sort split splitlines std startswith strip sum tobytes tolist "
    "translate union update upper values"
)
"""Methods of built-in types. Their calls are resolved when the program runs."""


class CallTranslator(ExpressionTranslator):
    """Translates expressions with calls and lambdas."""

    def _e_lambda(self, node: ast.Lambda) -> str:
        names = set(parameter_names(node.args))
        inner = self.with_names(names)
        params = ", ".join(quoted(one) for one in parameter_names(node.args))
        return f"py.named([{params}], ({inner.parameters(node.args)}) => {inner.expression(node.body)})"

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


def _union(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        yield from _union(node.left)
        yield from _union(node.right)
    else:
        yield node
