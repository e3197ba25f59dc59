"""The catalogues of sentences: gathered from client and server, written as the client reads them.

Run it with `make art`. It updates locale/cartagena.pot and every cartagena.po with the sentences
that js/*.js asks for, those with which the server refuses something, those of the presets and the bots, and writes
web/locale/<language>.json. A test says when it is due, and
another that nothing is left untranslated.
"""

import io
import json
import re
from collections.abc import Sequence
from functools import cache
from gettext import c2py
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract, extract_javascript
from babel.messages.pofile import read_po, write_po

from cartagena.bots import registry
from cartagena.rules import presets

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "cartagena"
LOCALE = ROOT / "locale"
LANGUAGES = ("cs", "hu", "is", "he")
_HEADER = "# The sentences of Cartagena.\n"
_NAMES = re.compile(r"\{(\w+)\}")


REFUSALS = {
    **dict.fromkeys(("Unauthorized", "Forbidden", "NotFound", "Invalid"), (1,)),
    **dict.fromkeys(("TooLarge", "TooMany", "Unavailable", "because"), (1,)),
    **dict.fromkeys(("CartagenaError", "NoEffectError"), (1,)),
    "Conflict": (2,),
    "problem": (4,),
}
"""What refuses something, and which of its arguments is the sentence."""


@cache
def gathered() -> Catalog:
    """Every sentence that somebody may read."""
    found = Catalog(project="cartagena", header_comment=_HEADER, fuzzy=False)
    _gather_asked(found)
    _gather_refusals(found)
    _gather_catalogue(found)
    return found


def _gather_asked(found: Catalog) -> None:
    """Every sentence that the client asks for: `t(…)` and, with a number, `n(…)`."""
    for path in sorted((SOURCE / "web" / "js").rglob("*.js")):
        with path.open("rb") as source:
            asked = {"t": None, "n": (1, 2)}
            # Also those inside of `template ${t("strings")}`.
            for _, call, message, _ in extract_javascript(
                source, asked, [], {"parse_template_string": True}
            ):
                words = message if isinstance(message, tuple) else (message,)
                texts = [str(word) for word in words if word]
                if call == "t" and texts:
                    found.add(texts[0], locations=[(path.relative_to(SOURCE).as_posix(), 0)])
                elif call == "n" and len(texts) > 1:
                    found.add(
                        (texts[0], texts[1]), locations=[(path.relative_to(SOURCE).as_posix(), 0)]
                    )


def _refusing() -> list[Path]:
    """The modules that refuse requests."""
    return sorted(
        path for name in ("server", "rules/notation") for path in (SOURCE / name).rglob("*.py")
    )


def _gather_refusals(found: Catalog) -> None:
    """Every sentence of a problem document."""
    for path in [SOURCE / "rules" / "options.py", *_refusing()]:
        keywords = REFUSALS
        if path.parent.name != "rules":
            keywords = {name: at for name, at in REFUSALS.items() if name != "CartagenaError"}
        with path.open("rb") as source:
            for _, sentence, _, _ in extract("python", source, keywords):
                found.add(str(sentence), locations=[(path.relative_to(SOURCE).as_posix(), 0)])


def _gather_catalogue(found: Catalog) -> None:
    """The titles and sentences that the client takes from `GET /api/v1/catalogue`."""
    for module, path in ((presets, "rules/presets.py"), (registry, "bots/registry.py")):
        for text in (*module.TITLES.values(), *module.SENTENCES.values()):
            found.add(text, locations=[(path, 0)])


def place(language: str) -> Path:
    """Where the catalogue of a language is kept."""
    return LOCALE / language / "LC_MESSAGES" / "cartagena.po"


def read(language: str) -> Catalog:
    """The catalogue of a language."""
    with place(language).open("rb") as source:
        return read_po(source, locale=language)


def written(catalogue: Catalog) -> str:
    """A catalogue as a file, without dates that would change it every day."""
    target = io.BytesIO()
    write_po(
        target, catalogue, omit_header=False, width=100, sort_output=True, include_lineno=False
    )
    lines = target.getvalue().decode().splitlines(keepends=True)
    dated = ('"POT-Creation-Date', '"PO-Revision-Date', '"Last-Translator', '"Report-Msgid-Bugs')
    return "".join(line for line in lines if not line.startswith(dated))


def forms(language: str, texts: tuple[str, ...], plural: Catalog) -> dict[str, str]:
    """The forms of a sentence with a number, by the names that browsers give them."""
    names = Locale.parse(language).plural_form
    which = c2py(plural.plural_expr)
    found: dict[str, str] = {}
    for count in range(200):
        index = which(count)
        found.setdefault(names(count), texts[min(index, len(texts) - 1)])
    return found


def _words(given: str | Sequence[str] | None) -> tuple[str, ...]:
    """A sentence, or all its forms; nothing for the header."""
    if not given:
        return ()
    return (given,) if isinstance(given, str) else tuple(given)


LATER = tuple(
    f"web/js/screens/{name}"
    for name in (
        "learn/",
        "first_game/",
        "puzzle/",
        "create/",
        "profile/",
        "analysis_board/board",
        "analysis_board/values",
        "finished/",
        "lobby/",
        "waiting/",
    )
)
"""What the client loads only when it is needed; so are the sentences that nothing else asks for."""


def for_browsers(language: str, *, later: bool = False) -> str:
    """A catalogue as the client reads it: what it needs at first, or what comes later."""
    catalogue = read(language)
    said: dict[str, str | dict[str, str]] = {}
    for message in catalogue:
        originals, texts = _words(message.id), _words(message.string)
        asked_later = all(path.startswith(LATER) for path, _ in message.locations)
        if originals and texts and all(texts) and asked_later == later:
            plain = len(originals) == 1
            said[originals[0]] = texts[0] if plain else forms(language, texts, catalogue)
    return json.dumps(said, ensure_ascii=False, indent=0, sort_keys=True) + "\n"


PARTS = {"": False, ".more": True}
"""The two files of a language: the end of each name, and whether it is loaded later."""


def is_whole(originals: tuple[str, ...], texts: tuple[str, ...], plurals: int) -> bool:
    """Whether a translation says everything: each form, and in each form every name.

    Only the number itself may be said in words: "one card", "two cards".
    """
    if len(texts) != (plurals if len(originals) > 1 else 1) or not all(texts):
        return False
    names = set(_NAMES.findall(originals[-1]))
    spoken = {"count"} if len(originals) > 1 else set()
    return all(names - spoken <= set(_NAMES.findall(text)) <= names for text in texts)


def missing(language: str) -> list[str]:
    """What is not translated, lacks a form, or names other things than the original."""
    catalogue = read(language)
    lacking = []
    for wanted in gathered():
        originals = _words(wanted.id)
        if not originals:
            continue
        known = catalogue.get(originals[0])
        texts = () if known is None else _words(known.string)
        if not is_whole(originals, texts, catalogue.num_plurals):
            lacking.append(originals[0])
    return lacking


def main() -> None:
    """Bring everything up to date."""
    template = gathered()
    (LOCALE).mkdir(exist_ok=True)
    (LOCALE / "cartagena.pot").write_text(written(template), encoding="utf-8")
    for language in LANGUAGES:
        path = place(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        known = read(language) if path.exists() else Catalog(locale=language, fuzzy=False)
        known.update(template, no_fuzzy_matching=True, update_header_comment=True)
        known.obsolete.clear()
        path.write_text(written(known), encoding="utf-8")
        for part, later in PARTS.items():
            target = SOURCE / "web" / "locale" / f"{language}{part}.json"
            target.parent.mkdir(exist_ok=True)
            target.write_text(for_browsers(language, later=later), encoding="utf-8")


if __name__ == "__main__":
    main()
