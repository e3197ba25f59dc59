"""Prose is plain English: docstrings, comments, docs, help and errors avoid some phrases."""

import argparse
import ast
import re
import tokenize
from collections.abc import Iterable, Iterator
from functools import cache
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest

from cartagena.cli import build_parser

ROOT = Path(__file__).parents[1]
PYTHON = sorted(
    path for folder in ("src", "tests", "tools") for path in (ROOT / folder).rglob("*.py")
)
CLIENT = ROOT / "src/cartagena/web"
SCRIPTS = sorted(
    [*CLIENT.rglob("*.js"), *CLIENT.rglob("*.css"), *(ROOT / "tests/web").rglob("*.js")]
)
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]

PHRASES = {
    r"\banew\b": "again",
    r"\bmeanwhile\b": "in the meantime, or nothing",
    r"\bfor ever\b": "until cancelled",
    r"\ball the same\b": "still",
    r"(?<!-)\bbeside\b": "next to, besides",
    r"\bof late\b(?! frames)": "recently",
    r"\bneed be\b": "if needed",
    r"\bso (?:many|much|often)\b(?!(?:\W+\w+){0,5}?\W+(?:that|as)\b)": "name the parameter",
    r"\btold\b(?! apart)": "returned, sent, printed, reported",
    r"\b(?:somebody|whoever|whomever)\b": "the user, the caller, the client, the player",
    r"\bwho must (?:choose|decide)\b": "the player to move",
    r"\bchance brings\b": "the chance outcome",
    r"\bwhat (?:came|comes) of\b": "the result",
    r"\bwith a sentence\b|\bin a sentence\b": "raises `CartagenaError`",
    r"\bas (?:\w+ ){1,3}ha(?:s|ve) (?:it|them)\b": "in JSON, as stored",
    r"(?<!there )\b(?:is|are) no (?!longer\b|more\b|less\b|fewer\b|later\b|other\b)\w+": "is not a …",
    r"\bsuch a one\b|\bmeans none\b": "one like this, nothing matches",
    r"\bbetween two (?:looks|updates)\b": "poll interval",
    r"\bcan(?:not|’t|'t) be had\b": "is not available",
    r"\band said so\b|\bsays? so with\b": "is skipped with a message, use --option",
    r"\btable is laid\b": "the table is ready",
    r"\bcounts? for nothing\b": "does not count",
    r"\bonce more\b": "again",
    r"\b(?:go|goes|going|went) on\b(?! (?:the|a|an|to|top|its|your)\b)": "continue",
    r"\bown rules\b": "custom rules",
    r"\band leave\b(?! )": "and exit",
    r"\bone a core\b": "one per core",
    r"\bthere is no [^.;]*; there (?:is|are)\b": "Unknown X. Choose from: …",
}
"""Phrases that no text may contain, as regular expressions, and what to write instead."""

DOCSTRING_PHRASES = {
    r"\A(?:What|Who|Whom|Whose|Where|Whether|How|By how much)\b": "start with a verb, or name the thing",
    r"\A…|…\Z": "one docstring for each constant",
    r";[^.;]*;": "separate sentences",
}
"""More of them for docstrings."""


class Text(NamedTuple):
    """A text for readers, and its location."""

    place: str
    text: str
    is_docstring: bool = False


def docstrings(path: Path, tree: ast.Module) -> Iterator[Text]:
    """Yield the docstrings of modules, classes, functions and constants."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                value = statement.value.value
                if isinstance(value, str):
                    yield Text(f"{path}:{statement.lineno}", value, is_docstring=True)


def hash_comments(path: Path, text: str) -> Iterator[Text]:
    """Yield the comments of a Python module. Comments on consecutive lines are one text."""
    lines: list[str] = []
    for token in tokenize.generate_tokens(StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            lines.append(token.string.removeprefix("#").strip())
        elif token.type != tokenize.NL and lines:
            yield Text(f"{path}:{token.start[0]}", " ".join(lines))
            lines = []


def comments(path: Path, text: str) -> Iterator[Text]:
    """Yield the comments of a JavaScript module or a style sheet, without their types."""
    for match in re.finditer(r"/\*\*?(.*?)\*/|^\s*//([^\n]*)", text, re.DOTALL | re.MULTILINE):
        comment = re.sub(r"\n\s*\*", "", match[1] or match[2] or "")
        line = text.count("\n", 0, match.start()) + 1
        yield Text(f"{path}:{line}", re.sub(r"\{[^}]*\}", "", comment).strip())


def errors(path: Path, tree: ast.Module) -> Iterator[Text]:
    """Yield the messages of raised exceptions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            parts = [
                part.value
                for argument in node.exc.args
                for part in ast.walk(argument)
                if isinstance(part, ast.Constant) and isinstance(part.value, str)
            ]
            yield Text(f"{path}:{node.lineno}", "{}".join(parts))


def help_texts(parser: argparse.ArgumentParser, command: str) -> Iterator[Text]:
    """Yield the descriptions and option helps of a command and its subcommands."""
    yield Text(command, parser.description or "")
    # There is no public list of a parser's options.
    for action in parser._actions:  # noqa: SLF001
        yield Text(f"{command} {action.dest}", str(action.help or ""))
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            for choice in action._choices_actions:  # noqa: SLF001
                yield Text(f"{command} {choice.dest}", str(choice.help or ""))
            for name, subparser in action.choices.items():
                yield from help_texts(subparser, f"{command} {name}")


def without_code(page: str) -> str:
    """Remove fenced blocks, indented blocks and code spans from a page."""
    without_blocks = re.sub(r"```.*?```|^    [^\n]*$", "", page, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"`[^`]*`", "", without_blocks)


@cache
def all_texts() -> tuple[Text, ...]:
    """Collect all texts of the repository."""
    texts: list[Text] = []
    for path in PYTHON:
        name, source = path.relative_to(ROOT), path.read_text("utf-8")
        tree = ast.parse(source)
        texts += docstrings(name, tree)
        texts += hash_comments(name, source)
        if path.is_relative_to(ROOT / "src"):
            texts += errors(name, tree)
    for path in SCRIPTS:
        texts += comments(path.relative_to(ROOT), path.read_text("utf-8"))
    for page in PAGES:
        texts.append(Text(str(page.relative_to(ROOT)), without_code(page.read_text("utf-8"))))
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for match in re.finditer(r"(?:## |echo \")(.*)", makefile):
        texts.append(Text("Makefile", match[1]))
    texts += help_texts(build_parser(), "cartagena")
    return tuple(texts)


def find(pattern: str, texts: Iterable[Text]) -> list[str]:
    """List the matches of a pattern, each with its context."""
    expression = re.compile(pattern, re.IGNORECASE)
    return [
        f"{place}: …{text[max(0, match.start() - 40) : match.end() + 30]}…"
        for place, text, _ in texts
        for match in expression.finditer(text)
    ]


@pytest.mark.parametrize("pattern", PHRASES)
def test_texts_avoid_phrase(pattern: str) -> None:
    hits = find(pattern, all_texts())
    assert not hits, f"write {PHRASES[pattern]!r} instead:\n" + "\n".join(hits)


@pytest.mark.parametrize("pattern", DOCSTRING_PHRASES)
def test_docstrings_avoid_phrase(pattern: str) -> None:
    hits = find(pattern, (text for text in all_texts() if text.is_docstring))
    assert not hits, f"write {DOCSTRING_PHRASES[pattern]!r} instead:\n" + "\n".join(hits)


@pytest.mark.parametrize(
    "text", ["Play so many steps.", "A fork is no spoon.", "The game goes on."]
)
def test_rejects(text: str) -> None:
    assert any(find(pattern, [Text("example", text)]) for pattern in PHRASES)


@pytest.mark.parametrize(
    "text",
    ["It has so many moves that it waits.", "There is no spoon.", "A pirate goes on the sloop."],
)
def test_accepts(text: str) -> None:
    assert not any(find(pattern, [Text("example", text)]) for pattern in PHRASES)


def test_collects_every_kind_of_text() -> None:
    places = {text.place for text in all_texts()}
    assert {
        "README.md",
        "docs/rules.md",
        "Makefile",
        "cartagena play",
        "cartagena play seed",
    } <= places
    for module in ("cli/play.py", "web/js/main.js", "web/css/base.css"):
        assert any(place.startswith(f"src/cartagena/{module}:") for place in places)
