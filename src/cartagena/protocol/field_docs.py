"""The docstrings of fields, for the OpenAPI description and for generated client types."""

import ast
import inspect
import sys
from functools import cache
from textwrap import dedent


@cache
def field_docs(kind: type) -> dict[str, str]:
    """Return the docstring of each field of a class that has one, inherited fields included.

    A docstring is the string below an annotated field. Python does not keep it, so it is read from
    the source.
    """
    try:
        (tree,) = ast.parse(dedent(inspect.getsource(kind))).body
    except (OSError, TypeError):  # not from a class statement in a file
        return {}
    if not isinstance(tree, ast.ClassDef):
        return {}
    docs: dict[str, str] = {}
    # By name, because a TypedDict does not know its bases.
    for name in (base.id for base in tree.bases if isinstance(base, ast.Name)):
        base = getattr(sys.modules[kind.__module__], name, None)
        if isinstance(base, type):
            docs |= field_docs(base)
    for field, below in zip(tree.body, tree.body[1:], strict=False):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str() as text)),
            ):
                docs[name] = inspect.cleandoc(text)
    return docs
