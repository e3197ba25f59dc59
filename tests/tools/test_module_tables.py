"""The tables of modules: one row per file, from its own first sentence."""

from pathlib import Path

import pytest

from tools.module_tables import first_sentence, main, modules, tables


def test_every_module_has_a_description() -> None:
    listed = list(modules())
    assert len(listed) > 300
    assert [f"{each.folder}/{each.name}" for each in listed if not each.summary] == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("One. Two.", "One."),
        ("Read `levels.toml` and more.\n\nThe rest.", "Read `levels.toml` and more."),
        ("Split over\ntwo lines. Then\nmore.", "Split over two lines."),
        ("No full stop", "No full stop"),
    ],
)
def test_takes_the_first_sentence(text: str, sentence: str) -> None:
    assert first_sentence(text) == sentence


def test_lists_python_and_javascript_by_folder(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "__init__.py").write_text('"""The game."""\n')
    (tmp_path / "game" / "deck.py").write_text('"""Draw cards.\n\nMore.\n"""\n')
    (tmp_path / "game" / "board.js").write_text("/**\n * Draw the board. And more.\n */\n")
    (tmp_path / "game" / "bare.js").write_text("export const x = 1;\n")
    assert tables(list(modules(tmp_path))) == (
        "## game\n\nThe game.\n\n| module | what it is |\n| --- | --- |\n"
        "| `bare.js` |  |\n| `board.js` | Draw the board. |\n| `deck.py` | Draw cards. |\n"
    )


def test_prints_one_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cartagena.rules.chance"]) == 0
    printed = capsys.readouterr().out
    assert "## cartagena/rules/chance" in printed
    assert "server" not in printed
    assert main(["cartagena.nothing"]) == 1
