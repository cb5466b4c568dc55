"""Every proof that the page of errata names is a test that exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "errata.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", TEXT)))


@pytest.mark.parametrize("file, test", NAMED)
def test_the_proof_exists(file: str, test: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    assert not test or f"def {test}(" in text


def test_every_row_of_the_formulas_names_its_proof() -> None:
    rows = [line for line in TEXT.split("## Formulas")[1].splitlines() if line.startswith("| ") and "---" not in line]
    assert len(rows) > 15 and all("`tests/" in row for row in rows[1:])


def test_the_table_of_numbers_has_every_erratum_of_a_file_with_its_proof() -> None:
    from published import test_haug_7_4_adams as adams
    from published.__main__ import errata_table

    cases = adams.cases()
    wrong = [case for case in cases if case.erratum]
    rows = errata_table({"test_haug_7_4_adams": cases}).splitlines()[2:]
    assert len(rows) == len(wrong) > 5
    assert all(row.endswith("| `tests/published/test_haug_7_4_adams.py` |") for row in rows)
