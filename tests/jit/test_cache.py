"""The compile cache never uses machine code of older rules."""

from pathlib import Path

from cartagena.jit.cache import source_digest


def test_a_change_in_a_nested_module_changes_the_cache_key(tmp_path: Path) -> None:
    nested = tmp_path / "rules" / "variants"
    nested.mkdir(parents=True)
    (tmp_path / "rules" / "turn.py").write_text("A = 1\n")
    (nested / "ship.py").write_text("B = 1\n")
    before = source_digest(tmp_path, ("rules",))
    (nested / "ship.py").write_text("B = 2\n")
    assert source_digest(tmp_path, ("rules",)) != before


def test_a_moved_module_changes_the_cache_key(tmp_path: Path) -> None:
    (tmp_path / "rules" / "variants").mkdir(parents=True)
    (tmp_path / "rules" / "ship.py").write_text("B = 1\n")
    before = source_digest(tmp_path, ("rules",))
    (tmp_path / "rules" / "ship.py").rename(tmp_path / "rules" / "variants" / "ship.py")
    assert source_digest(tmp_path, ("rules",)) != before
