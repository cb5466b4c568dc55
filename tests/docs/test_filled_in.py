"""The page of what the program fills in quotes sentences that the program really says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "filled-in.md").read_text(encoding="utf-8")
QUOTES = sorted(set(re.findall(r"\*([^*]{8,})\*", PAGE)))


def sentences() -> str:
    """All sources, with texts that go on in the next line put together."""
    files = sorted((ROOT / "src" / "linkwork").rglob("*.py"))
    return re.sub(r'"\s*\n\s*f?"', "", "\n".join(file.read_text(encoding="utf-8") for file in files))


SENTENCES = sentences()


@pytest.mark.parametrize("quote", QUOTES)
def test_a_quoted_sentence_is_one_of_the_program(quote: str) -> None:
    assert quote in SENTENCES


def test_every_row_says_what_a_result_tells() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| when")]
    assert len(rows) > 30
    for row in rows:
        told = row.rstrip("| ").rsplit(" | ", 1)[1]
        assert "*" in told or told.startswith("nothing: "), row
