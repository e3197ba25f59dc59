"""Message catalogues: extracts the messages of client and server and writes the client's JSON files.

Run it with `make art`. It extracts the messages of the JavaScript modules, the refusals of the
server, and the titles of presets and bots. It updates locale/cartagena.pot and every cartagena.po,
and writes web/locale/<language>.json. It also writes js/lib/languages.js from locale/languages.toml.
One test fails if these files are out of date, another if a message is not translated.
"""

import io
import json
import re
import tomllib
from collections.abc import Sequence
from functools import cache
from gettext import c2py
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract, extract_javascript
from babel.messages.pofile import read_po, write_po

from cartagena.bots.registry import BOTS
from cartagena.rules import presets
from cartagena.rules.decision_kinds import DECISION_KINDS
from cartagena.rules.messages import Message
from cartagena.rules.move_kinds import MOVE_KINDS, OUTCOMES
from cartagena.rules.reasons import REASONS, SPELL_REASONS

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
}
"""The calls that refuse a request, and the position of the argument that is the message."""


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


def _add_messages(template: Catalog) -> None:
    """Add the sentences about moves, decisions and reasons, which the catalogue has, too."""
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


def key_of(message: str) -> str:
    """Return the key of a message in the client's files, as `keyOf` in js/lib/i18n.js does."""
    value = 0x811C9DC5
    for unit in memoryview(message.encode("utf-16-le")).cast("H"):
        value = (value ^ unit) * 0x01000193 & 0xFFFFFFFF
    digits = ""
    while value:
        value, digit = divmod(value, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits[-5:]


def to_json(language: str) -> str:
    """Return the messages of a language as JSON, by their keys."""
    catalogue = read(language)
    translations: dict[str, str | dict[str, str]] = {}
    for message in catalogue:
        originals, texts = _forms(message.id), _forms(message.string)
        if originals and texts and all(texts):
            plain = len(originals) == 1
            key = key_of(originals[0])
            if key in translations:
                raise ValueError(f"Two messages have the key {key}: reword {originals[0]!r}.")
            translations[key] = texts[0] if plain else plural_forms(language, texts, catalogue)
    return json.dumps(translations, ensure_ascii=False, indent=0, sort_keys=True) + "\n"


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
        target = SOURCE / "web" / "locale" / f"{language}.json"
        target.parent.mkdir(exist_ok=True)
        target.write_text(to_json(language), encoding="utf-8")


if __name__ == "__main__":
    main()
