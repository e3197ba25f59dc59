"""Mutants: which changes are made, and that they are made as described."""

import ast
from pathlib import Path

from tools.mutation.changes import all_mutants, changed, sample

SOURCE = '''"""A text."""

LIMIT: int = 10


def clamp(value: int | None, low: int = 1) -> int:
    """Another text."""
    assert low < LIMIT
    if value is None or value < low:
        return low
    while value > LIMIT and not low == 5:
        value -= 2
        break
    return value * 3
'''

CHANGES = [
    "10 → 11",
    "1 → 2",
    "value is None or value < low → (value is None and value < low)",
    "value is None or value < low → (not (value is None or value < low))",
    "value is None → (value is not None)",
    "value < low → (value <= low)",
    "value > LIMIT and not low == 5 → (value > LIMIT or not low == 5)",
    "value > LIMIT and not low == 5 → (not (value > LIMIT and (not low == 5)))",
    "value > LIMIT → (value >= LIMIT)",
    "not low == 5 → (low == 5)",
    "low == 5 → (low != 5)",
    "5 → 6",
    "value -= 2 → pass",
    "value -= 2 → value += 2",
    "2 → 3",
    "break → continue",
    "value * 3 → (value + 3)",
    "3 → 4",
]


def test_changes_operators_conditions_numbers_and_statements(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(SOURCE, encoding="utf-8")
    mutants = all_mutants(tmp_path, tmp_path)
    assert sorted(mutant.text.partition(": ")[2] for mutant in mutants) == sorted(CHANGES)
    for mutant in mutants:
        program = changed(mutant, SOURCE.encode())
        ast.parse(program)
        assert program != SOURCE.encode()
    assert sample(mutants, 5, 1) == sample(mutants, 5, 1) != sample(mutants, 5, 2)
    assert sample(mutants, 9, 1)[:5] == sample(mutants, 5, 1)
