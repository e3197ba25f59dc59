"""Message catalogues: extracts the messages of client and server and writes the client's JSON files.

Run it with `make art`. It extracts the messages of the JavaScript modules, the refusals of the
server, and the titles of presets and bots. It updates locale/cartagena.pot and every cartagena.po,
and writes web/locale/<language>.json with the messages of the first page, and <language>-more.json
with all others. It also writes js/lib/languages.js from locale/languages.toml.
One test fails if these files are out of date, another if a message is not translated.
"""

import dataclasses
import io
import json
import re
import tomllib
from collections.abc import Sequence
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import Final

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract, extract_javascript
from babel.messages.pofile import read_po, write_po

from cartagena.bots.registry import BOTS
from cartagena.bots.rivals import COMPANIONS, RIVALS
from cartagena.rules import presets
from cartagena.rules.decision_kinds import DECISION_KINDS
from cartagena.rules.messages import Message
from cartagena.rules.move_kinds import MOVE_KINDS, OUTCOMES
from cartagena.rules.reasons import REASONS, SPELL_REASONS
from cartagena.server.delivery.texts import key_of

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "cartagena"
LOCALE = ROOT / "locale"
_NAMES = tomllib.loads((LOCALE / "languages.toml").read_text(encoding="utf-8"))["languages"]
LANGUAGES = tuple(tag for tag in _NAMES if tag != "en")
"""The languages that messages are translated to."""

LANGUAGES_MODULE = SOURCE / "web" / "js" / "lib" / "languages.js"
_HEADER = "# The sentences of Cartagena.\n"
_PLACEHOLDERS = re.compile(r"\{(\w+)\}")


REFUSALS = {
    **dict.fromkeys(("Unauthorized", "Forbidden", "NotFound", "Invalid"), (1,)),
    **dict.fromkeys(("TooLarge", "TooMany", "Unavailable", "reason"), (1,)),
    **dict.fromkeys(("CartagenaError", "NoEffectError"), (1,)),
    "Conflict": (2,),
    "problem": (4,),
    "say": (1,),
}
"""The calls of the server that take a message for people, and the position of that argument."""


@cache
def extract_messages() -> Catalog:
    """Return every message that a player may read."""
    template = Catalog(project="cartagena", header_comment=_HEADER, fuzzy=False)
    _add_client_messages(template)
    _add_refusals(template)
    _add_titles(template)
    _add_messages(template)
    return template


def _add_client_messages(template: Catalog) -> None:
    """Add the messages of the client: `t(…)` and, with a number, `n(…)`."""
    for path in sorted((SOURCE / "web" / "js").rglob("*.js")):
        with path.open("rb") as source:
            keywords = {"t": None, "n": (1, 2)}
            # The option also finds calls inside of `template ${t("strings")}`.
            for _, call, message, _ in extract_javascript(
                source, keywords, [], {"parse_template_string": True}
            ):
                arguments = message if isinstance(message, tuple) else (message,)
                texts = [str(argument) for argument in arguments if argument]
                if call == "t" and texts:
                    template.add(texts[0], locations=[(path.relative_to(SOURCE).as_posix(), 0)])
                elif call == "n" and len(texts) > 1:
                    template.add(
                        (texts[0], texts[1]), locations=[(path.relative_to(SOURCE).as_posix(), 0)]
                    )


def _refusing_modules() -> list[Path]:
    """Return the modules whose refusals are sent to players."""
    return sorted(
        path for name in ("server", "rules/notation") for path in (SOURCE / name).rglob("*.py")
    )


def _add_refusals(template: Catalog) -> None:
    """Add the messages of problem documents."""
    for path in [SOURCE / "rules" / "options.py", *_refusing_modules()]:
        keywords = REFUSALS
        if path.parent.name != "rules":
            keywords = {name: at for name, at in REFUSALS.items() if name != "CartagenaError"}
        with path.open("rb") as source:
            for _, sentence, _, _ in extract("python", source, keywords):
                template.add(str(sentence), locations=[(path.relative_to(SOURCE).as_posix(), 0)])


def _add_titles(template: Catalog) -> None:
    """Add the titles and sentences that the client gets from `GET /api/v1/catalogue`."""
    for preset in presets.GAMES.values():
        for text in (preset.title, preset.tagline):
            template.add(text, locations=[("rules/presets.py", 0)])
    for info in BOTS.values():
        for text in (info.title, info.tagline):
            template.add(text, locations=[("bots/registry.py", 0)])
    for rival in RIVALS.values():
        for text in dataclasses.astuple(rival):
            template.add(text, locations=[("bots/rivals.py", 0)])
    for name in COMPANIONS.values():
        template.add(name, locations=[("bots/rivals.py", 0)])


def _add_messages(template: Catalog) -> None:
    """Add the sentences about moves, decisions and reasons, which are also in the catalogue."""
    for kind in MOVE_KINDS.values():
        for text in (kind.sentence, kind.brief):
            template.add(text, locations=[("rules/move_kinds.py", 0)])
    tables = {
        "rules/move_kinds.py": [*OUTCOMES.values()],
        "rules/decision_kinds.py": [
            message
            for kind in DECISION_KINDS.values()
            for message in (kind.prompt, Message(kind.then))
        ],
        "rules/reasons.py": [
            message
            for reason in (*REASONS.values(), *SPELL_REASONS.values())
            for message in (reason.own, reason.about_anyone)
        ],
    }
    for path, messages in tables.items():
        for message in messages:
            texts = (message.text, message.plural) if message.plural else message.text
            for each in (texts, message.none):
                if each:
                    template.add(each, locations=[(path, 0)])


def po_path(language: str) -> Path:
    """Return the path of a language's catalogue."""
    return LOCALE / language / "LC_MESSAGES" / "cartagena.po"


def read(language: str) -> Catalog:
    """Read the catalogue of a language."""
    with po_path(language).open("rb") as source:
        return read_po(source, locale=language)


def to_po(catalogue: Catalog) -> str:
    """Return a catalogue as the text of a .po file, without dates, which would change every day."""
    target = io.BytesIO()
    write_po(
        target, catalogue, omit_header=False, width=100, sort_output=True, include_lineno=False
    )
    lines = target.getvalue().decode().splitlines(keepends=True)
    dated = ('"POT-Creation-Date', '"PO-Revision-Date', '"Last-Translator', '"Report-Msgid-Bugs')
    return "".join(line for line in lines if not line.startswith(dated))


def plural_forms(language: str, texts: tuple[str, ...], catalogue: Catalog) -> dict[str, str]:
    """Return the forms of a message with a number, by the category names that browsers use."""
    category_of = Locale.parse(language).plural_form
    index_of = c2py(catalogue.plural_expr)
    forms: dict[str, str] = {}
    for count in range(200):
        forms.setdefault(category_of(count), texts[min(index_of(count), len(texts) - 1)])
    return forms


def _forms(message: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return a message, or all its forms, as a tuple. The header has none."""
    if not message:
        return ()
    return (message,) if isinstance(message, str) else tuple(message)


_FIRST: Final = "web/js/main.js"
"""The module that every visit begins with."""
_AFTER_FIRST: Final = ("web/js/screens/table/screen.js",)
"""Modules that it imports, but that do not show anything before all messages are there."""
_FIRST_TEXTS: Final = ("rules/presets.py", "bots/registry.py")
"""Tables whose texts the first page shows."""
_IMPORT: Final = re.compile(
    r'^(?:import|export)\b[^;]*?from "(\.[^"]+)";|^import "(\.[^"]+)";', re.MULTILINE
)


@cache
def first_modules() -> frozenset[str]:
    """Return the modules whose messages the first page needs, by their path in the package."""
    found: set[str] = set()
    waiting = [_FIRST]
    while waiting:
        name = waiting.pop()
        if name in found or name in _AFTER_FIRST:
            continue
        found.add(name)
        file = SOURCE / name
        for names in _IMPORT.findall(file.read_text(encoding="utf-8")):
            imported = (file.parent / "".join(names)).resolve()
            waiting.append(imported.relative_to(SOURCE.resolve()).as_posix())
    return frozenset(found)


@cache
def first_messages() -> frozenset[str]:
    """Return the messages that the first page needs. All others are loaded with the next screen."""
    first = {*first_modules(), *_FIRST_TEXTS}
    return frozenset(
        _forms(message.id)[0]
        for message in extract_messages()
        if message.id and first & {path for path, _ in message.locations}
    )


def files_of(language: str) -> dict[str, str]:
    """Return the JSON files of a language: the messages of the first page, and all others."""
    translations = translations_of(language)
    first = first_messages()
    parts = {
        name: _by_keys(
            {one: text for one, text in translations.items() if (one in first) == is_first}
        )
        for name, is_first in ((f"{language}.json", True), (f"{language}-more.json", False))
    }
    return {
        name: json.dumps(part, ensure_ascii=False, indent=0, sort_keys=True) + "\n"
        for name, part in parts.items()
    }


def _by_keys(
    translations: dict[str, str | dict[str, str]],
) -> dict[str, str | dict[str, str]]:
    keys: dict[str, str] = {}
    for message in translations:
        key = key_of(message)
        if key in keys:
            raise ValueError(f"Two messages have the key {key}: reword {message!r}.")
        keys[key] = message
    return {key: translations[message] for key, message in keys.items()}


def translations_of(language: str) -> dict[str, str | dict[str, str]]:
    """Return the messages of a language by their English text."""
    catalogue = read(language)
    translations: dict[str, str | dict[str, str]] = {}
    for message in catalogue:
        originals, texts = _forms(message.id), _forms(message.string)
        if originals and texts and all(texts):
            plain = len(originals) == 1
            translations[originals[0]] = (
                texts[0] if plain else plural_forms(language, texts, catalogue)
            )
    return translations


def languages_module() -> str:
    """Return the JavaScript module with the languages of the page."""
    rows = "".join(
        f'  {tag}: {{ name: "{language["name"]}", direction: "{language["direction"]}" }},\n'
        for tag, language in _NAMES.items()
    )
    return (
        "/** The languages of the page. Generated from locale/languages.toml by `make art`. */\n\n"
        "/** Their own names and writing directions, by tag."
        ' @type {Record<string, { name: string, direction: "ltr" | "rtl" }>} */\n'
        f"export const LANGUAGES = {{\n{rows}}};\n"
    )


def is_complete(originals: tuple[str, ...], texts: tuple[str, ...], plurals: int) -> bool:
    """Return True if a translation has every plural form, and every placeholder in each form.

    Only the number itself may be written out: "one card", "two cards".
    """
    if len(texts) != (plurals if len(originals) > 1 else 1) or not all(texts):
        return False
    names = set(_PLACEHOLDERS.findall(originals[-1]))
    optional = {"count"} if len(originals) > 1 else set()
    return all(names - optional <= set(_PLACEHOLDERS.findall(text)) <= names for text in texts)


def incomplete_messages(language: str) -> list[str]:
    """Return the messages that are untranslated, lack a form, or differ in their placeholders."""
    catalogue = read(language)
    messages = []
    for message in extract_messages():
        originals = _forms(message.id)
        if not originals:
            continue
        translation = catalogue.get(originals[0])
        texts = () if translation is None else _forms(translation.string)
        if not is_complete(originals, texts, catalogue.num_plurals):
            messages.append(originals[0])
    return messages


def main() -> None:
    """Update the template, all catalogues and the JSON files of the client."""
    template = extract_messages()
    LANGUAGES_MODULE.write_text(languages_module(), encoding="utf-8")
    (LOCALE / "cartagena.pot").write_text(to_po(template), encoding="utf-8")
    for language in LANGUAGES:
        path = po_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        catalogue = read(language) if path.exists() else Catalog(locale=language, fuzzy=False)
        catalogue.update(template, no_fuzzy_matching=True, update_header_comment=True)
        catalogue.obsolete.clear()
        path.write_text(to_po(catalogue), encoding="utf-8")
        for name, text in files_of(language).items():
            target = SOURCE / "web" / "locale" / name
            target.parent.mkdir(exist_ok=True)
            target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
